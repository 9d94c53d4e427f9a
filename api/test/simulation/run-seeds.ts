import { runSeed, SimulationFailure } from "./run-seed";
import { openSite, SLOTS } from "./site";

export type RunResult = {
  steps: number;
  orders: number;
  reached: ReadonlySet<string>;
  failures: { seed: string; failure: SimulationFailure }[];
  /** Wall-clock, for people. */
  elapsedMs: number;
};

/** Runs many worlds over one server, a few at a time; each is the same whatever runs beside it. */
export async function runSeeds(given: {
  seeds: readonly string[];
  orders: number;
  stopAtFailures: number;
}): Promise<RunResult> {
  const began = performance.now();
  const site = await openSite();
  const queue = [...given.seeds];
  const reached = new Set<string>();
  const failures: RunResult["failures"] = [];
  let steps = 0;
  let orders = 0;

  async function runQueue(slot: number): Promise<void> {
    for (let seed = queue.shift(); seed !== undefined; seed = queue.shift()) {
      if (failures.length >= given.stopAtFailures) return;
      const own = seed;
      try {
        const outcome = await site.withPlot(slot, (plot) =>
          runSeed(plot, { seed: own, orders: given.orders }),
        );
        steps += outcome.steps;
        orders += outcome.orders;
        for (const state of outcome.reached) reached.add(state);
      } catch (error) {
        if (!(error instanceof SimulationFailure)) throw error;
        failures.push({ seed: own, failure: error });
      }
    }
  }

  try {
    await Promise.all(Array.from({ length: SLOTS }, (_, slot) => runQueue(slot)));
  } finally {
    await site.close();
  }
  return { steps, orders, reached, failures, elapsedMs: performance.now() - began };
}
