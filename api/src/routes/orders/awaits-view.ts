import { isoOf } from "../../core/instant";
import { holdWait } from "../../orders/machine/hold";
import type { Order } from "../../orders/machine/order";
import type { OrderWire } from "./schema";

/** What an order on hold waits for, and since when; null for any other. */
export function awaitsWire(order: Order): OrderWire["awaits"] {
  if (order.phase.state !== "hold") return null;
  const { what, since, refundAt } = holdWait(order);
  return { what, since: isoOf(since), refundAt: refundAt === null ? null : isoOf(refundAt) };
}
