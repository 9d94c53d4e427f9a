import { toParts, WHOLE_PARTS } from "./decimal";

/** In USDT, each with 8 decimals: the server compares them with its own, digit by digit. */
export type LoanFigures = { usdtValue: string; feeAmount: string };

const DECIMALS = 8;
const UNITS_PER_WHOLE = 10n ** BigInt(DECIMALS);

/**
 * A loan's figures as the server computes them: the value amount × rate floored, the fee a percentage of the value,
 * rounded up. All are wire decimals.
 */
export function loanFigures(loan: { amount: string; exchangeRate: string; feePercent: string }): LoanFigures {
  const { amount, exchangeRate, feePercent } = loan;
  const value = (toParts(amount) * toParts(exchangeRate) * UNITS_PER_WHOLE) / (WHOLE_PARTS * WHOLE_PARTS);
  const divisor = 100n * WHOLE_PARTS;
  const fee = (value * toParts(feePercent) + divisor - 1n) / divisor;
  return { usdtValue: fixed(value), feeAmount: fixed(fee) };
}

/** Units of the 8th decimal as text that keeps all of them. */
function fixed(units: bigint): string {
  const text = units.toString().padStart(DECIMALS + 1, "0");
  return `${text.slice(0, -DECIMALS)}.${text.slice(-DECIMALS)}`;
}
