import { type DepositRef, type HoldReason, isOwn, type Order } from "./order";

/** Whether a person has to look at money of such a source. */
export const isForReview = (screening: DepositRef["screening"]): boolean =>
  screening === "listed" || screening === "unknown";

/** Whether an order is held because of where its money came from. */
export const isReview = (reason: HoldReason): boolean => reason === "listed" || reason === "unknown_source";

/** Why an order is held that has a source to be reviewed. */
export const reviewOf = ({ deposits }: Pick<Order, "deposits">): HoldReason =>
  deposits.some((deposit) => isOwn(deposit) && deposit.screening === "listed") ? "listed" : "unknown_source";

/** A source that a person has to look at. */
export type SourceForReview = {
  /** The position of its deposit among all of the order's, from 1: it never changes. */
  no: number;
  deposit: DepositRef;
  found: "listed" | "unknown";
};

/** The sources of the order's money that a person has to look at. */
export const sourcesForReview = ({ deposits }: Pick<Order, "deposits">): SourceForReview[] =>
  deposits.flatMap((deposit, at) =>
    isOwn(deposit) && (deposit.screening === "listed" || deposit.screening === "unknown")
      ? [{ no: at + 1, deposit, found: deposit.screening }]
      : [],
  );

/** Whether an administrator saw all that is to be reviewed now, by the numbers of the sources that they saw; where these are not said, yes. */
export const sawSources = (
  order: Order,
  { seenSources }: { seenSources?: readonly number[] | undefined },
): boolean =>
  seenSources === undefined || sourcesForReview(order).every(({ no }) => seenSources.includes(no));

/** An administrator has looked at the sources, and decided. */
export const reviewed = (order: Order): Order => ({
  ...order,
  deposits: order.deposits.map((deposit) => ({
    ...deposit,
    screening: isForReview(deposit.screening) ? "clear" : deposit.screening,
  })),
});
