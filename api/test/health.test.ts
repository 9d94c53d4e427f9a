import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { healthSchema, readinessSchema } from "../src/routes/health/schema";
import { type ApiClient, apiClient, waitFor } from "./api-client";
import { type RunningSotto, startSotto } from "./running-sotto";

const HOUR_MS = 3_600_000;
/** Health is kept for a second. */
const NEXT_READING_MS = 1_100;

let sotto: RunningSotto;
let api: ApiClient;

beforeAll(async () => {
  sotto = await startSotto();
  api = apiClient(sotto.base);
});
afterAll(() => sotto.stop());
afterEach(() => vi.restoreAllMocks());

const get = async <Schema extends z.ZodType>(path: string, schema: Schema) => {
  const began = performance.now();
  const answer = await fetch(`${sotto.base}/api/health${path}`);
  const tookMs = performance.now() - began;
  return { status: answer.status, body: schema.parse(await answer.json()), tookMs };
};
const nextHealth = async () => {
  await new Promise((resolve) => setTimeout(resolve, NEXT_READING_MS));
  return get("", healthSchema);
};
const ORDER = {
  sendCurrency: "BTC",
  receiveCurrency: "USDT-TRC20",
  sendAmount: "0.01",
  receiveAddress: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
};
const order = () => api.create(ORDER);

describe("the health of the service", () => {
  it("is ok while a worker beats and pairs can be quoted", async () => {
    const { status, body } = await get("", healthSchema);
    expect({ status, said: body.status, problems: body.problems }).toEqual({
      status: 200,
      said: "ok",
      problems: [],
    });
    expect(body.workers.alive).toBe(1);
    const [hour] = await sotto.sql`SELECT minutes FROM heartbeat_hours WHERE role = 'worker'`;
    expect(hour?.minutes).toBeGreaterThanOrEqual(1);
  });

  it("is unavailable when no worker was heard from for 30 s", async () => {
    // The worker may beat before the next reading: then its beat is set back again.
    const unheard = async () => {
      await sotto.sql`UPDATE heartbeats SET beat_at = now() - interval '40 s' WHERE role = 'worker'`;
      return nextHealth();
    };
    let read = await unheard();
    for (let tries = 0; read.status === 200 && tries < 5; tries++) read = await unheard();
    expect({ status: read.status, said: read.body.status }).toEqual({ status: 503, said: "unavailable" });
    expect(read.body.problems).toEqual([
      { problem: "workers", text: expect.stringMatching(/^No worker has been heard from for 4\d s\.$/) },
    ]);
    await waitFor("the worker's next beat", 30_000, async () => (await get("", healthSchema)).status === 200);
  });

  it.each([
    ["whose tip is of ten minutes ago", "answered_at = now() - interval '11 min'"],
    ["that is far behind its tip", "tip_height = height + 5000"],
  ])("is degraded while there is a chain %s", async (_, set) => {
    // The watcher may look at the chain before the next reading.
    const seen = async () => {
      await sotto.sql.unsafe(`UPDATE chain_cursors SET ${set} WHERE chain = 'cardano'`);
      return nextHealth();
    };
    let read = await seen();
    for (let tries = 0; read.body.status === "ok" && tries < 5; tries++) read = await seen();
    expect({ status: read.status, problems: read.body.problems }).toEqual({
      status: 200,
      problems: [{ problem: "chain", text: "cardano is no longer followed: payments on it wait." }],
    });
    await sotto.sql`UPDATE chain_cursors SET answered_at = now(), tip_height = height WHERE chain = 'cardano'`;
    expect((await nextHealth()).body.problems).toEqual([]);
  });

  it("is answered within two seconds while the database hangs", async () => {
    const release = await hold("chain_cursors");
    const { status, body, tookMs } = await nextHealth();
    await release();
    expect({ status, said: body.status, database: body.database }).toEqual({
      status: 503,
      said: "unavailable",
      database: "unavailable",
    });
    expect(tookMs).toBeLessThan(2_000);
    await waitFor("the database", 10_000, async () => (await get("", healthSchema)).status === 200);
  });
});

describe("a process", () => {
  it("lives, and is ready while the database has its schema", async () => {
    expect((await get("/live", z.object({ status: z.literal("live") }))).status).toBe(200);
    expect((await get("/ready", readinessSchema)).body).toEqual({ status: "ready", problems: [] });
    await sotto.sql`INSERT INTO migrations.applied (number, name, hash) VALUES (900, 'later', 'h')`;
    await new Promise((resolve) => setTimeout(resolve, NEXT_READING_MS));
    const { status, body } = await get("/ready", readinessSchema);
    await sotto.sql`DELETE FROM migrations.applied WHERE number = 900`;
    expect({ status, said: body.status }).toEqual({ status: 503, said: "unavailable" });
  });

  it("is not ready while the database does not answer within a second, and lives all the same", async () => {
    const release = await hold("migrations.applied");
    await new Promise((resolve) => setTimeout(resolve, NEXT_READING_MS));
    const { status, body, tookMs } = await get("/ready", readinessSchema);
    const live = await get("/live", z.object({ status: z.literal("live") }));
    await release();
    expect([status, body.problems.map(({ problem }) => problem)]).toEqual([503, ["database"]]);
    expect(tookMs).toBeLessThan(2_000);
    expect(live.status).toBe(200);
    await waitFor("readiness", 10_000, async () => (await get("/ready", readinessSchema)).status === 200);
  });

  it("makes no order and lets none expire while its clock is two hours ahead", async () => {
    const waiting = await order();
    const now = Date.now.bind(Date);
    const jumped = vi.spyOn(Date, "now").mockImplementation(() => now() + 2 * HOUR_MS);
    await expect(order()).rejects.toMatchObject({ status: 503 });
    const { body } = await nextHealth();
    expect(body.problems).toContainEqual({ problem: "clock", text: expect.stringMatching(/off by 7200 s/) });
    // Timers run twice a second.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect((await api.read(waiting.id)).state).toBe("waiting");
    jumped.mockRestore();
    await believedAgain();
  });

  it("writes prices of the database's time while its clock is two hours ahead", async () => {
    const now = Date.now.bind(Date);
    await sotto.sql`UPDATE current_prices SET at = at - interval '1 hour'`;
    const jumped = vi.spyOn(Date, "now").mockImplementation(() => now() + 2 * HOUR_MS);
    const written = async () =>
      (await sotto.sql`SELECT extract(epoch FROM now() - max(at))::float AS age FROM current_prices`)[0]?.age;
    await waitFor("a price", 20_000, async () => (await written()) < 60);
    expect(await written()).toBeGreaterThan(-1);
    jumped.mockRestore();
    await believedAgain();
  });
});

describe("a request", () => {
  it("has no login and no one-time code looked at while the clock is two minutes ahead", async () => {
    const { password } = sotto.admin;
    const { token } = (await ask("login", sotto.admin)).body;
    const now = Date.now.bind(Date);
    const jumped = vi.spyOn(Date, "now").mockImplementation(() => now() + HOUR_MS / 30);
    const operations = [{ operation: "payLoan", subjects: ["1"] }];
    for (const refused of [
      await ask("login", sotto.admin),
      await ask("totp/enrol", { password }, token),
      await ask("totp/confirm", { totp: "123456" }, token),
      await ask("authorizations", { operations, code: "123456" }, token),
    ])
      expect(refused).toMatchObject({ status: 503, body: { code: "service/unavailable" } });
    jumped.mockRestore();
    await believedAgain();
    expect((await ask("totp/enrol", { password }, token)).status).toBe(200);
  });

  it("waits five seconds for a statement, and makes one order of a call that is then repeated", async () => {
    const key = "a-call-that-met-a-database-that-hangs";
    const create = () =>
      fetch(`${sotto.base}/api/exchanges`, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": key },
        body: JSON.stringify(ORDER),
      });
    const count = async () => (await sotto.sql`SELECT count(*)::int AS orders FROM orders`)[0]?.orders;
    const before = await count();
    const release = await hold("orders");
    const began = performance.now();
    const late = await create();
    const tookMs = performance.now() - began;
    await release();
    expect(late.status).toBe(503);
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(tookMs).toBeGreaterThan(4_000);
    expect(tookMs).toBeLessThan(15_000);
    const [again, twice] = [await create(), await create()];
    expect([again.status, await count()]).toEqual([201, before + 1]);
    expect(await twice.json()).toEqual(await again.json());
  });
});

/** A call of an administrator. */
async function ask(path: string, body: object, token?: string) {
  const answer = await fetch(`${sotto.base}/api/admin/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const known = z.looseObject({ token: z.string().optional() });
  return { status: answer.status, body: known.parse(await answer.json()) };
}

/**
 * Heartbeats may have compared a wrong clock with the database's: the next ones, within 10 s, compare the right one. The
 * processes for visitors and for administrators each have theirs.
 */
const believedAgain = () =>
  waitFor("clocks that are believed again", 30_000, async () => {
    const [made, loggedIn] = await Promise.allSettled([order(), ask("login", sotto.admin)]);
    return made.status === "fulfilled" && loggedIn.status === "fulfilled" && loggedIn.value.status === 200;
  });

/** Keeps the database from answering what reads or writes a table; returns what ends that. */
async function hold(table: string): Promise<() => Promise<void>> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let ended: Promise<unknown> = Promise.resolve();
  await new Promise<void>((held) => {
    ended = sotto.sql.begin(async (tx) => {
      await tx`LOCK TABLE ${tx(table)} IN ACCESS EXCLUSIVE MODE`;
      held();
      await released;
    });
  });
  return async () => {
    release();
    await ended;
  };
}
