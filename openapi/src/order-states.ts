import type { OrderState, OrderStatus } from "./client";

/** The keys of a record that the compiler wants whole: one that the contract gains or loses does not compile here. */
const allOf = <Name extends string>(all: Readonly<Record<Name, true>>): readonly Name[] =>
  Object.keys(all) as Name[];

/** The statuses of an order, in the order of its life. */
export const ORDER_STATUSES = allOf<OrderStatus>({
  pending: true,
  processing: true,
  completed: true,
  failed: true,
  expired: true,
});

/** The states of an order, in the order of its life. */
export const ORDER_STATES = allOf<OrderState>({
  waiting: true,
  confirming: true,
  screening: true,
  exchanging: true,
  mixing: true,
  sending: true,
  completed: true,
  action_required: true,
  hold: true,
  refunding: true,
  refunded: true,
  expired: true,
  cancelled: true,
  failed: true,
});
