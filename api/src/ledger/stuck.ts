import type { TimeMs } from "../core/ports";

/** What something that is stuck waits for, where that should have come long ago; `nothing` where no work of ours is left. */
export const STUCK_AWAITS = [
  "nothing",
  "timer",
  "work",
  "transaction",
  "native_coins",
  "release",
  "credit",
  "transfer",
  "signer",
] as const;
export type StuckAwaits = (typeof STUCK_AWAITS)[number];

/** What has not moved in its time, and how it is named. */
export const STUCK_KINDS = ["order", "leg", "loan", "sweep", "transaction", "deposit"] as const;

/** After so many sweeps in a row that failed on the chain, the coins of a deposit address are set aside. */
export const SWEEP_REVERTS_MAX = 2;

/**
 * An order (its tracking code), a leg (its id), a loan (its number) or sweeps (their asset) that have not moved in their time,
 * sweeps (their asset) that are set aside, a final transaction (its id) that a reorg took and that is not back in its time, or a
 * deposit (its transaction's id; without one its order's tracking code, or its asset) that is deep enough and not credited in its time.
 */
export type Stuck = {
  kind: (typeof STUCK_KINDS)[number];
  name: string;
  awaits: StuckAwaits;
  /** Since when it has not moved. */
  since: TimeMs;
  /**
   * Why work of ours was put off the last time, or what a node said of the transaction; of sweeps that are set aside the id of the
   * last one that failed, and of those that the signer refuses its last reason. Null where it is none of these.
   */
  detail: string | null;
};
