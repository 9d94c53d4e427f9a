/** A non-negative decimal as digits and places: 1.50 is 150 with 2. */
export type Decimal = { digits: bigint; places: number };

/** The wire's decimals (the contract's format `decimal`), without a sign. */
const PATTERN = /^(0|[1-9]\d{0,17})(\.\d{1,18})?$/;

/** Reads a decimal of the wire; undefined when it is none. */
export function parseDecimal(text: string): Decimal | undefined {
  if (!PATTERN.test(text)) return undefined;
  const [whole = "", fraction = ""] = text.split(".");
  return { digits: BigInt(whole + fraction), places: fraction.length };
}

/** Whether two decimals are the same figure, however many zeros they end in. */
export function sameDecimal(one: string, other: string): boolean {
  const [a, b] = [parseDecimal(one), parseDecimal(other)];
  if (a === undefined || b === undefined) return false;
  return a.digits * 10n ** BigInt(b.places) === b.digits * 10n ** BigInt(a.places);
}

const USDT_PLACES = 8;

/**
 * What a loan is worth and costs, both in USDT with 8 places: amount × rate rounded down, and of that the percentage
 * rounded up (specification, section 3; docs/money.md).
 */
export function loanFigures(loan: { amount: Decimal; exchangeRate: Decimal; feePercent: Decimal }): {
  usdtValue: string;
  feeAmount: string;
} {
  const { amount, exchangeRate, feePercent } = loan;
  const value = floorTo(amount.digits * exchangeRate.digits, amount.places + exchangeRate.places);
  const divisor = 10n ** BigInt(feePercent.places) * 100n;
  const fee = (value * feePercent.digits + divisor - 1n) / divisor;
  return { usdtValue: written(value), feeAmount: written(fee) };
}

const floorTo = (digits: bigint, places: number): bigint =>
  places <= USDT_PLACES
    ? digits * 10n ** BigInt(USDT_PLACES - places)
    : digits / 10n ** BigInt(places - USDT_PLACES);

function written(units: bigint): string {
  const digits = units.toString().padStart(USDT_PLACES + 1, "0");
  return `${digits.slice(0, -USDT_PLACES)}.${digits.slice(-USDT_PLACES)}`;
}
