import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeDatabase, type Database, openDatabase } from "../src/db/client";
import type { LoginRole } from "../src/db/login-roles";
import { readLoginFiles } from "../src/login-files";
import type { OrderWire } from "../src/routes/orders/schema";
import { type ApiClient, ApiProblem, bookTroubles, waitFor } from "./api-client";
import { bundleServer } from "./bundle";
import { openTestDatabase, type TestDatabase } from "./postgres/database";
import { freePort, type ServerProcess, spawnServer } from "./server";
import { QUICK_RECONCILIATION, SHORT_LEASE_MS_MAX, SHORT_LEASES } from "./short-waits";

/** As an operator may set it: a process that hangs in mid-transaction loses its row locks after this time. */
const TRANSACTION_MS_MAX = 15_000;
/** A worker stopped for this long has lost everything it held. */
const PAST_EVERY_LEASE_MS = Math.max(SHORT_LEASE_MS_MAX, TRANSACTION_MS_MAX) + 1_000;
const STEP_MS_MAX = 180_000;
const RECONCILED_MS = 90_000;
/** Simnet has more; those that the tests use are among the ones that start first or last alike. */
const CURRENCIES_MIN = 15;

let folder: string;
let bundle: string;
let database: TestDatabase;
let owner: Database;
let workers: ServerProcess[] = [];
let apis: ApiClient[] = [];
const processes: ServerProcess[] = [];

const SECRET = "known-to-both-ends-and-of-no-use-elsewhere";
function withTimeout(login: string): string {
  const url = new URL(login);
  url.searchParams.set("transaction_timeout", String(TRANSACTION_MS_MAX));
  return url.toString();
}

/** How a process of the installation is started by hand: with its own login. */
async function startRole(role: LoginRole): Promise<ServerProcess> {
  const logins = readLoginFiles(join(folder, "data")) ?? {};
  const started = spawnServer({
    dataDir: join(folder, "data"),
    bundle,
    port: await freePort(),
    env: {
      SOTTO_ROLE: role,
      DATABASE_URL: withTimeout(logins[role] ?? ""),
      SOTTO_SIMNET_URL: logins.simnet ?? "",
      SOTTO_ADMIN_SECRET: SECRET,
      SOTTO_SIGNER_SECRET: SECRET,
      SOTTO_RATES_SEED: "races",
    },
  });
  processes.push(started);
  return started;
}

/** Makes tables and logins, as an operator does before the first start. */
async function migrate(): Promise<void> {
  const env = { SOTTO_ROLE: "migrate", DATABASE_URL: database.url };
  const migrating = spawnServer({ dataDir: join(folder, "data"), bundle, port: await freePort(), env });
  if ((await migrating.ended) !== 0) throw new Error(migrating.output());
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sotto-races-"));
  bundle = await bundleServer({
    wrapped: { "db/client": join(import.meta.dirname, "small-pools.ts") },
    numbers: { ...SHORT_LEASES, ...QUICK_RECONCILIATION },
  });
  database = await openTestDatabase("empty");
  owner = openDatabase({ url: database.url, connectionsMax: 1 });
  await migrate();
  // All at once and in no order: what needs another waits for it, or says so.
  [, , ...workers] = await Promise.all([
    startRole("signer"),
    startRole("admin"),
    ...[startRole("worker"), startRole("worker"), startRole("worker")],
  ]);
  const walletsKnown = async (): Promise<boolean> => {
    for (const { isRunning, output } of processes) if (!isRunning()) throw new Error(output());
    const [row] = await owner.$client`SELECT to_regclass('public.public_wallets') IS NOT NULL AS there`;
    if (row?.there !== true) return false;
    const [wallets] = await owner.$client`SELECT count(*)::int AS count FROM public_wallets`;
    return Number(wallets?.count) > 0;
  };
  await waitFor("the wallets' public keys", STEP_MS_MAX, walletsKnown);
  const https = await Promise.all([startRole("http"), startRole("http")]);
  apis = https.map(({ api }) => api);
  for (const { currencies, reserves } of apis) {
    await waitFor("every currency active, with reserves", STEP_MS_MAX, async () => {
      for (const { isRunning, output } of processes) if (!isRunning()) throw new Error(output());
      const known = await currencies().catch(() => []);
      const held = await reserves().catch(() => []);
      return (
        known.filter(({ isActive }) => isActive).length >= CURRENCIES_MIN &&
        held.filter(({ available }) => available !== "0").length >= CURRENCIES_MIN
      );
    }).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${processes.map(({ output }) => output()).join("\n")}`);
    });
  }
}, 180_000);

afterAll(async () => {
  await Promise.all(processes.map((one) => one.stop()));
  if (owner) await closeDatabase(owner);
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
}, 240_000);

const api = (index: number): ApiClient => {
  const one = apis[index % apis.length];
  if (one === undefined) throw new Error("no server answers");
  return one;
};

const hex = (count: number): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(count))).toString("hex");
/** An address that nobody else is paid at. */
const freshAddress = (): string => `0x${hex(20)}`;

const expectSoundBooks = async (): Promise<void> => {
  let troubles: string[] = [];
  await waitFor("sound books", RECONCILED_MS, async () => {
    troubles = await bookTroubles(api(0));
    return troubles.length === 0;
  }).catch(() => undefined);
  expect(troubles).toEqual([]);
};

const expectPaidOnce = async ({
  receiveCurrency,
  receiveAddress,
  receiveAmount,
}: OrderWire): Promise<void> => {
  expect(await api(0).simnetBalance(receiveCurrency, receiveAddress)).toBe(receiveAmount);
};

const pay = (order: OrderWire, amount: string, index = 0): Promise<unknown> =>
  api(index).pay({ currency: order.sendCurrency, address: order.depositAddress, amount });

/** The problems' codes, and what went well. */
async function settled<Value>(calls: Promise<Value>[]): Promise<{ done: Value[]; codes: string[] }> {
  const done: Value[] = [];
  const codes: string[] = [];
  for (const result of await Promise.allSettled(calls)) {
    if (result.status === "fulfilled") done.push(result.value);
    else if (result.reason instanceof ApiProblem) codes.push(result.reason.code);
    else throw result.reason;
  }
  return { done, codes };
}

describe("two public processes and three workers on one database", () => {
  it("make one order of twenty requests with one key", async () => {
    const body = {
      sendCurrency: "BTC",
      receiveCurrency: "USDT-ERC20",
      sendAmount: "0.01",
      receiveAddress: freshAddress(),
    };
    const idempotencyKey = `one-key-${hex(8)}`;
    const calls = Array.from({ length: 20 }, (_, index) => api(index).create(body, { idempotencyKey }));
    const { done, codes } = await settled(calls);
    expect(new Set(done.map(({ id }) => id)).size).toBe(1);
    expect(new Set(codes).size === 0 || [...new Set(codes)].join() === "idempotency/in-flight").toBe(true);
    const [row] = await owner.$client`
      SELECT count(*)::int AS count FROM orders WHERE terms #>> '{payout,address}' ILIKE ${body.receiveAddress}`;
    expect(row?.count).toBe(1);
  });

  it("pay every order once while they all work at the same time", async () => {
    const swaps = [
      { sendCurrency: "BTC", receiveCurrency: "USDT-ERC20", sendAmount: "0.01" },
      { sendCurrency: "ETH", receiveCurrency: "USDT-BEP20", sendAmount: "0.4" },
      { sendCurrency: "USDT-ERC20", receiveCurrency: "ETH", sendAmount: "500" },
      { sendCurrency: "LTC", receiveCurrency: "ETH", sendAmount: "5" },
    ] as const;
    const orders = await Promise.all(
      Array.from({ length: 16 }, (_, index) => {
        const swap = swaps[index % swaps.length] ?? swaps[0];
        return api(index).create({ ...swap, receiveAddress: freshAddress() });
      }),
    );
    await Promise.all(orders.map((order, index) => pay(order, order.sendAmount, index)));
    const ended = await Promise.all(
      orders.map(({ id }, index) => api(index).untilState(id, ["completed"], STEP_MS_MAX)),
    );
    for (const order of ended) await expectPaidOnce(order);
    await expectSoundBooks();
  }, 150_000);
});

describe("a worker that sleeps past its leases", () => {
  it("pay every order once though a worker sleeps past its leases and wakes up late", async () => {
    const [sleeper] = workers;
    if (sleeper === undefined) throw new Error("no worker");
    const make = (index: number): Promise<OrderWire> =>
      api(index).create({
        sendCurrency: "ETH",
        receiveCurrency: "USDT-BEP20",
        sendAmount: "0.3",
        receiveAddress: freshAddress(),
      });
    const early = await Promise.all(Array.from({ length: 8 }, (_, index) => make(index)));
    await Promise.all(early.map((order) => pay(order, "0.3")));
    // In the midst of the work, wherever that is for each of them.
    await waitFor("the first settlement", STEP_MS_MAX, async () => {
      const states = await Promise.all(early.map(async ({ id }) => (await api(0).read(id)).state));
      return states.some((state) => state !== "waiting" && state !== "confirming");
    });
    sleeper.signal("SIGSTOP");
    const stoppedAt = performance.now();
    const late = await Promise.all(Array.from({ length: 4 }, (_, index) => make(index)));
    await Promise.all(late.map((order) => pay(order, "0.3")));
    const doneAsleep = await Promise.all(
      [...early, ...late].map(({ id }) => api(1).untilState(id, ["completed"], STEP_MS_MAX)),
    ).finally(async () => {
      await sleep(Math.max(0, PAST_EVERY_LEASE_MS - (performance.now() - stoppedAt)));
      sleeper.signal("SIGCONT");
    });
    // Whatever the sleeper still means to do, it does now.
    await sleep(3_000);
    for (const { id } of doneAsleep) await expectPaidOnce(await api(0).read(id));
    const attempts = await owner.$client`
      SELECT p.leg_id FROM attempt_legs p JOIN payout_attempts a ON a.id = p.attempt_id WHERE a.state = 'final' GROUP BY p.leg_id HAVING count(*) > 1`;
    expect(attempts).toHaveLength(0);
    await expectSoundBooks();
    expect(sleeper.isRunning(), sleeper.output().slice(-4_000)).toBe(true);
  }, 200_000);
});

describe("many customers at once", () => {
  it("let one of ten decisions win, and refund to its address alone", async () => {
    const order = await api(0).create({
      sendCurrency: "ETH",
      receiveCurrency: "USDT-ERC20",
      sendAmount: "0.3",
      receiveAddress: freshAddress(),
    });
    await pay(order, "0.009");
    await api(0).untilState(order.id, ["action_required"], STEP_MS_MAX);
    const addresses = Array.from({ length: 10 }, freshAddress);
    const { done, codes } = await settled(
      addresses.map((refundAddress, index) =>
        api(index).decide(order.id, { choice: "refund", refundAddress }),
      ),
    );
    expect(done).toHaveLength(1);
    expect(codes).toHaveLength(9);
    for (const code of codes) {
      expect([
        "decision/unavailable",
        "decision/stale",
        "order/refund-address-set",
        "order/closed",
      ]).toContain(code);
    }
    const refunded = await api(1).untilState(order.id, ["refunded"], STEP_MS_MAX);
    const landed = await Promise.all(addresses.map((address) => api(0).simnetBalance("ETH", address)));
    expect(landed.filter((amount) => amount !== "0")).toEqual([refunded.payouts[0]?.amount]);
    expect(await api(0).simnetBalance("ETH", refunded.refundAddress ?? "")).toBe(refunded.payouts[0]?.amount);
    await expectSoundBooks();
  }, 240_000);

  it("hold nothing before they pay", async () => {
    const before = await reserveOf("USDT-TRC20");
    const calls = Array.from({ length: 40 }, (_, index) =>
      api(index).create({
        sendCurrency: "BTC",
        receiveCurrency: "USDT-TRC20",
        sendAmount: "3.8",
        receiveAddress: "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC",
      }),
    );
    expect((await settled(calls)).done).toHaveLength(40);
    expect(await reserveOf("USDT-TRC20")).toEqual(before);
  }, 240_000);
});

async function reserveOf(asset: string): Promise<{ hot: bigint; held: bigint; planned: bigint }> {
  const [row] =
    await owner.$client`SELECT hot::text, held::text, planned::text FROM reserves WHERE asset = ${asset}`;
  return { hot: BigInt(row?.hot), held: BigInt(row?.held), planned: BigInt(row?.planned) };
}
