import { err, ok, type Result } from "./result";

/** The wire form of an amount or a rate; at most 40 characters are looked at. */
export const DECIMAL_PATTERN = /^(0|[1-9]\d{0,17})(\.\d{1,18})?$/;
const DECIMAL_LENGTH_MAX = 40;

export type DecimalError = "amount/format" | "amount/precision";

/**
 * Parses a decimal string into smallest units of an asset with `decimals` places.
 * Errors: `amount/format` when the text is not a plain decimal, `amount/precision` when it has more places.
 */
export function parseUnits(text: string, decimals: number): Result<bigint, DecimalError> {
  if (text.length > DECIMAL_LENGTH_MAX || !DECIMAL_PATTERN.test(text)) return err("amount/format");
  const [whole = "0", fraction = ""] = text.split(".");
  if (fraction.length > decimals) return err("amount/precision");
  return ok(BigInt(whole + fraction.padEnd(decimals, "0")));
}

/** Writes smallest units as the shortest decimal string: `150000000n, 8` → `"1.5"`. Negative units keep their sign. */
export function formatUnits(units: bigint, decimals: number): string {
  const sign = units < 0n ? "-" : "";
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return sign + whole + (fraction === "" ? "" : `.${fraction}`);
}

/** floor(a × b ÷ c) for non-negative a, b and positive c. */
export function mulDivFloor(a: bigint, b: bigint, c: bigint): bigint {
  requireNonNegative(a, b, c);
  return (a * b) / c;
}

/** ceil(a × b ÷ c) for non-negative a, b and positive c. */
export function mulDivCeil(a: bigint, b: bigint, c: bigint): bigint {
  requireNonNegative(a, b, c);
  return (a * b + c - 1n) / c;
}

export const minUnits = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const maxUnits = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Receive units per send unit, both in smallest units, as a positive rational. */
export type Rate = { numerator: bigint; denominator: bigint };

/** The decimal places in which rates are written for people and machines. */
export const RATE_DECIMALS = 18;

/** Writes a rate per whole coin, rounded down to 18 places: what one whole sent coin brings. */
export function formatRate(rate: Rate, decimals: { send: number; receive: number }): string {
  const scaled = mulDivFloor(
    rate.numerator * 10n ** BigInt(decimals.send),
    10n ** BigInt(RATE_DECIMALS),
    rate.denominator * 10n ** BigInt(decimals.receive),
  );
  return formatUnits(scaled, RATE_DECIMALS);
}

function requireNonNegative(a: bigint, b: bigint, c: bigint): void {
  if (a < 0n || b < 0n || c <= 0n) throw new RangeError("mulDiv needs a ≥ 0, b ≥ 0, c > 0");
}
