import type { TimeMs } from "../core/ports";
import { type FirstLeg, firstLegNow, type MixPlan, type PlannedLeg } from "../mixer/plan";

/** How far a mix is. */
export type MixProgress = { roundsDone: number; roundsSkipped: number; legsPlanned: number };

export type MixStep =
  | { do: "wait"; until: TimeMs }
  /** `giveUp`: the round's time is over; if the pool could not carry it so far, it is left out and said so. */
  | { do: "round"; no: number; giveUp: boolean }
  | { do: "leg"; leg: PlannedLeg; shortfall: number }
  | { do: "nothing" };

/** After the end of the delay a round gets this long, as after an outage; then the payout goes without it. */
const ROUND_PATIENCE_MS = 10 * 60_000;

/**
 * What a mix does now. What is due late after an outage comes in its order: every round before the first leg, every leg
 * before the next. `candidates` is asked for when the first leg is due, and counts the mix itself.
 */
export function nextMixStep(
  plan: MixPlan,
  progress: MixProgress,
  world: { now: TimeMs; candidates: () => number },
): MixStep {
  const { now } = world;
  const round = plan.rounds[progress.roundsDone + progress.roundsSkipped];
  if (round !== undefined) {
    if (now < round.dueAt) return { do: "wait", until: round.dueAt };
    return { do: "round", no: round.no, giveUp: now >= plan.endsAt + ROUND_PATIENCE_MS };
  }
  const leg = plan.legs[progress.legsPlanned];
  if (leg === undefined) return { do: "nothing" };
  if (progress.legsPlanned > 0)
    return now < leg.dueAt ? { do: "wait", until: leg.dueAt } : { do: "leg", leg, shortfall: 0 };
  const first: FirstLeg =
    now < leg.dueAt ? { state: "wait", until: leg.dueAt } : firstLegNow(plan, now, world.candidates());
  return first.state === "wait"
    ? { do: "wait", until: first.until }
    : { do: "leg", leg, shortfall: first.shortfall };
}
