import type { Order } from "@sotto/openapi";
import { unreachable } from "@sotto/openapi/unreachable";

/** How an order is followed from here: by its event stream, by a look now and then, or no longer. */
export type FollowState = "active" | "dormant" | "ended";

/** The server recognises a payment up to this long after the payment window. */
const LATE_PAYMENT_MS = 24 * 3_600_000;

/** Whether an order ended without a payment; one may still arrive late. */
export const isUnpaidEnd = (state: Order["state"]): boolean => state === "expired" || state === "cancelled";

/** Whether an order ended for good. */
export const isFinal = (state: Order["state"]): boolean =>
  state === "completed" || state === "refunded" || state === "failed";

/** Whether a message about this state, or this mark of one, counts confirmations. */
export const isCounting = (mark: string): boolean => /^(confirming|screening)\b/.test(mark);

/** Whether a message with this mark has the choices of an order. */
export const isAsking = (mark: string): boolean => mark.startsWith("action_required");

/** How an order in this state is followed at the time `now`. */
export function followStateOf(order: Order, now: number): FollowState {
  if (isFinal(order.state)) return "ended";
  if (!isUnpaidEnd(order.state)) return "active";
  return Date.parse(order.expiresAt) + LATE_PAYMENT_MS < now ? "ended" : "dormant";
}

/** Names what a chat should know of an order: two equal marks need no message. Undefined: wait, more follows at once. */
export function noticeMarkOf(order: Order): string | undefined {
  const { state } = order;
  switch (state) {
    case "confirming":
    case "screening":
      return `${state} ${Math.min(order.confirmations, order.confirmationsRequired)}`;
    case "action_required":
      return `${state} ${order.reason} ${order.deposits.length}`;
    case "hold":
      return `${state} ${order.awaits?.what}`;
    case "sending":
      return order.payouts.some(({ txHash }) => txHash !== null) ? state : undefined;
    case "refunding":
      return order.amounts.refunded === null ? undefined : state;
    case "waiting":
    case "exchanging":
    case "mixing":
    case "completed":
    case "refunded":
    case "expired":
    case "cancelled":
    case "failed":
      return state;
    default:
      return unreachable(state);
  }
}
