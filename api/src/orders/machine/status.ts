import { unreachable } from "../../core/assert";
import type { OrderState } from "./order";

/** The coarse statuses, as the contract names them. */
export const ORDER_STATUSES = ["pending", "processing", "completed", "failed", "expired"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The coarse status of a state, by which visitors follow an order. */
export function statusOf(state: OrderState): OrderStatus {
  switch (state) {
    case "waiting":
    case "confirming":
      return "pending";
    case "screening":
    case "exchanging":
    case "mixing":
    case "sending":
    case "action_required":
    case "hold":
    case "refunding":
      return "processing";
    case "completed":
      return "completed";
    case "refunded":
    case "failed":
      return "failed";
    case "expired":
    case "cancelled":
      return "expired";
    default:
      return unreachable(state);
  }
}
