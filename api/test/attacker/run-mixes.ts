import { registryUnits } from "../../src/core/asset-amount";
import type { AssetCode } from "../../src/core/assets";
import { figuresOf } from "../../src/core/exchange-figures";
import { exchangeFeePpm, type Ppm } from "../../src/core/fees";
import type { TimeMs } from "../../src/core/ports";
import { mixFeePpm, possibleFees } from "../../src/mixer/fee";
import { type MixMoves, mixMoves } from "../../src/mixer/network-cost";
import {
  type Crowd,
  candidateSet,
  type Ends,
  observe,
  type Sighting,
  type Window,
} from "../../src/mixer/observer";
import { firstLegNow, type MixPlan, planMix } from "../../src/mixer/plan";
import { SEED_BYTES, seedStream } from "../../src/mixing/seed";
import type { Dice } from "../simulation/dice";
import { networkFee, type PublicMarket } from "./market";
import type { Customer } from "./people";

/** What one receive address got. */
export type Payout = { asset: AssetCode; legs: { units: bigint; at: TimeMs }[] };

/** An order that was paid out whole, with what we reported to its customer when the first leg went. */
export type Paid = { customer: Customer; feePpm: Ppm; payouts: Payout[]; reportedCandidates: number };

type Mix = {
  customer: Customer;
  ends: Ends;
  plan: MixPlan;
  /** What each address gets in all. */
  owed: bigint[];
  payouts: Payout[];
  /** When its last leg went; while one is to come, the end of time. */
  lastAt: TimeMs;
  /** Legs sent; the first waits for other mixes, the others go when they are due. */
  sent: number;
  lookAgainAt: TimeMs;
  reportedCandidates: number;
};

const STEP_MS = 10_000;
/** How often a leg that waits for other mixes looks round. */
const LOOK_MS = 60_000;
const MINUTE_MS = 60_000;
/** A plain exchange pays as soon as it has signed. */
const PLAIN_MS_MAX = 30_000;
const knowledge = { fees: possibleFees() };

/** Mixes every customer's deposit by the production plan, with the production's observer counting the other mixes. */
export function runMixes(customers: readonly Customer[], market: PublicMarket, dice: Dice): Paid[] {
  const records = createMixRecords();
  const open = new Set<Mix>();
  const paid: Paid[] = [];
  let next = 0;
  for (let now = customers[0]?.at ?? 0; next < customers.length || open.size > 0; now += STEP_MS) {
    for (let customer = customers[next]; customer && customer.at <= now; customer = customers[next]) {
      const mix = beginMix(customer, market, dice);
      open.add(mix);
      records.add(mix);
      next++;
    }
    records.forgetBefore(now - 3 * 3_600_000);
    for (const mix of open) {
      sendDue(mix, now, records);
      if (mix.sent < mix.plan.legs.length) continue;
      open.delete(mix);
      mix.lastAt = now;
      const { customer, payouts, reportedCandidates } = mix;
      paid.push({ customer, payouts, reportedCandidates, feePpm: mix.ends.feePpm });
    }
  }
  return paid;
}

/** The same customers served without a mix: the exchange's fee, one address, paid out at once. */
export function runPlain(customers: readonly Customer[], market: PublicMarket, dice: Dice): Paid[] {
  const feePpm = exchangeFeePpm("floating");
  return customers.map((customer) => {
    const ends = endsOf(customer, market, feePpm, null);
    const leg = { units: figuresOf(ends).receiveUnits, at: customer.at + dice.below(PLAIN_MS_MAX) };
    return { customer, feePpm, payouts: [{ asset: ends.receive, legs: [leg] }], reportedCandidates: 1 };
  });
}

function endsOf(customer: Customer, market: PublicMarket, feePpm: Ppm, mix: MixMoves | null): Ends {
  const { send, receive, units: sendUnits, at } = customer;
  const mostMs = customer.settings.delayMinutes * MINUTE_MS;
  const timing = { paidInAt: at, paidOutAt: null, leastMs: mostMs / 2, mostMs };
  const terms = market.termsAt({ send, receive }, at);
  const { rate, roundUnits } = terms;
  const fees = { feePpm, networkFeeUnits: networkFee(terms, mix), rounds: mix?.rounds ?? 0, roundUnits };
  return { send, receive, sendUnits, rate, timing, ...fees };
}

function beginMix(customer: Customer, market: PublicMarket, dice: Dice): Mix {
  const { settings, addresses, at } = customer;
  const ends = endsOf(customer, market, mixFeePpm(settings), mixMoves(settings, addresses));
  const plan = planMix(
    {
      settings,
      addresses,
      startsAt: at,
      units: figuresOf(ends).receiveUnits,
      dustUnits: registryUnits(ends.receive, "dustAmount"),
      networkFeeUnits: ends.networkFeeUnits,
    },
    seedStream(dice.random.bytes(SEED_BYTES), "plan"),
  );
  if (!plan.ok) throw new Error(`an amount that no plan can pay: ${plan.error}`);
  const payouts = Array.from({ length: addresses }, () => ({ asset: ends.receive, legs: [] }));
  const owed = payouts.map((_, address) =>
    plan.value.legs.reduce((sum, leg) => (leg.address === address ? sum + leg.units : sum), 0n),
  );
  const lastAt = Number.POSITIVE_INFINITY;
  if (!settings.randomDelay) {
    const ms = (plan.value.legs[0]?.dueAt ?? at) - at;
    ends.timing = { ...ends.timing, leastMs: ms, mostMs: ms };
  }
  return {
    customer,
    ends,
    plan: plan.value,
    owed,
    payouts,
    lastAt,
    sent: 0,
    lookAgainAt: 0,
    reportedCandidates: 1,
  };
}

function sendDue(mix: Mix, now: TimeMs, records: MixRecords): void {
  const { plan } = mix;
  if (mix.sent === 0) {
    const dueAt = plan.legs[0]?.dueAt ?? now;
    if (now < dueAt || now < mix.lookAgainAt) return;
    mix.lookAgainAt = Math.min(now + LOOK_MS, Math.max(plan.waitsUntil, now));
    const delayMinutes = mix.customer.settings.delayMinutes;
    const window = { from: now - delayMinutes * MINUTE_MS, to: now, delayMinutes };
    const crowd = records.of(mix, window);
    const candidates = candidateSet(crowd, mix.ends, window, knowledge);
    if (firstLegNow(plan, now, candidates).state === "wait") return;
    mix.reportedCandidates = observe(crowd, mix.ends, window, knowledge).candidates;
  }
  for (
    let leg = plan.legs[mix.sent];
    leg && (mix.sent === 0 || leg.dueAt <= now);
    leg = plan.legs[mix.sent]
  ) {
    if (mix.sent === 0) mix.ends.timing = { ...mix.ends.timing, paidOutAt: now };
    mix.payouts[leg.address]?.legs.push({ units: leg.units, at: now });
    mix.sent++;
  }
}

type MixRecords = {
  add(mix: Mix): void;
  forgetBefore(time: TimeMs): void;
  of(mix: Mix, window: Window): Crowd;
};

/** The ends of other mixes as the store reads them: payouts summed by address, those still to come seen now. */
function createMixRecords(): MixRecords {
  // Each in the order in which they came.
  const bySent = new Map<AssetCode, Mix[]>();
  const byReceived = new Map<AssetCode, Mix[]>();
  return {
    add(mix) {
      note(bySent, mix.ends.send, mix);
      note(byReceived, mix.ends.receive, mix);
    },
    forgetBefore(time) {
      for (const records of [bySent, byReceived])
        for (const [asset, mixes] of records) {
          const first = mixes.findIndex(({ customer }) => customer.at >= time);
          if (first > 100) records.set(asset, mixes.slice(first));
        }
    },
    of(own, { from, to }) {
      const others = (mixes: readonly Mix[] = []) => mixes.filter((mix) => mix !== own && mix.lastAt >= from);
      const deposits = others(bySent.get(own.ends.send)).flatMap(({ ends, customer: { at } }): Sighting[] =>
        at < from ? [] : [{ asset: ends.send, units: ends.sendUnits, at, timing: ends.timing }],
      );
      const payouts = others(byReceived.get(own.ends.receive)).flatMap((mix) => payoutsSeen(mix, to));
      return { deposits, payouts };
    },
  };
}

function note(records: Map<AssetCode, Mix[]>, asset: AssetCode, mix: Mix): void {
  const known = records.get(asset);
  if (known === undefined) records.set(asset, [mix]);
  else known.push(mix);
}

const payoutsSeen = ({ owed, payouts, ends }: Mix, now: TimeMs): Sighting[] =>
  payouts.map(({ legs }, address) => ({
    timing: ends.timing,
    asset: ends.receive,
    units: owed[address] ?? 0n,
    at: legs.at(-1)?.at ?? now,
  }));
