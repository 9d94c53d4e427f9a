import type { OrderState, OrderStatus } from "@sotto/openapi";
import { ORDER_STATES, ORDER_STATUSES } from "@sotto/openapi/order-states";

/** Which orders to list; days are the reader's own. */
export interface OrderFilter {
  status?: OrderStatus;
  state?: OrderState;
  /** Sent or received. */
  currency?: string;
  /** First day, as YYYY-MM-DD. */
  since?: string;
  /** Last day, as YYYY-MM-DD. */
  until?: string;
  /** A tracking code, or the hash of a deposit or a payout. */
  find?: string;
}

/** Whether text is the status of an order. */
export function isOrderStatus(text: string): text is OrderStatus {
  return (ORDER_STATUSES as readonly string[]).includes(text);
}

/** Whether text is the state of an order, which says more than its status. */
export function isOrderState(text: string): text is OrderState {
  return (ORDER_STATES as readonly string[]).includes(text);
}

/** What a status is made of, where it is more than one state. */
export const STATES_OF: Readonly<Record<OrderStatus, readonly OrderState[]>> = {
  pending: ["waiting", "confirming"],
  processing: ["screening", "exchanging", "mixing", "sending", "action_required", "hold", "refunding"],
  completed: [],
  failed: ["refunded", "failed"],
  expired: ["expired", "cancelled"],
};

/** In the one field for both, what says that a value is a state: some statuses are called like one. */
const STATE_MARK = "state:";

/** The value of the field that chooses a status or one of its states. */
export function chosenStatus({ status, state }: OrderFilter): string {
  return state === undefined ? (status ?? "") : stateValue(state);
}

/** A state as a value of that field. */
export const stateValue = (state: OrderState): string => STATE_MARK + state;

/** Reads that field. */
export function readStatus(value: string): Pick<OrderFilter, "status" | "state"> {
  const state = value.startsWith(STATE_MARK) ? value.slice(STATE_MARK.length) : "";
  if (isOrderState(state)) return { state };
  return isOrderStatus(value) ? { status: value } : {};
}

/** The filter as the contract's query: days become moments, and what was typed a code or a hash. */
export function orderQuery({ status, state, currency, since, until, find }: OrderFilter) {
  const isCode = find !== undefined && /^\d{9}$/.test(find);
  return {
    ...(status === undefined ? {} : { status }),
    ...(state === undefined ? {} : { state }),
    ...(currency === undefined ? {} : { currency }),
    ...momentOf("since", since, 0),
    ...momentOf("until", until, 1),
    ...(find === undefined ? {} : isCode ? { code: find } : { txHash: find }),
  };
}

/** The reader's midnight at which a day begins, or `daysAfter` days later. */
function momentOf<Name extends string>(
  name: Name,
  day: string | undefined,
  daysAfter: number,
): Partial<Record<Name, string>> {
  if (day === undefined) return {};
  const midnight = new Date(`${day}T00:00:00`);
  if (Number.isNaN(midnight.getTime())) return {};
  midnight.setDate(midnight.getDate() + daysAfter);
  return { [name]: midnight.toISOString() } as Partial<Record<Name, string>>;
}
