import type { Part } from "./history";
import type { Violation } from "./report";
import { type Auditor, runSeed, type SeedOutcome, SimulationFailure } from "./run-seed";
import { type Limits, shrink } from "./shrink";
import { openSite, type Site, SLOTS } from "./site";
import { count, emptyTally, shareOf, type Tally } from "./tally";

export type RunResult = Tally & {
  failures: Violation[];
  /** Wall-clock, for people. */
  elapsedMs: number;
};

type Asked = {
  orders: number;
  /** Stands in for the independent auditor, to test what is made of its complaints. */
  auditor?: Auditor;
  /** Replays a part of each world's history and not the whole. */
  part?: Omit<Part, "course">;
};

export type RunRequest = Asked & {
  seeds: readonly string[];
  stopAtFailures: number;
  limits: Limits;
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

/** Runs many worlds over one server. */
export async function runSeedsOn(site: Site, given: RunRequest): Promise<RunResult> {
  const began = performance.now();
  const queue = [...given.seeds];
  const tally = emptyTally();
  const failures: Violation[] = [];
  await liveThroughAll(site, given, {
    next: async () => (failures.length >= given.stopAtFailures ? undefined : queue.shift()),
    async end(slot, seed, outcome) {
      count(tally, shareOf(outcome));
      if (outcome instanceof SimulationFailure)
        failures.push(await violationOf(site, slot, { ...given, seed, failure: outcome }));
      const { worlds, orders } = tally;
      given.onWorld?.({ worlds, orders, violations: failures.length });
    },
  });
  return { ...tally, failures, elapsedMs: performance.now() - began };
}

/** Which world is next, and what is made of each that has ended. */
export type Queue = {
  /** A seed; undefined when there are no more. */
  next(): Promise<string | undefined>;
  end(slot: number, seed: string, outcome: SeedOutcome | SimulationFailure): Promise<void>;
};

/** Runs worlds over one server, a few at a time; each is the same whatever runs beside it. */
export async function liveThroughAll(site: Site, asked: Asked, { next, end }: Queue): Promise<void> {
  async function runSlot(slot: number): Promise<void> {
    for (let seed = await next(); seed !== undefined; seed = await next())
      await end(slot, seed, await attempt(site, slot, { ...asked, seed }));
  }
  await Promise.all(Array.from({ length: SLOTS }, (_, slot) => runSlot(slot)));
}

/** Runs a world; a part of one after the whole, whose dice say what each step draws. */
async function attempt(
  site: Site,
  slot: number,
  { seed, orders, auditor, part }: Asked & { seed: string },
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
