import { minUnits } from "../core/amount";
import { assert } from "../core/assert";
import { type Random, randomBelow, randomUnitsBelow, type TimeMs } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import type { MixerSettings, PrivacyLevel } from "./settings";

/** One internal transfer of the pool. */
export type PlannedRound = { no: number; dueAt: TimeMs };

/** One payout; `address` counts the receive addresses from 0. */
export type PlannedLeg = { no: number; dueAt: TimeMs; units: bigint; address: number };

/** What a mix will do and when: drawn once from its seed, and kept. Rounds and legs are in the order of their times. */
export type MixPlan = {
  rounds: readonly PlannedRound[];
  legs: readonly PlannedLeg[];
  /** The first leg goes when it is due and this many mixes can be taken for each other … */
  candidatesWanted: number;
  /** … and at this time at the latest; no later leg is due before. */
  waitsUntil: TimeMs;
  endsAt: TimeMs;
};

/** What a plan is drawn for. Amounts are in the received asset's units. */
export type MixOrder = {
  settings: Pick<MixerSettings, "rounds" | "delayMinutes" | "randomDelay" | "randomAmounts" | "level">;
  /** What is owed, net of all fees: what the legs sum to. */
  units: bigint;
  dustUnits: bigint;
  /** What the whole mix is charged for the networks: no leg is worth less. */
  networkFeeUnits: bigint;
  startsAt: TimeMs;
  /** How many receive addresses were given, 1 to 5; each gets a leg. */
  addresses: number;
};

export const LEGS_MAX = 5;
const LEGS_SPLIT_MIN = 2;
const MINUTE_MS = 60_000;

/**
 * How many mixes that can be taken for each other a level waits for, inside the delay. With n of them an observer's best
 * guess is right once in n times: 3 is the least that hides anything from who took part in one of the others himself,
 * 8 makes a guess right one time in eight, and at 20 it is as rare as what statistics calls chance (0.05).
 */
const CANDIDATES_WANTED: Readonly<Record<PrivacyLevel, number>> = { basic: 3, enhanced: 8, maximum: 20 };

export const candidatesWanted = (level: PrivacyLevel): number => CANDIDATES_WANTED[level];

/** The least that a leg may pay: more than dust and the mix's network fee, and so more than its own. */
export const legUnitsMin = (costs: { dustUnits: bigint; networkFeeUnits: bigint }): bigint =>
  costs.dustUnits + costs.networkFeeUnits + 1n;

/**
 * Seconds from the start of a plan to its last leg, whatever its seed: the delay, or one block a round where blocks are
 * slower than that.
 */
export const mixSecondsMax = (
  settings: Pick<MixerSettings, "rounds" | "delayMinutes">,
  blockSeconds: number,
): number => Math.ceil(Math.max(settings.delayMinutes * 60, settings.rounds * blockSeconds));

/**
 * Draws a plan: the same random bytes make the same plan. Error: `dust` when the amount cannot pay every receive address
 * more than dust and the network fee.
 */
export function planMix(order: MixOrder, random: Random): Result<MixPlan, "dust"> {
  const { settings, addresses, startsAt } = order;
  assert(order.units > 0n && order.dustUnits >= 0n && order.networkFeeUnits >= 0n, "amounts out of range");
  assert(Number.isInteger(addresses) && addresses >= 1 && addresses <= LEGS_MAX, "addresses out of range");
  const amounts = legAmounts(order, random);
  if (amounts === null) return err("dust");
  const windowMs = settings.delayMinutes * MINUTE_MS;
  const shape = { rounds: settings.rounds, legs: amounts.length, windowMs };
  const times = settings.randomDelay ? randomTimes(shape, random) : evenTimes(shape);
  const owners = legAddresses(amounts.length, addresses, random);
  return ok({
    rounds: times.rounds.map((afterMs, i) => ({ no: i + 1, dueAt: startsAt + afterMs })),
    legs: amounts.map((units, i) => ({
      no: i + 1,
      dueAt: startsAt + (times.legs[i] ?? windowMs),
      units,
      address: owners[i] ?? 0,
    })),
    candidatesWanted: candidatesWanted(settings.level),
    waitsUntil: startsAt + times.waitsUntil,
    endsAt: startsAt + windowMs,
  });
}

/** The plan with its payout later by so much: the rounds stay, and the times keep what is random about them. */
export function delayPlan(plan: MixPlan, byMinutes: number): MixPlan {
  assert(Number.isInteger(byMinutes) && byMinutes >= 0, "a delay only grows");
  const byMs = byMinutes * MINUTE_MS;
  return {
    ...plan,
    legs: plan.legs.map((leg) => ({ ...leg, dueAt: leg.dueAt + byMs })),
    waitsUntil: plan.waitsUntil + byMs,
    endsAt: plan.endsAt + byMs,
  };
}

/** What to do now with a plan's first leg; later legs follow their own times once it went. */
export type FirstLeg =
  | { state: "wait"; until: TimeMs }
  /** `shortfall`: how many mixes the candidate set lacks of what the level wanted; 0 when none. */
  | { state: "go"; shortfall: number };

/** Whether the first leg may go: not before its time, and until the plan waits no longer only among enough other mixes. */
export function firstLegNow(plan: MixPlan, now: TimeMs, candidates: number): FirstLeg {
  const dueAt = plan.legs[0]?.dueAt ?? plan.endsAt;
  if (now < dueAt) return { state: "wait", until: dueAt };
  if (candidates < plan.candidatesWanted && now < plan.waitsUntil)
    return { state: "wait", until: plan.waitsUntil };
  return { state: "go", shortfall: Math.max(plan.candidatesWanted - candidates, 0) };
}

/** One amount, or several that sum to it exactly: equal ones, or with random splitting any, each as likely as any other. */
function legAmounts(order: MixOrder, random: Random): bigint[] | null {
  const { settings, units, addresses } = order;
  const least = legUnitsMin(order);
  const affordable = Number(minUnits(units / least, BigInt(LEGS_MAX)));
  if (affordable < addresses) return null;
  if (!settings.randomAmounts) return equalAmounts(units, addresses);
  const fewest = Math.min(Math.max(LEGS_SPLIT_MIN, addresses), affordable);
  const count = fewest + randomBelow(random, affordable - fewest + 1);
  return randomAmounts(units, { count, least }, random);
}

function equalAmounts(units: bigint, count: number): bigint[] {
  const share = units / BigInt(count);
  const over = units % BigInt(count);
  return Array.from({ length: count }, (_, i) => (BigInt(i) < over ? share + 1n : share));
}

/**
 * Splits what lies above the least amounts at count − 1 places ("stars and bars"): the places are a uniform subset
 * (Floyd's sampling, CACM 30:9, 1987), so every way to split is equally likely, those at the edges included.
 */
function randomAmounts(units: bigint, split: { count: number; least: bigint }, random: Random): bigint[] {
  const bars = BigInt(split.count - 1);
  const places = units - split.least * BigInt(split.count) + bars;
  const chosen = new Set<bigint>();
  for (let last = places - bars + 1n; last <= places; last++) {
    const place = 1n + randomUnitsBelow(random, last);
    chosen.add(chosen.has(place) ? last : place);
  }
  const edges = [0n, ...[...chosen].sort((a, b) => (a < b ? -1 : 1)), places + 1n];
  return edges.slice(1).map((edge, i) => split.least + edge - (edges[i] ?? 0n) - 1n);
}

/** Every address once, then any: in random order, so that the order of legs reveals nothing. */
function legAddresses(legs: number, addresses: number, random: Random): number[] {
  const owners = Array.from({ length: legs }, (_, i) => (i < addresses ? i : randomBelow(random, addresses)));
  for (let i = owners.length - 1; i > 0; i--) {
    const j = randomBelow(random, i + 1);
    const [a = 0, b = 0] = [owners[i], owners[j]];
    owners[i] = b;
    owners[j] = a;
  }
  return owners;
}

/**
 * When a plan's first leg may be sent, in milliseconds after its start, for any seed: what someone who knows only the
 * settings knows about it. An extended delay postpones the whole range.
 */
export function firstLegBetween(
  settings: Pick<MixerSettings, "rounds" | "delayMinutes" | "randomDelay" | "randomAmounts">,
  extendedMinutes = 0,
): { leastMs: number; mostMs: number } {
  const windowMs = settings.delayMinutes * MINUTE_MS;
  const laterMs = extendedMinutes * MINUTE_MS;
  const legs = settings.randomAmounts ? LEGS_MAX : 1;
  const share = settings.randomDelay ? 0.5 : (settings.rounds + 1 / legs) / (settings.rounds + 1);
  return { leastMs: Math.floor(windowMs * share) + laterMs, mostMs: windowMs + laterMs };
}

type Shape = { rounds: number; legs: number; windowMs: number };
/** Milliseconds after the start. */
type Times = { rounds: number[]; legs: number[]; waitsUntil: number };

/** Rounds at equal distances, the last leg at the end of the window, the legs between it and the last round. */
function evenTimes({ rounds, legs, windowMs }: Shape): Times {
  const steps = rounds + 1;
  const at = (step: number): number => Math.floor((windowMs * step) / steps);
  const legTimes = Array.from({ length: legs }, (_, i) => at(rounds + (i + 1) / legs));
  return {
    rounds: Array.from({ length: rounds }, (_, i) => at(i + 1)),
    legs: legTimes,
    waitsUntil: legTimes[0] ?? windowMs,
  };
}

/**
 * The first leg anywhere in the second half of the window, no moment likelier than another; the rounds anywhere before
 * it; the end of its wait anywhere after it, so that even a payout that waited in vain reveals no delay; and the other legs
 * anywhere after that.
 */
function randomTimes({ rounds, legs, windowMs }: Shape, random: Random): Times {
  const between = (from: number, to: number): number => from + randomBelow(random, to - from + 1);
  const first = between(Math.floor(windowMs / 2), windowMs);
  const waitsUntil = between(first, windowMs);
  const inOrder = (count: number, from: number, to: number): number[] =>
    Array.from({ length: count }, () => between(from, to)).sort((a, b) => a - b);
  return {
    rounds: inOrder(rounds, 0, first),
    legs: [first, ...inOrder(legs - 1, waitsUntil, windowMs)],
    waitsUntil,
  };
}
