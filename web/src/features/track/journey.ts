import type { OrderState } from "@sotto/openapi";
import { unreachable } from "@sotto/openapi/unreachable";

/** The steps of a progress list: those that are done, the current one, and those still to come. */
export type StepMark = "done" | "current" | "open";

/** The four steps of the progress list, as far as an order has come; one that ended otherwise stops where it did. */
export function progressMarks(state: OrderState): readonly [StepMark, StepMark, StepMark, StepMark] {
  switch (state) {
    case "waiting":
    case "confirming":
    case "expired":
    case "cancelled":
      return ["done", "current", "open", "open"];
    case "screening":
    case "exchanging":
    case "mixing":
    case "sending":
    case "action_required":
    case "hold":
    case "refunding":
    case "failed":
      return ["done", "done", "current", "open"];
    case "refunded":
    case "completed":
      return ["done", "done", "done", "done"];
    default:
      return unreachable(state);
  }
}

/** How an order ended, where it did: the timeline's last word. */
export function endOf(
  state: OrderState,
): "completed" | "refunded" | "expired" | "cancelled" | "failed" | null {
  switch (state) {
    case "completed":
    case "refunded":
    case "expired":
    case "cancelled":
    case "failed":
      return state;
    case "waiting":
    case "confirming":
    case "screening":
    case "exchanging":
    case "mixing":
    case "sending":
    case "action_required":
    case "hold":
    case "refunding":
      return null;
    default:
      return unreachable(state);
  }
}

/** The notice that a state calls for. */
export const NOTICE_OF = {
  waiting: "waitingNotice",
  confirming: "confirmingNotice",
  screening: "processingNotice",
  exchanging: "processingNotice",
  mixing: "processingNotice",
  sending: "processingNotice",
  completed: "completedNotice",
  action_required: "actionNotice",
  hold: "holdNotice",
  refunding: "refundingNotice",
  refunded: "refundedNotice",
  expired: "expiredNotice",
  cancelled: "cancelledNotice",
  failed: "failedNotice",
} as const satisfies Record<OrderState, string>;
