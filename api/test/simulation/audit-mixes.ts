/** The auditor's part for mixes. Like the auditor it shares no code with the engine: it imports nothing but types. */
import type { Facts, Payment } from "./auditor";

/** What a customer asked for of a mix, and what was noted of it from outside. */
export type MixFacts = {
  form: "home" | "mixer";
  rounds: number;
  delayMinutes: number;
  randomAmounts: boolean;
  level: string;
  /** The longer delay that its customer was granted; null when none. */
  extendedMinutes: number | null;
  addresses: readonly string[];
  depositAddress: string;
  /** What its page claims. */
  roundsDone: number;
  roundsSkipped: number;
  /** Its rounds that are in a block. */
  roundsOnChain: number;
  /** The legs that the one persisted seed means, by the number of their address; null when nobody saw the seed. */
  plan: readonly { units: bigint; address: number }[] | null;
  /** Whether it was held, because its plan could not be read any more. */
  wasHeld: boolean;
};

export type Receipt = {
  /** chain:transaction:ordinal. */
  id: string;
  address: string;
  asset: string;
  units: bigint;
  minedAt: number;
};

const BASE_PPM = 4_500n;
const HOME_PPM = 2_500n;
const ROUND_PPM = 5_000n;
const LONG_DELAY_PPM = 10_000n;
const MAXIMUM_PPM = 20_000n;
const LONG_DELAY_MINUTES = 30;
const LEGS_MAX = 5;
const MINUTE_MS = 60_000;

/** The fee of a mix, from the published schedule. */
export const mixPpm = (mix: MixFacts): bigint =>
  mix.form === "home"
    ? HOME_PPM
    : BASE_PPM +
      ROUND_PPM * BigInt(mix.rounds) +
      (mix.delayMinutes > LONG_DELAY_MINUTES ? LONG_DELAY_PPM : 0n) +
      (mix.level === "maximum" ? MAXIMUM_PPM : 0n);

/** A mix that was paid: what it was due, when it was settled, and what came to its addresses for it. */
export type PaidMix = {
  mix: MixFacts;
  asset: string;
  units: bigint;
  /** The network fee that it was charged; dust and that much must be in each leg. */
  networkFeeUnits: bigint;
  dustUnits: bigint;
  settledAt: number;
  legs: readonly Receipt[];
};

/** Everything that is not as it should be about a mix that was paid. */
export function auditMix(paid: PaidMix, facts: Facts): string[] {
  return [
    ...legTroubles(paid),
    ...timeTroubles(paid),
    ...roundTroubles(paid),
    ...originTroubles(paid, facts),
  ];
}

function legTroubles({ mix, asset, units, legs, networkFeeUnits, dustUnits }: PaidMix): string[] {
  const legUnitsAbove = dustUnits + networkFeeUnits;
  const troubles: string[] = [];
  const sum = legs.reduce((total, leg) => total + leg.units, 0n);
  if (sum !== units || legs.some((leg) => leg.asset !== asset))
    troubles.push(`its legs sum to ${sum}; due was ${units} ${asset}`);
  if (legs.length > LEGS_MAX) troubles.push(`${legs.length} legs`);
  if (mix.plan === null) troubles.push("nobody saw its plan");
  const text = (list: readonly { address: string; units: bigint }[]): string =>
    list
      .map((leg) => `${leg.units} to ${leg.address}`)
      .sort()
      .join(", ");
  const planned = plannedLegs(mix);
  const isInOne = mix.wasHeld && isPaidInOne(mix, legs);
  if (text(planned) !== text(legs) && !isInOne)
    troubles.push(`paid ${text(legs)}; its one plan says ${text(planned)}`);
  if (legs.length === 1 || isInOne) return troubles;
  for (const leg of legs)
    if (leg.units <= legUnitsAbove) troubles.push(`a leg of ${leg.units}, not worth its fee`);
  // An amount that cannot pay every address pays as many as it can.
  const affordable = units / (legUnitsAbove + 1n);
  const unpaid = mix.addresses.filter((address) => !legs.some((leg) => leg.address === address));
  if (unpaid.length > 0 && affordable >= BigInt(mix.addresses.length))
    troubles.push(`${unpaid.join(", ")} got nothing`);
  return troubles;
}

const plannedLegs = ({ plan, addresses }: MixFacts) =>
  (plan ?? []).map((leg) => ({ ...leg, address: addresses[leg.address] ?? "nowhere" }));

/** Splits what was paid into what the plan says and the rest. */
function apart(mix: MixFacts, legs: readonly Receipt[]): { byPlan: Receipt[]; others: Receipt[] } {
  const open = plannedLegs(mix);
  const byPlan = legs.filter(({ address, units }) => {
    const at = open.findIndex((leg) => leg.address === address && leg.units === units);
    if (at >= 0) open.splice(at, 1);
    return at >= 0;
  });
  return { byPlan, others: legs.filter((leg) => !byPlan.includes(leg)) };
}

/** An administrator released it when its plan was lost: what was left then went to the first address, in one. */
function isPaidInOne(mix: MixFacts, legs: readonly Receipt[]): boolean {
  const { others } = apart(mix, legs);
  return others.length === 1 && others[0]?.address === mix.addresses[0];
}

/** No plan pays in the first half of its delay, and an extension puts everything off. */
function timeTroubles({ mix, settledAt, legs }: PaidMix): string[] {
  const extended = (mix.extendedMinutes ?? mix.delayMinutes) - mix.delayMinutes;
  const soonest = settledAt + (extended + mix.delayMinutes / 2) * MINUTE_MS;
  // What an administrator released in one may be all that a plan of one leg would have paid.
  if (mix.wasHeld && legs.length === 1) return [];
  const timed = mix.wasHeld ? apart(mix, legs).byPlan : legs;
  return timed.some((leg) => leg.minedAt < soonest) ? ["was paid before its delay was over"] : [];
}

function roundTroubles({ mix }: PaidMix): string[] {
  const { rounds, roundsDone, roundsSkipped, roundsOnChain } = mix;
  const said = `${roundsDone} of ${rounds} rounds done, ${roundsSkipped} left out, ${roundsOnChain} on the chain`;
  const areOver = roundsDone + roundsSkipped === rounds || mix.wasHeld;
  return areOver && roundsDone === roundsOnChain ? [] : [said];
}

/** What paid it never came from its own deposit; on account chains its deposit had not even been touched. */
function originTroubles({ mix, asset, legs }: PaidMix, facts: Facts): string[] {
  const own = facts.payments.filter(({ address }) => address === mix.depositAddress);
  const troubles = legs.flatMap((leg) => {
    const origins = ancestorsOf(leg.id, facts.spends);
    const traced = own.find(({ id }: Payment) => origins.has(id));
    return traced === undefined ? [] : [`${leg.id} descends from its own deposit ${traced.id}`];
  });
  const last = Math.max(...legs.map(({ minedAt }) => minedAt));
  const early = facts.sweeps.find(({ address, at }) => address === mix.depositAddress && at < last);
  // A rewritten chain mines again what was final.
  const isRewritten = [asset, ...own.map((payment) => payment.asset)].some(facts.isRewritten);
  if (early !== undefined && !isRewritten) troubles.push("its deposit was swept before it was paid");
  return troubles;
}

/** Every output that a transaction's coins went through. */
function ancestorsOf(output: string, spends: Facts["spends"]): ReadonlySet<string> {
  const seen = new Set<string>();
  const transactionOf = (id: string): string => id.slice(0, id.lastIndexOf(":"));
  const rest = [transactionOf(output)];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    for (const spent of spends.get(next) ?? []) {
      if (seen.has(spent)) continue;
      seen.add(spent);
      rest.push(transactionOf(spent));
    }
  }
  return seen;
}
