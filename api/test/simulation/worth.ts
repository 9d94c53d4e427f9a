import { minUnits } from "../../src/core/amount";
import { type AssetCode, assetOf } from "../../src/core/assets";
import type { World } from "./world";

/** Of the market's prices. */
const PRICE_DECIMALS = 12;

/** Whole USDT that units are worth at the lowest price that the market has said in a world. */
export function leastWorth({ market }: Pick<World, "market">, asset: AssetCode, units: bigint): bigint {
  const prices = market.history.map((point) => point.prices.get(asset) ?? 0n);
  const lowest = prices.reduce((least, price) => minUnits(least, price));
  return (units * lowest) / 10n ** BigInt(assetOf(asset).decimals + PRICE_DECIMALS);
}
