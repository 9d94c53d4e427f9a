import { toParts, wholeParts } from "../../../lib/decimal";

/** What the console shows and sends of a loan, each with 8 decimals (specification, section 5). */
export interface LoanFigures {
  usdtValue: string;
  feeAmount: string;
}

const decimals = 8;
const unitsPerWhole = 10n ** BigInt(decimals);

/**
 * Computes a loan's figures as the server does: the value amount × rate floored, the fee a percentage of the value,
 * rounded up. `amount`, `exchangeRate` and `feePercent` are wire decimals.
 */
export function loanFigures({
  amount,
  exchangeRate,
  feePercent,
}: {
  amount: string;
  exchangeRate: string;
  feePercent: string;
}): LoanFigures {
  const value = (toParts(amount) * toParts(exchangeRate) * unitsPerWhole) / (wholeParts * wholeParts);
  const fee = divideCeil(value * toParts(feePercent), 100n * wholeParts);
  return { usdtValue: fixed(value), feeAmount: fixed(fee) };
}

function divideCeil(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

/** Units of the 8th decimal as text that keeps all of them. */
function fixed(units: bigint): string {
  const text = units.toString().padStart(decimals + 1, "0");
  return `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}
