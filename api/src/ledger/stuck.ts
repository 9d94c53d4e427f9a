import type { TimeMs } from "../core/ports";

/** What something that is stuck waits for, where that should have come long ago; `nothing` where no work of ours is left. */
export const STUCK_AWAITS = ["nothing", "timer", "work", "transaction"] as const;
export type StuckAwaits = (typeof STUCK_AWAITS)[number];

/** An order (its tracking code), a leg (its id) or a loan (its number) that has not moved in its time. */
export type Stuck = {
  kind: "order" | "leg" | "loan";
  name: string;
  awaits: StuckAwaits;
  /** Since when it has not moved. */
  since: TimeMs;
  /** Why work of ours was put off the last time; null where it is not that. */
  detail: string | null;
};
