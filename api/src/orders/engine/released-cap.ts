import { signedFeeMax } from "../../chains/signer";
import { maxUnits, minUnits } from "../../core/amount";
import { assert } from "../../core/assert";
import { assetOf, NATIVE_ASSET } from "../../core/assets";
import type { LegId } from "../../core/ids";
import type { Clock } from "../../core/ports";
import type { Database } from "../../db/client";
import { feeCapOf } from "../../market/market";
import { FEE_HEADROOM } from "../../market/payment-cost";
import type { PriceReader } from "../../market/price-reader";
import { loadLeg } from "../../payouts/leg-store";
import type { PayeeFee } from "../../payouts/payee-fee";

/** What a leg may spend on the network after an administrator released it, in native units. */
export type ReleasedCap = (legId: LegId) => Promise<bigint>;

/** Returns a reader of released caps: three times what the leg costs now, whatever part of the payment that is, and at most what the signer signs. */
export const createReleasedCap =
  (parts: {
    database: Database;
    prices: Pick<PriceReader, "fresh">;
    clock: Clock;
    payeeFee: PayeeFee;
  }): ReleasedCap =>
  async (legId) => {
    const leg = await loadLeg(parts.database, legId);
    assert(leg !== undefined, "a leg that was not planned", { legId });
    const { asset, units, destination: to, overTor } = leg;
    const payeeUnits = await parts.payeeFee({ asset, to, overTor, stream: legId });
    // It is promised already: what it takes is there for it.
    const feeUnits = NATIVE_ASSET[assetOf(asset).chain] === asset ? leg.feeUnitsMax : 0n;
    const payment = { units, heldUnits: units + feeUnits };
    const current = await parts.prices.fresh();
    const { feeUnitsMax } = feeCapOf(current, asset, parts.clock.now(), { payment, payeeUnits });
    const releasedUnits = maxUnits(feeUnitsMax, (payeeUnits ?? 0n) * FEE_HEADROOM);
    return minUnits(releasedUnits, signedFeeMax(assetOf(asset).chain));
  };
