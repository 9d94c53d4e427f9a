import { bestGuessPpm } from "../../src/mixer/observer";
import type { Outcome } from "./experiment";

/** What we told some holders of the observer's best guess, and what he reached, both as shares of them. */
export type Claim = { told: number; orders: number; claimed: number; reached: number };

/** Standard errors that chance may make; orders share their company, so they err together more than alone. */
const ERRORS_ALLOWED = 3;
const ORDERS_MIN = 30;

/** Claims beside results: for each size of candidate set that was told, from the smallest on. */
export function claimsOf(outcomes: readonly Outcome[]): Claim[] {
  const sizes = [...new Set(outcomes.map(({ toldCandidates }) => toldCandidates))].sort((a, b) => a - b);
  return sizes.map((told) =>
    claimOf(
      outcomes.filter(({ toldCandidates }) => toldCandidates === told),
      told,
    ),
  );
}

/** The average of what was told to all, beside what was reached; `told` is 0. */
export const claimOf = (outcomes: readonly Outcome[], told = 0): Claim => ({
  told,
  orders: outcomes.length,
  claimed: average(outcomes.map(({ toldCandidates }) => Number(bestGuessPpm(toldCandidates)) / 1e6)),
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
