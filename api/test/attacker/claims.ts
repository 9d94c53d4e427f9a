import { bestGuessPpm } from "../../src/mixer/observer";
import type { Outcome } from "./experiment";

/** The best guess of an observer as reported to some customers, and what he reached, both as shares of them. */
export type Claim = { reported: number; orders: number; claimed: number; reached: number };

/** Standard errors that chance may make; orders share an anonymity set, so they err together more than alone. */
const ERRORS_ALLOWED = 3;
const ORDERS_MIN = 30;

/** Claims beside results: for each size of candidate set that was reported, from the smallest on. */
export function claimsOf(outcomes: readonly Outcome[]): Claim[] {
  const sizes = [...new Set(outcomes.map(({ reportedCandidates }) => reportedCandidates))].sort(
    (a, b) => a - b,
  );
  return sizes.map((reported) =>
    claimOf(
      outcomes.filter(({ reportedCandidates }) => reportedCandidates === reported),
      reported,
    ),
  );
}

/** The average of what was reported to all, beside what was reached; `reported` is 0. */
export const claimOf = (outcomes: readonly Outcome[], reported = 0): Claim => ({
  reported,
  orders: outcomes.length,
  claimed: average(outcomes.map(({ reportedCandidates }) => Number(bestGuessPpm(reportedCandidates)) / 1e6)),
  reached: average(outcomes.map(({ hit }) => (hit ? 1 : 0))),
});

/** The claims that promise more privacy than there was, beyond what chance explains: in all, or for one size. */
export function overclaims(outcomes: readonly Outcome[]): Claim[] {
  return [claimOf(outcomes), ...claimsOf(outcomes)].filter(({ orders, claimed, reached }) => {
    const error = Math.sqrt((claimed * (1 - claimed)) / orders);
    return orders >= ORDERS_MIN && reached > claimed + ERRORS_ALLOWED * error;
  });
}

export const average = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
