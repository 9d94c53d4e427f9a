import { FAULT_KINDS, type FaultKind } from "./faulty-chain";
import type { SeedOutcome } from "./run-seed";

/** What worlds that ended came to together. */
export type Tally = {
  worlds: number;
  steps: number;
  orders: number;
  /** In how many worlds each state was reached. */
  reached: Map<string, number>;
  /** How often each kind of fault struck. */
  met: Map<FaultKind, number>;
};

export const emptyTally = (): Tally => ({
  worlds: 0,
  steps: 0,
  orders: 0,
  reached: new Map(),
  met: new Map(FAULT_KINDS.map((kind) => [kind, 0])),
});

/** What one world adds; of one that failed, only the faults that it met. */
export type Share = Pick<Tally, "steps" | "orders" | "met"> & { reached: readonly string[] };

export const shareOf = (outcome: SeedOutcome | { met: ReadonlyMap<FaultKind, number> }): Share =>
  "orders" in outcome
    ? { ...outcome, met: new Map(outcome.met), reached: [...outcome.reached] }
    : { steps: 0, orders: 0, met: new Map(outcome.met), reached: [] };

export function count(tally: Tally, { steps, orders, met, reached }: Share): void {
  tally.worlds++;
  tally.steps += steps;
  tally.orders += orders;
  for (const [kind, times] of met) tally.met.set(kind, (tally.met.get(kind) ?? 0) + times);
  for (const state of reached) tally.reached.set(state, (tally.reached.get(state) ?? 0) + 1);
}
