import type { OrderState } from "@sotto/openapi";
import type { Order } from "../../lib/api";
import { changeBasisPoints } from "../../lib/decimal";
import type { DiscLevel } from "../../ui/disc";
import { stepOf } from "./steps";

/**
 * How full the disc of an order is: empty until a payment is seen, then by its confirmations, full from then on; a mix fills
 * it once more, by its rounds.
 */
export function discLevel(order: Order): DiscLevel {
  switch (order.state) {
    case "waiting":
    case "expired":
    case "cancelled":
    case "failed":
      return { level: 0 };
    case "confirming":
      return { level: order.confirmations / Math.max(1, order.confirmationsRequired) };
    case "action_required":
      return { level: arrivedShare(order) ?? 0.5, isTilted: true };
    case "mixing":
      return { level: roundsShare(order) };
    case "hold":
      return order.awaits?.what === "refund_address" ? { level: 0.5, isTilted: true } : { level: 1 };
    default:
      return { level: 1 };
  }
}

/** How full the disc of a step, 0 to 3, is: full once the step is done, empty before it begins. */
export function stepDiscLevel(order: Order, index: number): DiscLevel {
  const current = stepOf(order.state);
  if (index !== current) return { level: index < current ? 1 : 0 };
  if (index === 1 || order.state === "action_required") return discLevel(order);
  return { ...discLevel(order), level: index === 2 ? 0.5 : 0 };
}

/** The rounds of a mix that are over, those that were left out included. */
const roundsShare = ({ mixing }: Order): number =>
  mixing === null ? 1 : Math.min(1, (mixing.round + mixing.skipped) / Math.max(1, mixing.rounds));

/** A difference that can be seen on a disc. */
const SHARE_SEEN_MAX = 0.97;

/** What arrived as a share of what was ordered, or the reverse where more arrived; null where they agree. */
export function arrivedShare({ amounts: { arrived, ordered } }: Order): number | null {
  if (arrived === null || arrived.currency !== ordered.sendCurrency) return null;
  const change = changeBasisPoints(ordered.sendAmount, arrived.amount);
  if (change === null) return null;
  const share = 1 + change / 10_000;
  const part = share > 1 ? 1 / share : share;
  return part > SHARE_SEEN_MAX ? null : part;
}

/** The coloured field that a state's page starts with. */
export function fieldOf(state: OrderState): string {
  if (state === "completed") return "field field-flood";
  return state === "action_required" ? "field field-decision" : "field";
}
