import { mulDivCeil, mulDivFloor, type Rate } from "../core/amount";
import { type AssetCode, assetOf } from "../core/assets";

/** USDT per whole coin, times 10^12. */
export const PRICE_SCALE = 10n ** 12n;
export type PriceScaled = bigint;

/** Receive units per send unit when both assets have a price in USDT; 1:1 in units for one and the same asset. */
export const rateBetween = (
  send: { asset: AssetCode; price: PriceScaled },
  receive: { asset: AssetCode; price: PriceScaled },
): Rate => ({
  numerator: send.price * 10n ** BigInt(assetOf(receive.asset).decimals),
  denominator: receive.price * 10n ** BigInt(assetOf(send.asset).decimals),
});

/** Value in smallest units of another asset, rounded up: how a native network fee is charged in a token. */
export const valueInCeil = (
  units: bigint,
  from: { asset: AssetCode; price: PriceScaled },
  to: { asset: AssetCode; price: PriceScaled },
): bigint => {
  const rate = rateBetween(from, to);
  return mulDivCeil(units, rate.numerator, rate.denominator);
};

/** Value in smallest units of another asset, rounded down. */
export const valueInFloor = (
  units: bigint,
  from: { asset: AssetCode; price: PriceScaled },
  to: { asset: AssetCode; price: PriceScaled },
): bigint => {
  const rate = rateBetween(from, to);
  return mulDivFloor(units, rate.numerator, rate.denominator);
};
