import type { OrderState } from "@sotto/openapi";
import { unreachable } from "@sotto/openapi/unreachable";

/** The step a state belongs to, 0 to 3, and 4 when all are done; what ended without a payout keeps its step. */
export function stepOf(state: OrderState): number {
  switch (state) {
    case "waiting":
    case "expired":
    case "cancelled":
      return 0;
    case "confirming":
      return 1;
    case "screening":
    case "exchanging":
    case "mixing":
    case "sending":
    case "action_required":
    case "hold":
    case "refunding":
    case "failed":
      return 2;
    case "refunded":
    case "completed":
      return 4;
    default:
      return unreachable(state);
  }
}

/** Where an order that does not end in its payout has another last word, and which. */
export function endingOf(
  state: OrderState,
): { step: number; state: "expired" | "cancelled" | "failed" | "refunded" } | null {
  switch (state) {
    case "expired":
    case "cancelled":
      return { step: 0, state };
    case "failed":
      return { step: 2, state };
    case "refunding":
    case "refunded":
      return { step: 3, state: "refunded" };
    case "waiting":
    case "confirming":
    case "screening":
    case "exchanging":
    case "mixing":
    case "sending":
    case "action_required":
    case "hold":
    case "completed":
      return null;
    default:
      return unreachable(state);
  }
}
