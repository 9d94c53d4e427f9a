import type { Tx } from "../../db/client";
import { type CurrentPrices, type Pair, valueInUnits } from "../../market/market";
import { lockExposure } from "../store/exposure-store";

/** The maximum net value, in whole USDT, by which promised rates may shift any one asset. */
const EXPOSURE_USDT_MAX = 1_000_000n;
/** The part of it that unpaid orders may have together: they cost nothing, so they must leave room for those that are paid. */
const UNPAID_USDT_MAX = 500_000n;

const size = (net: bigint): bigint => (net < 0n ? -net : net);

/**
 * Whether the rates that are promised, this transaction's own order among them, shift an asset of the pair too far; true,
 * too, without its price. With `isUnpaid`, those that are not paid yet may not shift it too far by themselves either. The caller
 * rolls back then. Holds the exposure's lock until the transaction ends.
 */
export async function exceedsExposure(
  tx: Tx,
  { send, receive }: Pair,
  { current, now, isUnpaid }: { current: CurrentPrices; now: number; isUnpaid: boolean },
): Promise<boolean> {
  const exposure = await lockExposure(tx);
  return [send, receive].some((asset) => {
    const { units, unpaidUnits } = exposure.get(asset) ?? { units: 0n, unpaidUnits: 0n };
    const cap = valueInUnits(current, asset, EXPOSURE_USDT_MAX, now);
    const unpaidCap = valueInUnits(current, asset, UNPAID_USDT_MAX, now);
    if (cap === null || unpaidCap === null) return true;
    return size(units) > cap || (isUnpaid && size(unpaidUnits) > unpaidCap);
  });
}
