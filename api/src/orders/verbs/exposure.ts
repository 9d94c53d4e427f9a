import type { Tx } from "../../db/client";
import { type CurrentPrices, type Pair, valueInUnits } from "../../market/market";
import { lockExposure } from "../store/exposure-store";

/** The maximum net value, in whole USDT, by which promised rates may shift any one asset. */
const EXPOSURE_USDT_MAX = 1_000_000n;

/**
 * Whether the rates that are promised, this transaction's own order among them, shift an asset of the pair too far; true,
 * too, without its price. The caller rolls back then. Holds the exposure's lock until the transaction ends.
 */
export async function exceedsExposure(
  tx: Tx,
  { send, receive }: Pair,
  { current, now }: { current: CurrentPrices; now: number },
): Promise<boolean> {
  const exposure = await lockExposure(tx);
  return [send, receive].some((asset) => {
    const net = exposure.get(asset) ?? 0n;
    const cap = valueInUnits(current, asset, EXPOSURE_USDT_MAX, now);
    return cap === null || (net < 0n ? -net : net) > cap;
  });
}
