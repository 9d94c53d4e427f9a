import { mulDivCeil, mulDivFloor, type Rate } from "./amount";
import { feeUnits, PPM, type Ppm } from "./fees";

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

/** Whether `now` is more than `ppm` below `before` (both receive units per send unit). */
export const fellMoreThan = (before: Rate, now: Rate, ppm: Ppm): boolean =>
  now.numerator * before.denominator * PPM < before.numerator * now.denominator * (PPM - ppm);
