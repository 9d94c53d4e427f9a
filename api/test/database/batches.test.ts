// Events of different orders that come at the same time are written in one transaction, and none of them is another's fault.
import { expect, it } from "vitest";
import type { OrderId } from "../../src/core/ids";
import type { Occurrence } from "../../src/orders/engine/apply";
import { newLegId } from "../../src/orders/ids";
import { loadOrder } from "../../src/orders/store/store";
import { CREATED_AT, exampleMarket, RECEIVE_UNITS } from "../orders/example-order";
import { engine, insertPaid, place, settledHooks } from "./settled-world";

settledHooks();

const random = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) };
const REFUND_ADDRESS = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const market = exampleMarket({ payableUnits: RECEIVE_UNITS * 1000n });

const settleOf = (orderId: OrderId, more: Partial<Occurrence> = {}): Occurrence => ({
  orderId,
  source: "test",
  externalId: `${orderId}:settle`,
  event: { type: "settle", at: CREATED_AT, market, legId: newLegId(random) },
  covered: true,
  ...more,
});

async function insertOrders(count: number): Promise<OrderId[]> {
  const ids: OrderId[] = [];
  while (ids.length < count) ids.push(await insertPaid());
  return ids;
}

/** The orders' settlements, the legs that they planned, and in how many transactions. */
async function written(ids: readonly OrderId[]) {
  const [row] = await place.owner.$client<{ events: number; transactions: number; legs: number }[]>`
    SELECT count(*)::int AS events, count(DISTINCT xmin::text)::int AS transactions,
      (SELECT count(*)::int FROM payout_legs WHERE order_id = ANY(${ids})) AS legs
    FROM order_events WHERE type = 'settle' AND order_id = ANY(${ids})`;
  return row;
}

const planned = async (): Promise<bigint> => {
  const [row] = await place.owner.$client`SELECT planned::text FROM reserves WHERE asset = 'USDT-TRC20'`;
  return BigInt(row?.planned ?? 0);
};

it("events that come together share a transaction", async () => {
  const ids = await insertOrders(20);
  const { apply } = engine();
  const before = await planned();
  const applied = await Promise.all(ids.map((id) => apply(settleOf(id))));
  expect(applied.map(({ ok }) => ok)).toEqual(ids.map(() => true));
  expect(await written(ids)).toEqual({ events: 20, transactions: 1, legs: 20 });
  const [first] = applied;
  if (!first?.ok) throw new Error("not settled");
  const { units = 0n } = first.value.order.legs[0] ?? {};
  expect((await planned()) - before).toBe(20n * units);
});

it("what is promised together is never more than there is", async () => {
  const ids = await insertOrders(6);
  const before = await planned();
  const [row] = await place.owner
    .$client`SELECT (own - held - planned)::text AS free FROM reserves WHERE asset = 'USDT-TRC20'`;
  // Room is left for four of the six.
  const taken = BigInt(row?.free ?? 0) - 4n * RECEIVE_UNITS - RECEIVE_UNITS / 2n;
  await place.owner
    .$client`UPDATE reserves SET held = held + ${taken.toString()}::numeric WHERE asset = 'USDT-TRC20'`;
  const { apply } = engine();
  const applied = await Promise.all(ids.map((id) => apply(settleOf(id))));
  await place.owner
    .$client`UPDATE reserves SET held = held - ${taken.toString()}::numeric WHERE asset = 'USDT-TRC20'`;
  const refused = applied.filter((one) => !one.ok);
  expect(refused).toEqual([1, 2].map(() => ({ ok: false, error: "reserve_insufficient" })));
  expect(applied.slice(0, 4).every(({ ok }) => ok)).toBe(true);
  expect(await written(ids)).toEqual({ events: 4, transactions: 1, legs: 4 });
  expect((await planned()) - before).toBeLessThanOrEqual(4n * RECEIVE_UNITS);
});

it("the same event, twice at once, is taken in once", async () => {
  const ids = await insertOrders(3);
  const { apply } = engine();
  const occurrences = ids.map((id) => settleOf(id));
  const applied = await Promise.all([...occurrences, ...occurrences].map(apply));
  expect(applied.map((one) => one.ok && one.value.duplicate)).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
  ]);
  expect(await written(ids)).toMatchObject({ events: 3, legs: 3 });
});

it("one that fails does not make others fail", async () => {
  const ids = await insertOrders(4);
  const { apply } = engine();
  const also = async (): Promise<void> => {
    throw new RangeError("beside the event");
  };
  const applied = await Promise.allSettled(
    ids.map((id, at) => apply(settleOf(id, at === 1 ? { also } : {}))),
  );
  expect(applied.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  expect(await written(ids)).toMatchObject({ events: 3, legs: 3 });
});

it("an order that has moved on is tried again, and the others are written", async () => {
  const ids = await insertOrders(3);
  const [first, second] = ids as [OrderId, OrderId];
  const elsewhere = engine();
  let isMoved = false;
  const also = async (): Promise<void> => {
    if (isMoved) return;
    isMoved = true;
    const event = { type: "refund_address", at: CREATED_AT, address: REFUND_ADDRESS } as const;
    const moved = await elsewhere.apply({
      orderId: second,
      source: "test",
      externalId: `${second}:r`,
      event,
    });
    expect(moved.ok).toBe(true);
  };
  const { apply } = engine();
  const applied = await Promise.all(ids.map((id) => apply(settleOf(id, id === first ? { also } : {}))));
  expect(applied.map((one) => one.ok && !one.value.duplicate)).toEqual([true, true, true]);
  expect(await written(ids)).toEqual({ events: 3, transactions: 2, legs: 3 });
  const order = await loadOrder(place.worker, second);
  expect(order?.refundAddress).toBe(REFUND_ADDRESS);
  expect(order?.legs).toHaveLength(1);
});
