import { describe, expect, it } from "vitest";
import { type LegId, legIdOf, type OrderId } from "../../src/core/ids";
import type { Database } from "../../src/db/client";
import { sqlState } from "../../src/db/transaction";
import {
  CREATED_AT,
  exampleMixer,
  RATE,
  RECEIVE_UNITS,
  REFUND_FEE_UNITS,
  SEND_UNITS,
} from "../orders/example-order";
import { due, happen, insertPaid, place, plan, settledHooks } from "./settled-world";
import { newOrder, placeHonestly } from "./taken-over-world";

/** SQLSTATE insufficient_privilege. */
const DENIED = "42501";

settledHooks();

/** The SQLSTATE with which a statement failed; null where it did not. */
const failureOf = (database: Database, statement: string): Promise<string | null> =>
  database.$client.unsafe(statement).then(
    () => null,
    (error: unknown) => sqlState(error) ?? String(error),
  );

/** Plans another leg of an order with its settlement, as a thief of the worker's login can. */
async function forge(
  orderId: OrderId,
  change: Record<"kind" | "destination" | "units" | "credited" | "rate" | "fee" | "asset", string>,
): Promise<string> {
  const { kind, destination, units, credited, rate, fee, asset } = change;
  const id = `forged-${Math.random()}`;
  const { $client: sql } = place.worker;
  const chain = asset === "BTC" ? "bitcoin" : "tron";
  await sql`INSERT INTO payout_legs (id, order_id, leg_no, kind, chain, asset, destination, units, fee_units_max, state, created_at)
    VALUES (${id}, ${orderId}, 9, ${kind}, ${chain}, ${asset}, ${destination}, ${units}, 1, 'planned', now())`;
  await sql`INSERT INTO settlements (leg_id, kind, order_id, asset, destination, units, fee_units_max, credited_units, network_fee_units,
      rate_numerator, rate_denominator, created_at)
    VALUES (${id}, ${kind}, ${orderId}, ${asset}, ${destination}, ${units}, 1, ${credited}, ${fee},
      ${kind === "payout" ? rate : null}, ${kind === "payout" ? "1" : null}, now())`;
  const found = await due(legIdOf(id));
  return typeof found === "string" ? found : "paid";
}

/** What the order's own settlement would be. */
const FAIR = {
  kind: "payout",
  destination: "receive-address",
  units: RECEIVE_UNITS.toString(),
  credited: SEND_UNITS.toString(),
  rate: RATE.numerator.toString(),
  fee: "800000",
  asset: "USDT-TRC20",
} as const;

describe("a settlement", () => {
  it("is written with its leg, and what both say is paid", async () => {
    const legId = await plan(await insertPaid());
    const terms = { destination: "receive-address", asset: "USDT-TRC20", units: RECEIVE_UNITS };
    expect(await due(legId)).toMatchObject(terms);
    expect(await due(legId)).toEqual(await due(legId));
  });

  it("is written by the worker only, and never changed or deleted", async () => {
    await plan(await insertPaid());
    const another = `INSERT INTO settlements SELECT 'x', kind, order_id, loan_id, asset, 'mine', units, fee_units_max, credited_units,
      network_fee_units, rate_numerator, rate_denominator, created_at FROM settlements LIMIT 1`;
    for (const role of ["http", "admin", "signer"] as const) {
      expect(await failureOf(place[role], another), role).toBe(DENIED);
      expect(await failureOf(place[role], "INSERT INTO settlement_caps VALUES ('x', 1)"), role).toBe(DENIED);
    }
    for (const role of ["http", "admin", "worker", "signer", "owner"] as const)
      for (const statement of [
        "UPDATE settlements SET destination = 'mine'",
        "DELETE FROM settlements",
        "UPDATE settlement_caps SET fee_units_max = 1",
        "DELETE FROM settlement_caps",
      ])
        expect(await failureOf(place[role], statement), `${role}: ${statement}`).toBe(DENIED);
  });

  it("goes with the traces of its order", async () => {
    const orderId = await insertPaid();
    const legId = await plan(orderId);
    await happen(orderId, { type: "leg_replanned", at: CREATED_AT, legId, feeUnitsMax: 95_000_000n });
    await happen(orderId, { type: "leg_final", at: CREATED_AT, legId, txId: "t", feeUnits: 0n });
    await place.worker.$client`DELETE FROM outbox WHERE order_id = ${orderId}`;
    const [answer] = await place.http.$client`SELECT outcome FROM forget_order(${orderId})`;
    expect(answer?.outcome).toBe("forgotten");
    const kept = await place.owner.$client`
      SELECT 1 FROM forgotten_facts WHERE kind = 'settlement' AND hash = forgotten_hash(${`settlement:${legId}`})`;
    expect(kept).toHaveLength(1);
    expect(await place.owner.$client`SELECT 1 FROM settlements WHERE leg_id = ${legId}`).toHaveLength(0);
    expect(await place.owner.$client`SELECT 1 FROM settlement_caps WHERE leg_id = ${legId}`).toHaveLength(0);
  });

  it("has a higher fee cap only by a release, and never one above the signer's own", async () => {
    const orderId = await insertPaid();
    const legId = await plan(orderId);
    expect(await due(legId)).toMatchObject({ feeUnitsMax: 90_000_000n });
    await place.worker.$client`UPDATE payout_legs SET fee_units_max = 90000001 WHERE id = ${legId}`;
    expect(await due(legId)).toMatch(/fee cap is above/);
    await happen(orderId, { type: "leg_replanned", at: CREATED_AT, legId, feeUnitsMax: 95_000_000n });
    expect(await due(legId)).toMatchObject({ feeUnitsMax: 95_000_000n });
    await happen(orderId, { type: "leg_replanned", at: CREATED_AT, legId, feeUnitsMax: 10n ** 11n });
    expect(await due(legId)).toMatchObject({ feeUnitsMax: 100_000_000n });
  });
});

describe("a thief of the worker's login", () => {
  it.each([
    ["destination = 'mine'", /destination differs/],
    ["units = units + 1", /units differs/],
    ["kind = 'refund'", /kind differs/],
    ["asset = 'TRX'", /asset differs/],
    ["chain = 'bitcoin'", /chain is not/],
    ["state = 'final'", /paid or was taken back/],
  ])("rewrites a leg by %s and is not paid", async (change, why) => {
    const legId = await plan(await insertPaid());
    await place.worker.$client.unsafe(`UPDATE payout_legs SET ${change} WHERE id = '${legId}'`);
    expect(await due(legId)).toMatch(why);
  });

  it("plans a leg without a settlement and is not paid", async () => {
    const orderId = await insertPaid();
    await place.worker.$client`
      INSERT INTO payout_legs (id, order_id, leg_no, kind, chain, asset, destination, units, fee_units_max, state, created_at)
      VALUES (${`bare-${orderId}`}, ${orderId}, 1, 'payout', 'tron', 'USDT-TRC20', 'receive-address', 1, 1, 'planned', now())`;
    expect(await due(legIdOf(`bare-${orderId}`))).toBe("the leg has no settlement");
  });

  it.each([
    [{}, "paid"],
    [{ destination: "mine" }, "the destination is not one of the order's"],
    [{ asset: "TRX" }, "the asset is not the one that the order receives"],
    [{ units: (RECEIVE_UNITS + 1n).toString() }, "the amount is not what the credits bring"],
    [{ credited: (SEND_UNITS + 1n).toString() }, "the ledger has credited less than is paid for"],
    [{ fee: "-1" }, "the network fee is below nothing"],
    [{ kind: "refund", asset: "BTC" }, "the destination is not the order's refund address"],
    [
      { kind: "refund", asset: "BTC", destination: "refund-address", units: "5000001", fee: "0" },
      "the amount is not what was credited less the network fee",
    ],
    [{ kind: "refund", asset: "BTC", destination: "refund-address", units: "5000000", fee: "0" }, "paid"],
    [
      { kind: "refund", asset: "LTC", destination: "refund-address", units: "5000000", fee: "0" },
      "the leg's chain is not that of its asset",
    ],
  ])("settles an order itself with %o: %s", async (change, answer) => {
    expect(await forge(await insertPaid({}, "refund-address"), { ...FAIR, ...change })).toBe(answer);
  });

  it("has no order paid twice, nor paid and refunded", async () => {
    const orderId = await insertPaid({}, "refund-address");
    await plan(orderId);
    expect(await forge(orderId, FAIR)).toBe("the amount is not what the credits bring");
    await place.worker.$client`DELETE FROM outbox WHERE order_id = ${orderId}`;
    const other = await insertPaid({}, "refund-address");
    await plan(other);
    const refund = { ...FAIR, kind: "refund", asset: "BTC", destination: "refund-address" };
    expect(await forge(other, { ...refund, units: "5000000", fee: "0" })).toBe(
      "an order is paid or refunded, not both",
    );
  });

  it("has no mix paid more than its credits bring, however many legs that takes", async () => {
    const orderId = await insertPaid({ mixer: exampleMixer(1) });
    const half = { ...FAIR, units: (RECEIVE_UNITS / 2n).toString() };
    expect(await forge(orderId, half)).toBe("paid");
    await place.worker.$client`UPDATE payout_legs SET leg_no = 1 WHERE order_id = ${orderId}`;
    expect(await forge(orderId, { ...half, units: (RECEIVE_UNITS / 2n + 1n).toString() })).toBe(
      "the amount is not what the credits bring",
    );
    await place.worker
      .$client`UPDATE payout_legs SET state = 'reversed', leg_no = 2 WHERE order_id = ${orderId} AND leg_no = 9`;
    expect(await forge(orderId, half)).toBe("paid");
  });

  it("has nothing paid for a deposit that is no longer credited", async () => {
    const orderId = await insertPaid();
    const legId = await plan(orderId);
    await place.worker.$client`UPDATE deposits SET state = 'lost' WHERE order_id = ${orderId}`;
    expect(await due(legId)).toBe("credited deposits to our addresses are less than is paid for");
  });
});

describe("a thief of the public process's login", () => {
  const rewrite = (orderId: OrderId, set: string) =>
    failureOf(place.http, `UPDATE orders SET ${set}, version = version + 1 WHERE id = '${orderId}'`);

  it.each([
    ["refund_address = 'mine', state = 'refunding'"],
    [
      `refund_address = 'mine', state = 'refunding', body = jsonb_set(body, '{phase}', '{"state": "refunding"}')`,
    ],
    [`refund_address = 'mine', body = jsonb_set(body, '{phase}', '{"state": "refunding"}')`],
    ["refund_address = 'mine', body = jsonb_set(body, '{late}', 'true')"],
    [`body = jsonb_set(body, '{deposits,0,units}', '{"$bigint": "500000000"}')`],
    [`body = jsonb_set(body, '{settlement}', '{"rate": 1}')`],
    [`body = jsonb_set(body, '{legs}', '[{"id": "mine"}]')`],
    ["body = jsonb_set(body, '{phase}', 'null')"],
    ["body = jsonb_set(body, '{phase,since}', '1')"],
    ["body = body - 'phase'"],
  ])("cannot bring an order under way to pay it: %s", async (set) => {
    expect(await rewrite(await insertPaid(), set)).toBe(DENIED);
  });

  it("cannot call an order cancelled and have it refunded", async () => {
    const { id } = await placeHonestly(newOrder());
    const phase = (written: string) =>
      rewrite(
        id,
        `state = 'cancelled', next_timer_at = NULL, body = jsonb_set(body, '{phase}', '${written}')`,
      );
    expect(await phase('{"state": "refunding"}')).toBe(DENIED);
    expect(await phase(`{"state": "cancelled", "at": ${CREATED_AT}}`)).toBeNull();
  });

  it("takes in what a customer wishes, as before", async () => {
    expect(await rewrite(await insertPaid(), "refund_address = 'theirs'")).toBeNull();
    expect(await rewrite(await insertPaid(), "updated_at = updated_at")).toBeNull();
  });

  it("places an order of terms that would pay it more than it sent, and is not paid", async () => {
    const quote = { rate: RATE, networkFeeUnits: -1_000_000_000n, receiveUnits: RECEIVE_UNITS };
    const legId = await plan(await insertPaid({ orderType: "fixed", quote }));
    expect(await due(legId)).toBe("the network fee is below nothing");
    const free = await plan(await insertPaid({ feePpm: 0n }));
    expect(await due(free)).toBe("the order's fee is below every fee of ours");
  });
});

it("a refund is what was credited less its network fee, to the order's refund address", async () => {
  const orderId = await insertPaid({}, "refund-address");
  await place.worker
    .$client`UPDATE orders SET state = 'refunding', version = version + 1, body = jsonb_set(body, '{phase}', '{"state": "refunding"}') WHERE id = ${orderId}`;
  const legId = await plan(orderId, "plan_refund");
  expect(await due(legId)).toMatchObject({
    destination: "refund-address",
    asset: "BTC",
    units: SEND_UNITS - REFUND_FEE_UNITS,
  });
});

describe("a second payment", () => {
  /** As the worker writes a transaction that it has signed for a leg. */
  const attempt = async (legId: LegId, nonce: number, state: string) => {
    const [row] = await place.worker.$client`
      INSERT INTO payout_attempts (kind, chain, asset, sender, nonce, destination, units, fee_units_max, state, raw, tx_id, proof, next_check_at, created_at)
      VALUES ('legs', 'tron', 'USDT-TRC20', ${legId}, ${nonce}, 'receive-address', 1, 1, ${state}, ${`raw ${nonce}`}, ${`${legId} ${nonce}`},
        'a proof', now(), now() - interval '1 hour') RETURNING id, live`;
    await place.worker.$client`
      INSERT INTO attempt_legs (attempt_id, ordinal, leg_id, chain, owner, destination, units, live)
      SELECT ${row?.id}, 0, id, chain, owner, destination, units, ${row?.live} FROM payout_legs WHERE id = ${legId}`;
  };
  const earlier = async (legId: LegId) => {
    const found = await due(legId);
    return typeof found === "string" ? found : found.earlier.map(({ nonce }) => nonce);
  };
  const word = (legId: LegId, txId: string) => place.admin.$client`
    INSERT INTO payout_overrides (leg_id, tx_id, reason, state, asked_at) VALUES (${legId}, ${txId}, 'lost', 'asked', now())`;
  const honour = (legId: LegId) =>
    place.worker.$client`UPDATE payout_overrides SET state = 'honoured' WHERE leg_id = ${legId}`;

  it("takes the place of those that are not proved dead", async () => {
    const legId = await plan(await insertPaid());
    await attempt(legId, 1, "dead");
    await attempt(legId, 2, "reverted");
    expect(await earlier(legId)).toEqual([]);
    await attempt(legId, 3, "superseded");
    await attempt(legId, 4, "sent");
    expect(await earlier(legId)).toEqual([3, 4]);
    const recorded = [1, 2, 3, 4].map((nonce) => `${legId} ${nonce}`);
    expect(await due(legId)).toMatchObject({ recorded: expect.arrayContaining(recorded) });
  });

  it("need not, once an approver's word on the leg's first transaction is honoured, and only those before it", async () => {
    const legId = await plan(await insertPaid());
    await attempt(legId, 1, "superseded");
    await word(legId, `${legId} 1`);
    expect(await earlier(legId)).toEqual([1]);
    await honour(legId);
    expect(await earlier(legId)).toEqual([]);
    await attempt(legId, 2, "sent");
    await place.worker.$client`UPDATE payout_attempts SET created_at = now() WHERE tx_id = ${`${legId} 2`}`;
    expect(await earlier(legId)).toEqual([2]);
  });

  it("must, where the word is about another transaction, or is none of an approver", async () => {
    const legId = await plan(await insertPaid());
    await attempt(legId, 1, "superseded");
    await word(legId, "another");
    await honour(legId);
    expect(await earlier(legId)).toEqual([1]);
    const forged = `INSERT INTO payout_overrides VALUES ('x', 'y', 'z', 'honoured', now())`;
    for (const role of ["http", "worker", "signer"] as const)
      expect(await failureOf(place[role], forged), role).toBe(DENIED);
  });
});
