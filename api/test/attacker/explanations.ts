import type { AssetCode } from "../../src/core/assets";
import { figuresOf } from "../../src/core/exchange-figures";
import type { Ppm } from "../../src/core/fees";
import type { TimeMs } from "../../src/core/ports";
import type { MixMoves } from "../../src/mixer/network-cost";
import { LEGS_MAX } from "../../src/mixer/plan";
import { networkFee, type PublicMarket } from "./market";
import type { Scene } from "./scene";

/** A service fee, and what the network fee beside it pays for: null for a plain exchange. */
export type Charge = { feePpm: Ppm; mix: MixMoves | null };

/** What the attacker knows beside the chains: all charges, the longest delay, and the rates of every moment. */
export type Knowledge = { charges: readonly Charge[]; delayMsMax: number; market: PublicMarket };

/** A deposit that could have paid a sum, and the fee it would have been charged. */
export type Explanation = { deposit: number; feePpm: Ppm };

/** What was paid out together as far as the attacker can see, from first to last leg. */
export type Sum = { asset: AssetCode; units: bigint; legs: number; firstAt: TimeMs; lastAt: TimeMs };

export type Explainer = {
  /** Every deposit of the right time that brings exactly this sum, in as many legs, under some charge. */
  of(sum: Sum): Explanation[];
  /** What some deposit, of whatever time, brings in an asset: asked for a thousand sums where one is explained. */
  expects(asset: AssetCode): Expected;
};

export type Expected = {
  /** False where no expected sum has this residue; most sums are told apart by it, without their units. */
  mayHave(residue: number): boolean;
  has(units: bigint): boolean;
};

/** A prime below 2^27: so many bits are a filter of 16 MiB, of which millions of sums set a few in a hundred. */
const MODULUS = 134_217_689;

export const residueOf = (units: bigint): number => Number(units % BigInt(MODULUS));

/** The residue of a sum, from those of its parts. */
export const addResidues = (a: number, b: number): number => (a + b) % MODULUS;

/** Works out what each deposit could bring in each asset: one sum for every charge, at the rate of its moment. */
export function createExplainer(scene: Scene, { charges, delayMsMax, market }: Knowledge): Explainer {
  const assets = new Set(scene.payouts.map(({ asset }) => asset));
  // By sum, the numbers of its explanations (deposit × charges + charge): there are millions of them.
  const bySum = new Map([...assets].map((asset) => [asset, new Map<bigint, number | number[]>()]));
  for (const [deposit, { asset: send, units: sendUnits, at }] of scene.deposits.entries()) {
    for (const [receive, sums] of bySum) {
      const terms = market.termsAt({ send, receive }, at);
      for (const [index, { feePpm, mix }] of charges.entries()) {
        const networkFeeUnits = networkFee(terms, mix);
        const { receiveUnits } = figuresOf({ sendUnits, feePpm, rate: terms.rate, networkFeeUnits });
        const number = deposit * charges.length + index;
        const known = sums.get(receiveUnits);
        if (typeof known === "object") known.push(number);
        else sums.set(receiveUnits, known === undefined ? number : [known, number]);
      }
    }
  }
  const depositOf = (number: number): number => Math.floor(number / charges.length);
  const depositedAt = (number: number): TimeMs => scene.deposits[depositOf(number)]?.at ?? 0;
  return {
    expects: (asset) => {
      const sums = bySum.get(asset) ?? new Map();
      const filter = new Uint8Array(Math.ceil(MODULUS / 8));
      for (const units of sums.keys()) {
        const residue = residueOf(units);
        filter[residue >> 3] = (filter[residue >> 3] ?? 0) | (1 << (residue & 7));
      }
      return {
        mayHave: (residue) => ((filter[residue >> 3] ?? 0) & (1 << (residue & 7))) !== 0,
        has: (units) => sums.has(units),
      };
    },
    of({ asset, units, legs, firstAt, lastAt }) {
      const known = bySum.get(asset)?.get(units) ?? [];
      const all = typeof known === "object" ? known : [known];
      // In the order of time, as deposits are.
      const from = firstFrom(all, lastAt - delayMsMax, depositedAt);
      return all.slice(from, firstFrom(all, firstAt + 1, depositedAt)).flatMap((number) => {
        const charge = charges[number % charges.length];
        if (charge === undefined || !paysFor(charge, legs)) return [];
        return [{ deposit: depositOf(number), feePpm: charge.feePpm }];
      });
    },
  };
}

/** Whether a payout of so many legs may have been charged so: what is split is priced at the most legs. */
const paysFor = ({ mix }: Charge, legs: number): boolean =>
  mix === null || mix.legs === legs || (mix.legs === LEGS_MAX && legs > 1);

/** The first index whose deposit was not before a time. */
function firstFrom(all: readonly number[], time: TimeMs, depositedAt: (number: number) => TimeMs): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const tried = all[middle];
    if (tried !== undefined && depositedAt(tried) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
