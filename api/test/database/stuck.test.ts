import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkInvariants } from "../../src/ledger/invariants";
import { readStuck } from "../../src/ledger/stuck-store";
import { openPlace, type Place } from "./place";

let place: Place;
let made = 0;
const sql = () => place.owner.$client;
/** The worker's clock, as the chains' answers show it. */
const NOW = Date.parse("2026-03-10T09:30:00.000Z");
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const ago = (ms: number): string => new Date(NOW - ms).toISOString();

beforeAll(async () => {
  place = await openPlace();
  await sql()`INSERT INTO chain_cursors (chain, height, hash, tip_height, answered_at) VALUES ('tron', 1, 'h', 1, ${ago(0)})`;
});
afterAll(() => place.close());
beforeEach(async () => {
  await sql()`DELETE FROM attempt_legs`;
  await sql()`DELETE FROM payout_attempts`;
  await sql()`DELETE FROM payout_legs`;
  await sql()`DELETE FROM deposits`;
  await sql()`DELETE FROM outbox`;
  await sql()`DELETE FROM orders`;
  await sql()`DELETE FROM admin_switches`;
});

const order = async (state: string, { quietMs = 11 * MINUTE_MS, timer = null as string | null } = {}) => {
  const id = `order-${++made}`;
  await sql()`
    INSERT INTO orders (id, tracking_code, version, state, terms, body, book, send_asset, next_timer_at, created_at, updated_at)
    VALUES (${id}, ${String(100_000_000 + made)}, 1, ${state}, '{}', '{}', ${id}, 'BTC', ${timer}, ${ago(quietMs)}, ${ago(quietMs)})`;
  return { id, code: String(100_000_000 + made) };
};
const work = (orderId: string, kind: string, quietMs = 0, payload: object = { kind }) => sql()`
  INSERT INTO outbox (key, kind, order_id, payload, created_at, next_attempt_at, last_error)
  VALUES (${`key-${++made}`}, ${kind}, ${orderId}, ${JSON.stringify(payload)}::text::jsonb, ${ago(quietMs)}, ${ago(quietMs)}, 'rate_unavailable')`;
const leg = async (orderId: string) => {
  const id = `leg-${++made}`;
  await sql()`
    INSERT INTO payout_legs (id, order_id, leg_no, kind, chain, asset, destination, units, fee_units_max, state, created_at)
    VALUES (${id}, ${orderId}, 1, 'payout', 'tron', 'TRX', 'theirs', 5, 1, 'planned', ${ago(11 * MINUTE_MS)})`;
  return id;
};
const attempt = (legId: string, quietMs = 0) => sql()`
  WITH a AS (INSERT INTO payout_attempts (kind, chain, asset, destination, units, fee_units_max, state, raw, tx_id, next_check_at, created_at)
    VALUES ('legs', 'tron', 'TRX', 'theirs', 5, 1, 'sent', 'raw', ${legId}, ${ago(quietMs)}, ${ago(quietMs)}) RETURNING *)
  INSERT INTO attempt_legs SELECT a.id, 0, l.id, a.chain, l.owner, a.destination, a.units, a.live FROM a, payout_legs l WHERE l.id = ${legId}`;
/** What is stuck, each as "kind awaits"; the invariant must count the same. */
const stuck = async (): Promise<string[]> => {
  const { count, first } = await readStuck(place.worker);
  const invariant = (await checkInvariants(place.worker)).find(({ id }) => id === 18);
  expect([invariant?.violations, first.length]).toEqual([count, count]);
  return first.map(({ kind, awaits }) => `${kind} ${awaits}`).sort();
};

describe("what is stuck", () => {
  it.each(["confirming", "screening", "exchanging", "mixing", "sending", "refunding"])(
    "is an order in %s for which nothing is left to do",
    async (state) => {
      await order(state, { quietMs: 9 * MINUTE_MS });
      expect(await stuck()).toEqual([]);
      const { code } = await order(state);
      expect(await stuck()).toEqual(["order nothing"]);
      const { first } = await readStuck(place.admin);
      expect(first).toMatchObject([{ kind: "order", name: code, since: NOW - 11 * MINUTE_MS, detail: null }]);
    },
  );

  it("is not what work, a transaction or a deposit moves", async () => {
    const working = await order("screening");
    await work(working.id, "screen");
    const sending = await order("sending");
    await attempt(await leg(sending.id));
    const confirming = await order("confirming");
    await sql()`INSERT INTO deposits (id, chain, tx_id, ordinal, asset, address, units, kind, order_id, state, required, first_seen_at)
      VALUES (${confirming.id}, 'tron', 't', 0, 'TRX', 'ours', 5, 'order', ${confirming.id}, 'seen', 1, ${ago(0)})`;
    expect(await stuck()).toEqual([]);
  });

  it("is not what waits for a person, until its timer is an hour late, or a day where it needs a price", async () => {
    await order("hold", { quietMs: 9 * DAY_MS });
    await order("hold", { timer: ago(59 * MINUTE_MS) });
    await order("action_required", { timer: ago(DAY_MS - MINUTE_MS) });
    await order("waiting", { timer: ago(59 * MINUTE_MS) });
    expect(await stuck()).toEqual([]);
    await order("hold", { timer: ago(61 * MINUTE_MS) });
    await order("waiting", { timer: ago(61 * MINUTE_MS) });
    await order("action_required", { timer: ago(DAY_MS + MINUTE_MS) });
    expect(await stuck()).toEqual(["order timer", "order timer", "order timer"]);
  });
});

describe("what is stuck in spite of its work", () => {
  it("is work that is put off for a day, with the reason; not a mix, nor payouts while they are paused", async () => {
    const late = DAY_MS + MINUTE_MS;
    const { id } = await order("exchanging", { quietMs: late });
    await work(id, "settle", DAY_MS - MINUTE_MS);
    const mix = await order("mixing", { quietMs: late });
    await work(mix.id, "mix", late);
    expect(await stuck()).toEqual([]);
    await work(id, "settle", late);
    expect(await stuck()).toEqual(["order work"]);
    expect((await readStuck(place.admin)).first[0]?.detail).toBe("rate_unavailable");
    await sql()`DELETE FROM outbox WHERE order_id = ${id}`;
    await work(id, "send_leg", late);
    expect(await stuck()).toEqual(["order work"]);
    await sql()`INSERT INTO admin_switches (name, paused, reason, turned_at) VALUES ('payouts', true, 'upgrade', ${ago(0)})`;
    expect(await stuck()).toEqual([]);
  });

  it("is a leg whose transactions another is to take the place of, where none is signed", async () => {
    const { id } = await order("sending", { quietMs: 0 });
    const legId = await leg(id);
    await attempt(legId);
    await sql()`UPDATE payout_attempts SET state = 'superseded', proof = 'a reorg took one of its inputs'`;
    expect(await stuck()).toEqual(["leg nothing"]);
    await work(id, "send_leg", 0, { kind: "send_leg", legId });
    expect(await stuck()).toEqual([]);
  });

  it("is a leg that nothing sends, and a transaction that is not final within a day", async () => {
    const { id } = await order("sending", { quietMs: 0 });
    const legId = await leg(id);
    expect(await stuck()).toEqual(["leg nothing"]);
    // An administrator has released it: it is planned again first.
    await work(id, "replan_leg", 0, { kind: "replan_leg", legId });
    expect(await stuck()).toEqual([]);
    await sql()`DELETE FROM outbox`;
    await work(id, "send_leg", 0, { kind: "send_leg", legId });
    expect(await stuck()).toEqual([]);
    await attempt(legId, DAY_MS + MINUTE_MS);
    expect(await stuck()).toEqual(["leg transaction"]);
  });
});

describe("a deposit that is stuck", () => {
  const insert = (txId: string, block: { height: number | null; quietMs: number; state?: string }) => sql()`
    INSERT INTO deposits (id, chain, tx_id, ordinal, tx_hash, asset, address, units, kind, state, height, block_hash, block_at, required, first_seen_at)
    VALUES (${txId}, 'tron', ${txId}, 0, ${`hash-${txId}`}, 'TRX', 'ours', 5, 'unallocated', ${block.state ?? "seen"}, ${block.height},
      ${block.height === null ? null : "hash"}, ${block.height === null ? null : ago(block.quietMs)}, 3, ${ago(block.quietMs)})`;
  const late = DAY_MS + MINUTE_MS;

  it("is one that has been deep enough for a day and is not credited, while its network answers", async () => {
    await sql()`UPDATE chain_cursors SET tip_height = 12`;
    await insert("early", { height: 10, quietMs: DAY_MS - MINUTE_MS });
    await insert("shallow", { height: 11, quietMs: late });
    await insert("waiting", { height: null, quietMs: late });
    await insert("credited", { height: 10, quietMs: late, state: "credited" });
    expect(await stuck()).toEqual([]);
    await insert("held", { height: 10, quietMs: late });
    expect(await stuck()).toEqual(["deposit credit"]);
    expect((await readStuck(place.admin)).first).toMatchObject([{ name: "hash-held", since: NOW - late }]);
    await sql()`UPDATE chain_cursors SET status = 'halted', reason = 'a reorg'`;
    expect(await stuck()).toEqual([]);
    await sql()`UPDATE chain_cursors SET status = 'ok', reason = NULL`;
  });
});

describe("a loan that is stuck", () => {
  it("is a loan that the reserve was asked to pay, and that nothing pays", async () => {
    const insert = (status: string) => sql()`
      INSERT INTO loans (version, status, asset, units, rate_scaled, value_scaled, fee_scaled, receive_address, approval_required, created_by, created_at)
      VALUES (1, ${status}, 'BTC', 1, 1, 1, 1, 'theirs', false, 'ana', ${ago(DAY_MS)}) RETURNING id::text`;
    const [loan] = await insert("pending");
    const id = String(loan?.id);
    expect(await stuck()).toEqual([]);
    await sql()`UPDATE loans SET version = 2, status = 'processing', paid_by = 'ana', fee_units_max = 1, asked_at = ${ago(11 * MINUTE_MS)}
      WHERE id = ${id}`;
    expect(await stuck()).toEqual(["loan nothing"]);
    await sql()`INSERT INTO outbox (key, kind, payload, created_at, next_attempt_at)
      VALUES (${`loan:${id}:2:1`}, 'plan_loan', '{"kind": "plan_loan"}', ${ago(0)}, ${ago(0)})`;
    expect(await stuck()).toEqual([]);
    await sql()`UPDATE outbox SET created_at = ${ago(DAY_MS + MINUTE_MS)}`;
    expect(await stuck()).toEqual(["loan work"]);
  });
});
