import { FAULT_KINDS, type FaultKind } from "./faulty-chain";
import type { Part } from "./history";
import type { Violation } from "./report";
import { type Auditor, runSeed, type SeedOutcome, SimulationFailure } from "./run-seed";
import { type Limits, shrink } from "./shrink";
import { openSite, type Site, SLOTS } from "./site";

export type RunResult = {
  steps: number;
  orders: number;
  /** In how many worlds each state was reached. */
  reached: ReadonlyMap<string, number>;
  /** How often each kind of fault struck. */
  met: ReadonlyMap<FaultKind, number>;
  failures: Violation[];
  /** Wall-clock, for people. */
  elapsedMs: number;
};

export type RunRequest = {
  seeds: readonly string[];
  orders: number;
  stopAtFailures: number;
  limits: Limits;
  /** Stands in for the independent auditor, to test what is made of its complaints. */
  auditor?: Auditor;
  /** Replays a part of each world's history and not the whole. */
  part?: Omit<Part, "course">;
  /** Called after each world. */
  onWorld?: (sofar: Progress) => void;
};

export type Progress = { worlds: number; orders: number; violations: number };

/** Runs many worlds on a server of their own. */
export async function runSeeds(given: RunRequest): Promise<RunResult> {
  const site = await openSite();
  try {
    return await runSeedsOn(site, given);
  } finally {
    await site.close();
  }
}

/** Runs many worlds over one server, a few at a time; each is the same whatever runs beside it. */
export async function runSeedsOn(site: Site, given: RunRequest): Promise<RunResult> {
  const began = performance.now();
  const queue = [...given.seeds];
  const reached = new Map<string, number>();
  const met = new Map<FaultKind, number>(FAULT_KINDS.map((kind) => [kind, 0]));
  const failures: Violation[] = [];
  let worlds = 0;
  let steps = 0;
  let orders = 0;
  const report = (): void => given.onWorld?.({ worlds, orders, violations: failures.length });

  async function runQueue(slot: number): Promise<void> {
    for (let seed = queue.shift(); seed !== undefined; seed = queue.shift()) {
      if (failures.length >= given.stopAtFailures) return;
      const outcome = await attempt(site, slot, { ...given, seed });
      worlds++;
      for (const [kind, count] of outcome.met) met.set(kind, (met.get(kind) ?? 0) + count);
      if (outcome instanceof SimulationFailure) {
        failures.push(await violationOf(site, slot, { ...given, seed, failure: outcome }));
        report();
        continue;
      }
      steps += outcome.steps;
      orders += outcome.orders;
      for (const state of outcome.reached) reached.set(state, (reached.get(state) ?? 0) + 1);
      report();
    }
  }

  await Promise.all(Array.from({ length: SLOTS }, (_, slot) => runQueue(slot)));
  return { steps, orders, reached, met, failures, elapsedMs: performance.now() - began };
}

/** Runs a world; a part of one after the whole, whose dice say what each step draws. */
async function attempt(
  site: Site,
  slot: number,
  { seed, orders, auditor, part }: RunRequest & { seed: string },
): Promise<SeedOutcome | SimulationFailure> {
  const world = { seed, orders, auditor };
  const whole = await liveThrough(site, slot, world);
  return part === undefined
    ? whole
    : liveThrough(site, slot, { ...world, part: { ...part, course: whole.course } });
}

const liveThrough = (
  site: Site,
  slot: number,
  given: Parameters<typeof runSeed>[1],
): Promise<SeedOutcome | SimulationFailure> =>
  site
    .withPlot(slot, (plot) => runSeed(plot, given))
    .catch((error: unknown) => {
      if (error instanceof SimulationFailure) return error;
      throw error;
    });

async function violationOf(
  site: Site,
  slot: number,
  given: RunRequest & { seed: string; failure: SimulationFailure },
): Promise<Violation> {
  const { seed, orders, auditor, failure, limits } = given;
  if (given.part !== undefined) return { seed, failure, shortest: null };
  const replay = async (part: Part): Promise<SimulationFailure | null> => {
    const outcome = await liveThrough(site, slot, { seed, orders, auditor, part });
    return outcome instanceof SimulationFailure ? outcome : null;
  };
  return { seed, failure, shortest: await shrink(failure, replay, limits) };
}
