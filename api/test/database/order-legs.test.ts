import { expect, it } from "vitest";
import type { OrderId } from "../../src/core/ids";
import { silentNotifier } from "../../src/db/notifications";
import { transaction } from "../../src/db/transaction";
import { createOrderLegOwner } from "../../src/orders/engine/leg-owner";
import { loadOrder } from "../../src/orders/store/store";
import { CREATED_AT } from "../orders/example-order";
import { engine, insertPaid, place, plan, settledHooks } from "./settled-world";

settledHooks();

const stateOf = async (id: OrderId) => (await loadOrder(place.worker, id))?.phase.state;

it("a transaction that pays legs of two orders is told to both, and to each of them once", async () => {
  const clock = { now: () => CREATED_AT };
  const owner = createOrderLegOwner({ engine: engine(), notifier: silentNotifier, clock });
  const paid = [];
  for (const orderId of [await insertPaid(), await insertPaid()])
    paid.push({ life: "one transaction", txId: "tx", ownerId: orderId, legId: await plan(orderId) });
  for (const payment of [...paid, ...paid]) await owner.sent(payment);
  for (const payment of [...paid, ...paid])
    await transaction(place.worker, (tx) => owner.final(tx, { ...payment, feeUnits: 1_000n }));
  expect(await Promise.all(paid.map(({ ownerId }) => stateOf(ownerId)))).toEqual(["completed", "completed"]);
  const [row] = await place.owner.$client`
    SELECT count(*)::int AS count FROM order_events WHERE type = 'leg_final' AND order_id = ANY(${paid.map(({ ownerId }) => ownerId)})`;
  expect(row?.count).toBe(2);
});
