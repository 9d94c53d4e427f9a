import { registryUnits } from "../core/asset-amount";
import { ASSETS, type AssetCode } from "../core/assets";
import type { TimeMs } from "../core/ports";
import { type CurrentPrices, marketFor, ONE_PAYOUT } from "./market";

export type Worth = { unitsMin: Map<AssetCode, bigint>; unknown: Set<AssetCode> };

/** What leaves more than dust after a refund's network fee; of assets whose fee is `unknown` now, what is more than dust. */
export function worthRefunding(current: CurrentPrices, now: TimeMs): Worth {
  const worth: Worth = { unitsMin: new Map(), unknown: new Set() };
  for (const { code: asset } of ASSETS) {
    const market = marketFor(
      current,
      {
        ...{ send: asset, receive: asset, sendUnits: 0n, heldUnits: 0n, moves: ONE_PAYOUT },
        ...{ refund: { asset, units: 0n }, payoutPayeeUnits: null, refundPayeeUnits: null },
      },
      now,
    );
    if (market === null) worth.unknown.add(asset);
    worth.unitsMin.set(asset, registryUnits(asset, "dustAmount") + (market?.refundFeeUnits ?? 0n));
  }
  return worth;
}
