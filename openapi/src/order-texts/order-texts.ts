import type { OrderReason, OrderState, OrderStatus, Payout } from "../client";

/**
 * The shape of the texts about an order's states. Each text is plain: it takes no arguments and holds no markup, so that
 * a page's catalogue and a chat's HTML can both use it.
 */
export type OrderTexts = {
  /** The name of a status, where nothing finer is known. */
  status: Readonly<Record<OrderStatus, string>>;
  /** The name of a state. */
  state: Readonly<Record<OrderState, string>>;
  /** What a state means for the customer, and what happens next. */
  stateText: Readonly<Record<OrderState, string>>;
  /** Why an order is on hold or waits for a decision; `other` is for a reason that this version does not know. */
  reason: Readonly<Record<OrderReason | "after_cancel" | "chain_halted" | "other", string>>;
  /** The name of a payout's status. */
  payoutStatus: Readonly<Record<Payout["status"], string>>;
};
