import type { Clock, Random } from "../../core/ports";
import type { Tx } from "../../db/client";
import type { DepositRow } from "../../deposits/store";
import { newBookId, newOrderId, newTrackingCode } from "../ids";
import { create } from "../machine/on-created";
import type { Order } from "../machine/order";
import { insertOrder } from "../store/store";

/**
 * Opens the order that sends a deposit of no order back, less its network cost. A second one of the same deposit violates the
 * key of the events.
 */
export async function openClaim(
  { clock, random }: { clock: Clock; random: Random },
  tx: Tx,
  { deposit, refundAddress }: { deposit: DepositRow; refundAddress: string },
): Promise<Order> {
  const created = create({
    type: "claimed",
    deposit,
    id: newOrderId(random),
    trackingCode: newTrackingCode(random),
    book: newBookId(random),
    refundAddress,
    at: clock.now(),
  });
  await insertOrder(tx, created, { source: "claim", externalId: deposit.id, type: "claimed" });
  return created.order;
}
