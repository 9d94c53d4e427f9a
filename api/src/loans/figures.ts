import { mulDivCeil, mulDivFloor } from "../core/amount";
import { type AssetCode, assetOf } from "../core/assets";
import { FEE_SCHEDULE, feeUnits } from "../core/fees";

/** Rates, values and fees of loans are USDT with this many decimals. */
export const LOAN_USDT_DECIMALS = 8;

/** In USDT times 10^8. */
export type LoanFigures = { valueScaled: bigint; feeScaled: bigint };

/**
 * usdtValue = floor(amount × rate) and feeAmount = ceil(0.45 % of it), both to 8 decimals: rounded in our favour, as in
 * docs/money.md. `rateScaled` is USDT for one whole coin, times 10^8.
 */
export const loanFigures = (loan: { asset: AssetCode; units: bigint; rateScaled: bigint }): LoanFigures =>
  figuresOfValue(mulDivFloor(loan.units, loan.rateScaled, 10n ** BigInt(assetOf(loan.asset).decimals)));

/** A value with the fee on it. */
export const figuresOfValue = (valueScaled: bigint): LoanFigures => ({
  valueScaled,
  feeScaled: feeUnits(valueScaled, FEE_SCHEDULE.loanPpm),
});

/**
 * The rate behind a stated value, in USDT for one whole coin times 10^8: value / amount, rounded up, and so the lowest
 * rate of 8 decimals that `loanFigures` turns into that value, where there is one. The value stays as it was stated.
 */
export const loanRate = (loan: { asset: AssetCode; units: bigint; valueScaled: bigint }): bigint =>
  mulDivCeil(loan.valueScaled, 10n ** BigInt(assetOf(loan.asset).decimals), loan.units);
