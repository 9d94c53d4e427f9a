import type { OrderState, Payment } from "@sotto/openapi";
import type { ApiResult, Order } from "../../lib/api";
import type { AppContext } from "../../lib/app-context";
import { addPageMessages, addRefreshTexts } from "../../lib/catalogues";
import type { SubmittedForm } from "../../lib/page-state";
import { BARE_INTENTS } from "./actions";

export interface PaymentData {
  id: string;
  order: ApiResult<Order>;
  payment: ApiResult<Payment> | null;
  /** Whether the page loads itself again where no script can update it. */
  refreshes: boolean;
  /** The note of the deletion that a plain form just made; the order is gone then. */
  note: string | null;
}

/** States that change by themselves, so that the page has to follow. */
const MOVING_STATES: readonly OrderState[] = [
  "waiting",
  "confirming",
  "screening",
  "exchanging",
  "mixing",
  "sending",
  "refunding",
  "hold",
  // A late payment is still recognised.
  "expired",
  "cancelled",
];

/** Whether an order in this state can change without the customer. */
export function isMoving(state: OrderState): boolean {
  return MOVING_STATES.includes(state);
}

const ENDED_STATES: readonly OrderState[] = ["completed", "refunded", "expired", "cancelled", "failed"];

/** Whether an order in this state has ended, late payments aside. */
export function isEnded(state: OrderState): boolean {
  return ENDED_STATES.includes(state);
}

const missing = {
  ok: false,
  error: { status: 404, code: "order/unknown", message: "", errors: [] },
} as const;

/** Loads an order and how to pay it; a page that cannot show one answers with the service's status. */
export async function loadPayment(context: AppContext, id: string): Promise<PaymentData> {
  const note = context.page.submitted?.values.note ?? null;
  if (note !== null) return { id, order: missing, payment: null, refreshes: false, note };
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(id)) {
    context.answer.status = 404;
    return { id, order: missing, payment: null, refreshes: false, note };
  }
  const [order, payment] = await Promise.all([context.api.order(id), context.api.payment(id)]);
  if (!order.ok) context.answer.status = order.error.status === 400 ? 404 : order.error.status || 503;
  // A mix is described in the mixer's own words.
  if (order.ok && order.value.mixing !== null) await addPageMessages(context, "mixer");
  if (order.ok && isMoving(order.value.state)) await addRefreshTexts(context);
  const refreshes = order.ok && isMoving(order.value.state) && mayRefresh(context.page.submitted);
  return { id, order, payment, refreshes, note };
}

/** What was typed into a refused form must not be lost by a page that loads itself again. */
function mayRefresh(submitted: SubmittedForm | null): boolean {
  if (submitted === null) return true;
  const { intent = "", refresh } = submitted.values;
  return BARE_INTENTS.includes(intent) && refresh !== "off";
}
