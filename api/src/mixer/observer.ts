import type { Rate } from "../core/amount";
import type { AssetCode } from "../core/assets";
import { figuresOf, sendUnitsFor } from "../core/exchange-figures";
import { PPM, type Ppm } from "../core/fees";
import type { TimeMs } from "../core/ports";
import type { PossibleFee } from "./fee";

/** What everybody can see of one payment to or from us: its asset, its amount and its time. */
export type Sighting = { asset: AssetCode; units: bigint; at: TimeMs; timing: Timing };

/** When a mix was paid and when its first leg went, and how long after the deposit its settings let that leg go. */
export type Timing = { paidInAt: TimeMs; paidOutAt: TimeMs | null; leastMs: number; mostMs: number };

/** The payments of other mixes. Legs to one address count as one payout of their sum: an observer adds them up. */
export type Crowd = { deposits: readonly Sighting[]; payouts: readonly Sighting[] };

/** A mix as an observer sees its two ends. */
export type Ends = {
  send: AssetCode;
  receive: AssetCode;
  sendUnits: bigint;
  rate: Rate;
  feePpm: Ppm;
  networkFeeUnits: bigint;
  /** How many rounds the network fee pays for, and what it contains for each. */
  rounds: number;
  roundUnits: bigint;
  timing: Timing;
};

/** Other mixes are looked for in this time: of a mix of today, the delay before its payout. */
export type Window = { from: TimeMs; to: TimeMs };

export type WeakPoint =
  /** No delay: the payout follows its deposit at once. */
  | { code: "no_delay" }
  /** Fewer than two other mixes of these assets in the window: sets are rounded down. */
  | { code: "no_company"; windowMinutes: number }
  /** Others, but fewer than two whose amount fits. */
  | { code: "amount_unique"; amount: bigint; nearby: Nearby | null }
  /** Others fit, but another amount has a larger anonymity set. */
  | { code: "amount_rare"; amount: bigint; candidates: number; nearby: Nearby }
  /** The amount is as common as they come: only more time would bring more mixes to hide among. */
  | { code: "time_short"; candidates: number; windowMinutes: number };

/** A common amount of the sent asset, and how many mixes it would hide among, this one included. */
export type Nearby = { amount: bigint; candidates: number };

export type ObserverReport = {
  /** This mix and those it can be taken for, rounded down to a step of STEPS. */
  candidates: number;
  weakPoint: WeakPoint;
};

/** What the schedule may charge; the observer knows the schedule, but not who chose what. */
type Knowledge = { fees: readonly PossibleFee[] };

/** Blocks and timers hide no more than this. */
const UNSURE_MS = 15_000;

/**
 * Candidates are reported in these steps, always rounded down. No set is reported larger than it is, and a visitor
 * cannot find out by trying one amount after another whether one other visitor mixed exactly that amount.
 */
const STEPS = [1, 3, 5, 8, 12, 20, 30, 50, 100] as const;
/** An amount is called common when at least this many mixes share it. */
const COMMON_MIN = 3;
/** Nearby means within a fifth of the amount. */
const NEARBY_PPM = 200_000n;
/** Only amounts of so few digits are offered: an odd one would point to its owner. */
const COMMON_DIGITS_MAX = 2;
/** Amounts looked at for a nearby one, the most frequent first. */
const AMOUNTS_MAX = 10;

/**
 * How many mixes this one can be taken for, itself included. An observer who starts from the deposit asks which payouts
 * could be its own; one who starts from the payout asks which deposits could have paid for it. Both know all fees and
 * rates; the better of the two counts, so the set is the smaller one.
 */
export function candidateSet(crowd: Crowd, ends: Ends, window: Window, knowledge: Knowledge): number {
  const near = swappable(inWindow(crowd, ends, window), ends.timing, window.to);
  if (near.deposits.length === 0 || near.payouts.length === 0) return 1;
  const paying = payoutsOf(ends, knowledge);
  const payouts = near.payouts.filter(({ units }) => isIn(paying, units));
  if (payouts.length === 0) return 1;
  const paidBy = depositsOf(ends, knowledge);
  const deposits = near.deposits.filter(({ units }) => isIn(paidBy, units));
  return 1 + Math.min(payouts.length, deposits.length);
}

/** The candidate set as it is reported: the largest of STEPS that it reaches. */
export const reportedSet = (candidates: number): number =>
  STEPS.reduce<number>((reported, step) => (candidates >= step ? step : reported), 1);

/** The observer's best guess as a probability in ppm, rounded up: one candidate is as good as another. */
export const bestGuessPpm = (candidates: number): Ppm => {
  const count = BigInt(Math.max(candidates, 1));
  return (PPM + count - 1n) / count;
};

/** What an observer of the chains could infer about a mix, and what reveals it most. */
export function observe(
  crowd: Crowd,
  ends: Ends,
  window: Window & { delayMinutes: number },
  knowledge: Knowledge,
): ObserverReport {
  const exact = candidateSet(crowd, ends, window, knowledge);
  const candidates = window.delayMinutes === 0 ? 1 : reportedSet(exact);
  return { candidates, weakPoint: weakPointOf(crowd, ends, window, knowledge, candidates) };
}

function weakPointOf(
  crowd: Crowd,
  ends: Ends,
  window: Window & { delayMinutes: number },
  knowledge: Knowledge,
  candidates: number,
): WeakPoint {
  if (window.delayMinutes === 0) return { code: "no_delay" };
  const windowMinutes = window.delayMinutes;
  const near = inWindow(crowd, ends, window);
  const mixes = reportedSet(1 + Math.min(near.deposits.length, near.payouts.length));
  if (mixes === 1) return { code: "no_company", windowMinutes };
  const nearby = nearbyAmount(near, ends, window, knowledge, candidates);
  const amount = ends.sendUnits;
  if (candidates === 1) return { code: "amount_unique", amount, nearby };
  if (nearby !== null) return { code: "amount_rare", amount, candidates, nearby };
  return { code: "time_short", candidates, windowMinutes };
}

/** Amounts from the least to the most, both included. */
type Range = { least: bigint; most: bigint };

const isIn = (ranges: readonly Range[], units: bigint): boolean =>
  ranges.some(({ least, most }) => units >= least && units <= most);

/**
 * The fees of the schedule with their network fees. The network fee of another number of legs is left out, as are the
 * mixes that were charged it: how many legs a payout has shows on the chain.
 */
const termsOf = (ends: Ends, { fees }: Knowledge): Pick<Ends, "feePpm" | "networkFeeUnits">[] =>
  fees.map(({ feePpm, rounds }) => ({
    feePpm,
    networkFeeUnits: ends.networkFeeUnits + BigInt(rounds - ends.rounds) * ends.roundUnits,
  }));

/** Payouts that this mix's deposit could pay under some fee of the schedule; rates are published, so to the unit. */
const payoutsOf = (ends: Ends, knowledge: Knowledge): Range[] =>
  termsOf(ends, knowledge).map((terms) => {
    const units = figuresOf({ ...ends, ...terms }).receiveUnits;
    return { least: units, most: units };
  });

/** Deposits that could pay this mix's payout under some fee of the schedule; where its own is worth less than a fee, none could. */
function depositsOf(ends: Ends, knowledge: Knowledge): Range[] {
  const { receiveUnits } = figuresOf(ends);
  return termsOf(ends, knowledge)
    .filter(({ networkFeeUnits }) => receiveUnits + networkFeeUnits >= 0n)
    .map((terms) => ({
      least: sendUnitsFor({ ...ends, ...terms, receiveUnits }),
      most: sendUnitsFor({ ...ends, ...terms, receiveUnits: receiveUnits + 1n }) - 1n,
    }));
}

/**
 * Those whose payout could as well be this mix's, and this one's theirs: each deposit as long before the other's payout
 * as the payout's own settings allow. An observer reads the settings' kind off the fee, and a payout still to come will
 * show its own time; so neither mixes that came too late nor those still waiting are counted.
 */
function swappable({ deposits, payouts }: Crowd, own: Timing, now: TimeMs): Crowd {
  const fits = (kind: Timing, ms: number) => ms >= kind.leastMs - UNSURE_MS && ms <= kind.mostMs + UNSURE_MS;
  const couldSwap = ({ timing: other }: Sighting) =>
    other.paidOutAt !== null &&
    fits(own, now - other.paidInAt) &&
    fits(other, other.paidOutAt - own.paidInAt);
  return { deposits: deposits.filter(couldSwap), payouts: payouts.filter(couldSwap) };
}

function inWindow(crowd: Crowd, ends: Ends, { from, to }: Window): Crowd {
  const isSeen = (asset: AssetCode) => (seen: Sighting) =>
    seen.asset === asset && seen.at >= from && seen.at <= to;
  return {
    deposits: crowd.deposits.filter(isSeen(ends.send)),
    payouts: crowd.payouts.filter(isSeen(ends.receive)),
  };
}

/** The common amount nearby with the largest anonymity set, where that is larger than this amount's. */
function nearbyAmount(
  near: Crowd,
  ends: Ends,
  window: Window,
  knowledge: Knowledge,
  candidates: number,
): Nearby | null {
  let best: Nearby | null = null;
  for (const amount of commonAmounts(near, ends)) {
    const reported = reportedSet(candidateSet(near, { ...ends, sendUnits: amount }, window, knowledge));
    if (reported >= COMMON_MIN && reported > (best?.candidates ?? candidates))
      best = { amount, candidates: reported };
  }
  return best;
}

/** Deposited amounts of few digits near this one, the most frequent first. */
function commonAmounts(near: Crowd, ends: Ends): bigint[] {
  const counts = new Map<bigint, number>();
  for (const { units } of near.deposits) {
    const distance = units > ends.sendUnits ? units - ends.sendUnits : ends.sendUnits - units;
    const isNear = distance > 0n && distance * PPM <= ends.sendUnits * NEARBY_PPM;
    if (isNear && isCommon(units)) counts.set(units, (counts.get(units) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, AMOUNTS_MAX)
    .map(([units]) => units);
}

const isCommon = (units: bigint): boolean => units.toString().replace(/0+$/, "").length <= COMMON_DIGITS_MAX;
