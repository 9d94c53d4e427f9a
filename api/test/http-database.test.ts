import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ensureFirstAdmin } from "../src/admin/accounts";
import { createAdminSessions } from "../src/admin/sessions";
import { type Problem, problem } from "../src/core/errors";
import { err, ok, type Result } from "../src/core/result";
import { closeDatabase, type Database, openDatabase } from "../src/db/client";
import { migrateDatabase } from "../src/db/connect";
import { type Embedded, startEmbedded } from "../src/db/embedded";
import { rollback, transaction } from "../src/db/transaction";
import { answered, type Claim, forgetOldAnswers, newClaim, once } from "../src/idempotency/idempotency";

const START = 1_767_268_800_000;
const HOUR_MS = 3600_000;

let folder: string;
let server: Embedded;
let owner: Database;
let database: Database;
let now = START;
const clock = { now: () => now };
const random = { bytes: (count: number) => randomBytes(count) };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sotto-http-"));
  server = await startEmbedded({ dataDir: folder, fsync: false, log: () => {} });
  owner = openDatabase({ url: server.url });
  await migrateDatabase(server.url);
  // As the public process, so that a missing grant shows.
  database = openDatabase({ url: server.url, role: "sotto_http" });
});

beforeEach(async () => {
  now = START;
  await owner.$client`TRUNCATE idempotency_keys, admin_sessions, admin_users CASCADE`;
});

afterAll(async () => {
  await closeDatabase(database);
  await closeDatabase(owner);
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("transaction", () => {
  type Outcome = Result<number, "refused" | "short">;
  const keep = (tx: Parameters<Parameters<typeof transaction>[1]>[0]) =>
    tx.execute(`INSERT INTO idempotency_keys (scope_hash, body_hash, status, body, created_at)
      VALUES ('${"1".repeat(64)}', '${"2".repeat(64)}', 200, '{}', now())`);
  const count = async () =>
    (await owner.$client`SELECT count(*)::int AS count FROM idempotency_keys`)[0]?.count;

  it("takes everything back where its work returns a rollback, and yields the failure", async () => {
    const work = async (tx: Parameters<typeof keep>[0]): Promise<Outcome> => {
      await keep(tx);
      return rollback("refused");
    };
    const outcome = await transaction(database, work);
    expect(outcome).toStrictEqual(err("refused"));
    expect(Reflect.ownKeys(outcome)).toEqual(["ok", "error"]);
    expect(await count()).toBe(0);
  });

  it("commits what was written before an ordinary failure", async () => {
    const work = async (tx: Parameters<typeof keep>[0]): Promise<Outcome> => {
      await keep(tx);
      return err("refused");
    };
    expect(await transaction(database, work)).toEqual(err("refused"));
    expect(await count()).toBe(1);
  });

  it("yields the failure that a constraint stands for, and throws where it stands for none", async () => {
    const work = async (tx: Parameters<typeof keep>[0]): Promise<Outcome> => {
      await keep(tx);
      await keep(tx);
      return ok(2);
    };
    expect(
      await transaction(database, work, { constraint: "idempotency_keys_pkey", error: "short" }),
    ).toEqual(err("short"));
    await expect(transaction(database, work, { constraint: "another", error: "short" })).rejects.toThrow();
    expect(await count()).toBe(0);
  });
});

const wanted = (change: Partial<Parameters<typeof newClaim>[0]> = {}): Claim => {
  const made = newClaim({
    key: "k-0.1234567890123",
    route: "POST /api/exchanges",
    caller: "public",
    body: { a: 1 },
    atMs: now,
    ...change,
  });
  if (!made.ok) throw new Error(made.error.code);
  return made.value;
};
const ANSWER = { id: "o1" };
const keptAnswer = ok({ answer: ANSWER, orderId: null, status: 201 });
const ask = (one: Claim) => transaction(database, (tx) => answered(tx, one));
let done = 0;
const doOnce = (one: Claim): Promise<Result<typeof ANSWER, Problem>> =>
  transaction(database, (tx) =>
    once(tx, one, async () => {
      done++;
      return keptAnswer;
    }),
  );
beforeEach(() => {
  done = 0;
});

describe("idempotency", () => {
  it("answers the first answer again, refuses another body, and keeps routes and callers apart", async () => {
    expect(await doOnce(wanted())).toEqual(ok(ANSWER));
    expect(await doOnce(wanted())).toEqual(ok(ANSWER));
    expect(done).toBe(1);
    expect(await ask(wanted())).toEqual(ok(ANSWER));
    const [row] = await owner.$client`SELECT status, body FROM idempotency_keys`;
    expect(row).toEqual({ status: 201, body: ANSWER });
    expect(await doOnce(wanted({ body: { a: 2 } }))).toEqual(err(problem("idempotency/mismatch")));
    expect(await ask(wanted({ route: "POST /api/other" }))).toBe(null);
    expect(await ask(wanted({ caller: "admin:1" }))).toBe(null);
  });

  it("forgets after 24 h, and takes the key again", async () => {
    await doOnce(wanted());
    now += 24 * HOUR_MS - 1;
    expect(await ask(wanted())).toEqual(ok(ANSWER));
    now += 1;
    await doOnce(wanted({ body: { a: 2 } }));
    expect(done).toBe(2);
    expect(await ask(wanted({ body: { a: 2 } }))).toEqual(ok(ANSWER));
  });

  it("leaves no row behind after 24 h, and no younger one is lost", async () => {
    await doOnce(wanted());
    now += HOUR_MS;
    await doOnce(wanted({ route: "POST /api/other" }));
    now = START + 24 * HOUR_MS;
    await transaction(database, (tx) => forgetOldAnswers(tx, now));
    const [row] = await owner.$client`SELECT count(*)::int AS count FROM idempotency_keys`;
    expect(row?.count).toBe(1);
  });
});

describe("the same request at once, and what is kept of it", () => {
  it("says in flight while another transaction does the work", async () => {
    await transaction(database, async (tx) => {
      expect(await answered(tx, wanted())).toBe(null);
      expect(await ask(wanted())).toMatchObject({ error: { code: "idempotency/in-flight" } });
    });
  });

  it("does the work once of ten requests at once", async () => {
    await Promise.all(Array.from({ length: 10 }, () => doOnce(wanted())));
    expect(done).toBe(1);
  });

  it("remembers nothing of work that failed", async () => {
    const failing = transaction(database, async (tx) => {
      await once(tx, wanted(), async () => keptAnswer);
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    expect(await ask(wanted())).toBe(null);
    const refused = err(problem("order/closed"));
    expect(await transaction(database, (tx) => once(tx, wanted(), async () => refused))).toEqual(refused);
    expect(await ask(wanted())).toBe(null);
  });

  it("simply does the work without a claim", async () => {
    expect(await transaction(database, (tx) => once(tx, undefined, async () => keptAnswer))).toEqual(
      ok(ANSWER),
    );
    const [row] = await owner.$client`SELECT count(*)::int AS count FROM idempotency_keys`;
    expect(row?.count).toBe(0);
  });

  it("takes two spellings of one body for the same", () => {
    expect(wanted({ body: { a: 1, b: [{ c: 2, d: 3 }] } })).toEqual(
      wanted({ body: { b: [{ d: 3, c: 2 }], a: 1 } }),
    );
    expect(wanted({ body: { a: [1, 2] } })).not.toEqual(wanted({ body: { a: [2, 1] } }));
  });

  it("keeps neither key nor body in the open", async () => {
    await doOnce(wanted({ body: { receiveAddress: "bc1secret" } }));
    const [row] = await database.$client`SELECT idempotency_keys::text AS text FROM idempotency_keys`;
    expect(row?.text).not.toMatch(/k-0\.123|bc1secret/);
  });

  it.each(["short", "x".repeat(256), "with a blank", "ключ-ключ-ключ"])("refuses the key %j", (key) => {
    const made = newClaim({ key, route: "r", caller: "c", body: {}, atMs: now });
    expect(made).toMatchObject({ ok: false, error: { code: "request/key" } });
  });
});

const ADMIN = { username: "root", password: "correct horse battery staple 9" };
const sessions = (slept: number[] = [], isDelayLifted = false) =>
  createAdminSessions({
    database,
    clock,
    random,
    isDelayLifted,
    sleep: async (ms) => {
      slept.push(ms);
    },
  });
const login = async () => {
  const session = await sessions().login(ADMIN);
  if (!session.ok) throw new Error(session.error.code);
  return session.value;
};

describe("administrators", () => {
  it("are made at the first start, with a password returned once", async () => {
    const first = await ensureFirstAdmin({ database: owner, clock, random });
    expect(first.password).toMatch(/^[A-Za-z0-9_-]{20}$/);
    expect(await ensureFirstAdmin({ database: owner, clock, random })).toEqual({ username: "admin" });
    const session = await sessions().login({ username: "admin", password: first.password ?? "" });
    expect(session.ok).toBe(true);
  });

  it("take the password that the environment names, also a new one", async () => {
    expect(await ensureFirstAdmin({ database: owner, clock, random, ...ADMIN })).toEqual({
      username: "root",
    });
    await ensureFirstAdmin({
      database: owner,
      clock,
      random,
      ...ADMIN,
      password: "another one of the same length",
    });
    expect((await sessions().login(ADMIN)).ok).toBe(false);
  });

  it("fail alike for a wrong name and a wrong password", async () => {
    await ensureFirstAdmin({ database: owner, clock, random, ...ADMIN });
    const wrong = await sessions().login({ ...ADMIN, password: "wrong" });
    expect(wrong).toEqual({ ok: false, error: { code: "auth/failed" } });
    expect(await sessions().login({ username: "nobody", password: "wrong" })).toEqual(wrong);
  });
});

describe("sessions", () => {
  it("idle out after 30 min without a call", async () => {
    await ensureFirstAdmin({ database: owner, clock, random, ...ADMIN });
    const { token } = await login();
    now += 30 * 60_000 - 1;
    expect(await sessions().authenticate(token)).toMatchObject({ username: "root" });
    now += 30 * 60_000 - 1;
    expect(await sessions().authenticate(token)).toBeDefined();
    now += 30 * 60_000;
    expect(await sessions().authenticate(token)).toBeUndefined();
  });

  it("are logged out after 8 h, whatever they do", async () => {
    await ensureFirstAdmin({ database: owner, clock, random, ...ADMIN });
    const { token, expiresAt } = await login();
    expect(expiresAt).toBe(START + 8 * HOUR_MS);
    for (; now < expiresAt; now += 20 * 60_000) {
      expect(await sessions().authenticate(token)).toBeDefined();
    }
    expect(now).toBe(expiresAt);
    expect(await sessions().authenticate(token)).toBeUndefined();
  });

  it("revoke their token, of which the database knows a hash alone", async () => {
    await ensureFirstAdmin({ database: owner, clock, random, ...ADMIN });
    const { token } = await login();
    const [row] = await database.$client`SELECT admin_sessions::text AS text FROM admin_sessions`;
    expect(row?.text).not.toContain(token);
    const who = await sessions().authenticate(token);
    if (who === undefined) throw new Error("the token is not valid");
    await sessions().logout(token, who);
    expect(await sessions().authenticate(token)).toBeUndefined();
  });

  it("wait longer after each failure, 5 s at most, and never for ever", async () => {
    await ensureFirstAdmin({ database: owner, clock, random, ...ADMIN });
    const slept: number[] = [];
    const service = sessions(slept);
    for (let i = 0; i < 9; i++) await service.login({ ...ADMIN, password: "wrong" });
    expect(slept).toEqual([0, 0, 0, 250, 500, 1000, 2000, 4000, 5000]);
    expect((await service.login(ADMIN)).ok).toBe(true);
    await service.login(ADMIN);
    expect(slept.at(-1)).toBe(0);
    const lifted: number[] = [];
    await sessions(lifted, true).login(ADMIN);
    expect(lifted).toEqual([]);
  });
});
