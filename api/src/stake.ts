import { LEAST_STAKE, orderUnitsMax, type Stake } from "./chains/policy";
import { type AssetCode, assetOf, type ChainId } from "./core/assets";
import type { Clock } from "./core/ports";
import type { Coins } from "./deposits/store";
import { ORDER_VALUE_USDT_MAX, pricedAsset } from "./market/market";
import { PRICE_SCALE } from "./market/price";
import type { PriceReader } from "./market/price-reader";

/** What the largest order has at stake. */
export const largestStake = (chain: ChainId): Stake => ({
  valueUsdt: ORDER_VALUE_USDT_MAX,
  units: orderUnitsMax(chain) ?? 0n,
});

/** What these coins of one chain are worth at stake now. A chain whose blocks are mined has one asset. */
export const stakeOf = (prices: PriceReader, clock: Clock, coins: readonly Coins[]): Stake =>
  coins.reduce(
    (sum, { asset, units }) => ({
      valueUsdt: sum.valueUsdt + valueUsdt(prices, clock, asset, units),
      units: sum.units + units,
    }),
    LEAST_STAKE,
  );

/** Whole USDT that units are worth now; without a price, enough for the deepest policy. */
function valueUsdt(prices: PriceReader, clock: Clock, asset: AssetCode, units: bigint): bigint {
  const priced = pricedAsset(prices.current(), asset, clock.now());
  if (priced === undefined) return ORDER_VALUE_USDT_MAX;
  return (units * priced.price) / (PRICE_SCALE * 10n ** BigInt(assetOf(asset).decimals));
}
