import type { Tx } from "../../db/client";
import { type CurrentPrices, type Pair, valueInUnits } from "../../market/market";
import { type Exposure, lockExposure } from "../store/exposure-store";

/** The maximum net value, in whole USDT, by which promised rates may shift any one asset. */
const EXPOSURE_USDT_MAX = 1_000_000n;
/**
 * The part of it that unpaid orders may have together: they cost nothing, so they must leave room for those that are paid. One
 * client may have half of what the others leave of it.
 */
const UNPAID_USDT_MAX = 500_000n;

const size = (net: bigint): bigint => (net < 0n ? -net : net);

/**
 * A rate that is promised: for which pair, and, where it is an order's that is not paid yet, the ids of all orders of its client.
 */
export type PromisedRate = { pair: Pair; unpaidOf: readonly string[] | null };

/**
 * Whether the rates that are promised, those of this transaction's own orders among them, shift an asset of one of these too far;
 * true, too, without its price. Orders that are not paid yet may not shift it too far by themselves either, and those of one client
 * not by more than its share. The caller rolls back then. Holds the exposure's lock until the transaction ends.
 */
export async function exceedExposure(
  tx: Tx,
  promised: readonly PromisedRate[],
  { current, now }: { current: CurrentPrices; now: number },
): Promise<boolean> {
  const askedFor = [...new Set(promised.flatMap(({ unpaidOf }) => unpaidOf ?? []))];
  const exposure = await lockExposure(tx, askedFor, now);
  return promised.some(({ pair: { send, receive }, unpaidOf }) =>
    [send, receive].some((asset) => {
      const known = exposure.get(asset);
      const cap = valueInUnits(current, asset, EXPOSURE_USDT_MAX, now);
      const unpaidCap = valueInUnits(current, asset, UNPAID_USDT_MAX, now);
      if (cap === null || unpaidCap === null) return true;
      if (known === undefined) return false;
      const { units, unpaidUnits } = known;
      if (size(units) > cap) return true;
      if (unpaidOf === null) return false;
      const ownUnits = sumOf(new Set(unpaidOf), known);
      const left = unpaidCap - size(unpaidUnits - ownUnits);
      return size(unpaidUnits) > unpaidCap || size(ownUnits) * 2n > left;
    }),
  );
}

const sumOf = (ids: ReadonlySet<string>, { unpaidOf }: Exposure): bigint =>
  [...ids].reduce((sum, id) => sum + (unpaidOf.get(id) ?? 0n), 0n);
