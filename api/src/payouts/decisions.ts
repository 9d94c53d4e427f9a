/** What is decided on a transaction that we did not sign. `asked`: adopted, and the worker has yet to book what it took. */
export const UNPLANNED_STATES = ["open", "asked", "adopted"] as const;

/**
 * What is decided on a payout that no proof ends. `asked`: the worker has yet to look at the chain once more. `refused`:
 * one of its transactions is known, or can be proved dead.
 */
export const OVERRIDE_STATES = ["asked", "honoured", "refused"] as const;
export type OverrideState = (typeof OVERRIDE_STATES)[number];
