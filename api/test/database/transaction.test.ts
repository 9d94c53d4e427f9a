import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Problem, problem } from "../../src/core/errors";
import { err, ok, type Result } from "../../src/core/result";
import type { Database, Tx } from "../../src/db/client";
import { type Outcome, rollback, transaction } from "../../src/db/transaction";
import { answered, type Claim, forgetOldAnswers, newClaim, once } from "../../src/idempotency/idempotency";
import { openPlace, type Place } from "./place";

const START = 1_767_268_800_000;
const HOUR_MS = 3600_000;

let place: Place;
let owner: Database;
let database: Database;
let now = START;

beforeAll(async () => {
  place = await openPlace();
  owner = place.owner;
  // As the public process, so that a missing grant shows.
  database = place.http;
});
beforeEach(async () => {
  now = START;
  await owner.$client`TRUNCATE idempotency_keys`;
});
afterAll(() => place.close());

/** Writes a row that has nothing to do with a claim. */
const keep = (tx: Tx) =>
  tx.execute(`INSERT INTO idempotency_keys (scope_hash, body_hash, status, body, created_at)
    VALUES ('${"1".repeat(64)}', '${"2".repeat(64)}', 200, '{}', now())`);
const countKept = async () =>
  (await owner.$client`SELECT count(*)::int AS count FROM idempotency_keys`)[0]?.count;

describe("transaction", () => {
  type Worked = Outcome<number, "refused" | "short">;
  it("takes everything back where its work returns a rollback, and yields the failure", async () => {
    const work = async (tx: Tx): Promise<Worked> => {
      await keep(tx);
      return rollback("refused");
    };
    const outcome = await transaction(database, work);
    expect(outcome).toStrictEqual(err("refused"));
    expect(Reflect.ownKeys(outcome)).toEqual(["ok", "error"]);
    expect(await countKept()).toBe(0);
  });

  it("commits what was written before an ordinary failure", async () => {
    const work = async (tx: Tx): Promise<Worked> => {
      await keep(tx);
      return err("refused");
    };
    expect(await transaction(database, work)).toEqual(err("refused"));
    expect(await countKept()).toBe(1);
  });

  it("yields the failure that a constraint stands for, and throws where it stands for none", async () => {
    const work = async (tx: Tx): Promise<Worked> => {
      await keep(tx);
      await keep(tx);
      return ok(2);
    };
    expect(
      await transaction(database, work, { constraint: "idempotency_keys_pkey", error: "short" }),
    ).toEqual(err("short"));
    await expect(transaction(database, work, { constraint: "another", error: "short" })).rejects.toThrow();
    expect(await countKept()).toBe(0);
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

  it("passes a rollback on: neither the work nor its answer is kept, and the same request tries again", async () => {
    const short = problem("reserve/insufficient");
    const refuse = (tx: Tx) =>
      once<typeof ANSWER>(tx, wanted(), async () => {
        await keep(tx);
        return rollback(short);
      });
    expect(await transaction(database, refuse)).toStrictEqual(err(short));
    expect(await countKept()).toBe(0);
    expect(await doOnce(wanted())).toEqual(ok(ANSWER));
    expect(done).toBe(1);
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
