import type { AssetCode } from "../../src/core/assets";
import { figuresOf } from "../../src/core/exchange-figures";
import type { Ppm } from "../../src/core/fees";
import type { TimeMs } from "../../src/core/ports";
import type { PublicMarket } from "./market";
import type { Scene } from "./scene";

/** What the attacker knows beside the chains: the fee schedule, the longest delay, and the rates of every moment. */
export type Knowledge = { feesPpm: readonly Ppm[]; delayMsMax: number; market: PublicMarket };

/** A deposit that could have paid a sum, and the fee it would have been charged. */
export type Explanation = { deposit: number; feePpm: Ppm };

/** What was paid out together as far as the attacker can see, from first to last leg. */
export type Sum = { asset: AssetCode; units: bigint; firstAt: TimeMs; lastAt: TimeMs };

export type Explainer = {
  /** Every deposit of the right time that brings exactly this sum under some fee of the schedule. */
  of(sum: Sum): Explanation[];
  /** Whether some deposit, of whatever time, brings such a sum: asked for a thousand sums where one is explained. */
  expects(asset: AssetCode): (units: bigint) => boolean;
};

/** Works out what each deposit could bring in each asset: one sum for every fee, at the rate of its moment. */
export function createExplainer(scene: Scene, { feesPpm, delayMsMax, market }: Knowledge): Explainer {
  const assets = new Set(scene.payouts.map(({ asset }) => asset));
  const bySum = new Map([...assets].map((asset) => [asset, new Map<bigint, Explanation[]>()]));
  for (const [deposit, { asset: send, units: sendUnits, at }] of scene.deposits.entries()) {
    for (const [receive, sums] of bySum) {
      const terms = market.termsAt({ send, receive }, at);
      for (const feePpm of feesPpm) {
        const { receiveUnits } = figuresOf({ sendUnits, feePpm, ...terms });
        const known = sums.get(receiveUnits);
        if (known === undefined) sums.set(receiveUnits, [{ deposit, feePpm }]);
        else known.push({ deposit, feePpm });
      }
    }
  }
  const depositedAt = (deposit: number): TimeMs => scene.deposits[deposit]?.at ?? 0;
  return {
    expects: (asset) => (units) => bySum.get(asset)?.has(units) ?? false,
    of({ asset, units, firstAt, lastAt }) {
      const all = bySum.get(asset)?.get(units) ?? [];
      // In the order of time, as deposits are.
      const from = firstFrom(all, lastAt - delayMsMax, depositedAt);
      return all.slice(from, firstFrom(all, firstAt + 1, depositedAt));
    },
  };
}

/** The first index whose deposit was not before a time. */
function firstFrom(
  all: readonly Explanation[],
  time: TimeMs,
  depositedAt: (deposit: number) => TimeMs,
): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const tried = all[middle];
    if (tried !== undefined && depositedAt(tried.deposit) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
