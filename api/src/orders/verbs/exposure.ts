import type { Tx } from "../../db/client";
import { type CurrentPrices, type Pair, valueInUnits } from "../../market/market";
import { lockExposure, NOTHING_PROMISED } from "../store/exposure-store";

/** The maximum net value, in whole USDT, by which promised rates may shift any one asset. */
const EXPOSURE_USDT_MAX = 1_000_000n;
/**
 * The part of it that unpaid orders may have together: they cost nothing, so they must leave room for those that are paid. One
 * client may have half of what the others leave of it.
 */
const UNPAID_USDT_MAX = 500_000n;

const size = (net: bigint): bigint => (net < 0n ? -net : net);

/**
 * Whether the rates that are promised, this transaction's own order among them, shift an asset of the pair too far; true,
 * too, without its price. With `unpaidOf`, the ids of all orders of a client, those that are not paid yet may not shift it too far
 * by themselves either, and the client's own not by more than its share. The caller rolls back then. Holds the exposure's lock until the transaction ends.
 */
export async function exceedsExposure(
  tx: Tx,
  { send, receive }: Pair,
  {
    current,
    now,
    unpaidOf = null,
  }: { current: CurrentPrices; now: number; unpaidOf?: readonly string[] | null },
): Promise<boolean> {
  const exposure = await lockExposure(tx, unpaidOf ?? [], now);
  return [send, receive].some((asset) => {
    const { units, unpaidUnits, ownUnits } = exposure.get(asset) ?? NOTHING_PROMISED;
    const cap = valueInUnits(current, asset, EXPOSURE_USDT_MAX, now);
    const unpaidCap = valueInUnits(current, asset, UNPAID_USDT_MAX, now);
    if (cap === null || unpaidCap === null) return true;
    if (size(units) > cap) return true;
    const left = unpaidCap - size(unpaidUnits - ownUnits);
    return unpaidOf !== null && (size(unpaidUnits) > unpaidCap || size(ownUnits) * 2n > left);
  });
}
