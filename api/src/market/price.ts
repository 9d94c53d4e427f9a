import { mulDivCeil, mulDivFloor, type Rate } from "../core/amount";
import { type AssetCode, assetOf } from "../core/assets";
import { feeUnits, PPM, type Ppm } from "../core/fees";

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

export type Figures = {
  feeUnits: bigint;
  grossUnits: bigint;
  networkFeeUnits: bigint;
  /** gross − network fee; not positive when the amount cannot carry its fees. */
  receiveUnits: bigint;
};

/** What a sent amount brings: floor((send − ceil(send × fee)) × rate) − network fee, each rounded for the house. */
export function figuresOf(swap: {
  sendUnits: bigint;
  rate: Rate;
  feePpm: Ppm;
  networkFeeUnits: bigint;
}): Figures {
  const fee = feeUnits(swap.sendUnits, swap.feePpm);
  const gross = mulDivFloor(swap.sendUnits - fee, swap.rate.numerator, swap.rate.denominator);
  return {
    feeUnits: fee,
    grossUnits: gross,
    networkFeeUnits: swap.networkFeeUnits,
    receiveUnits: gross - swap.networkFeeUnits,
  };
}

/** The smallest sent amount that brings at least `receiveUnits`: the inverse of figuresOf. */
export function sendUnitsFor(swap: {
  receiveUnits: bigint;
  rate: Rate;
  feePpm: Ppm;
  networkFeeUnits: bigint;
}): bigint {
  const gross = swap.receiveUnits + swap.networkFeeUnits;
  const afterFee = mulDivCeil(gross, swap.rate.denominator, swap.rate.numerator);
  return mulDivCeil(afterFee, PPM, PPM - swap.feePpm);
}

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

/** Whether `now` is more than `ppm` below `before` (both receive units per send unit). */
export const fellMoreThan = (before: Rate, now: Rate, ppm: Ppm): boolean =>
  now.numerator * before.denominator * PPM < before.numerator * now.denominator * (PPM - ppm);
