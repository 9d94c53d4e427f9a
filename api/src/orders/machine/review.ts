import { type DepositRef, type HoldReason, isOwn, type Order } from "./order";

/** Whether a person has to look at money of such a source. */
export const isForReview = (screening: DepositRef["screening"]): boolean =>
  screening === "listed" || screening === "unknown";

/** Whether an order is held because of where its money came from. */
export const isReview = (reason: HoldReason): boolean => reason === "listed" || reason === "unknown_source";

/** Why an order is held that has a source to be reviewed. */
export const reviewOf = ({ deposits }: Pick<Order, "deposits">): HoldReason =>
  deposits.some((deposit) => isOwn(deposit) && deposit.screening === "listed") ? "listed" : "unknown_source";

/** An administrator has looked at the sources, and decided. */
export const reviewed = (order: Order): Order => ({
  ...order,
  deposits: order.deposits.map((deposit) => ({
    ...deposit,
    screening: isForReview(deposit.screening) ? "clear" : deposit.screening,
  })),
});
