import { fromParts, readAmount, SCALE, toParts, writeDecimal, writeRate } from "@sotto/openapi/decimal";
import { LANGUAGE_RECORDS, type Language } from "./languages";

/** Adds two wire decimals exactly. */
export function addDecimals(a: string, b: string): string {
  return fromParts(toParts(a) + toParts(b));
}

/** Subtracts `b` from `a` exactly; zero where `b` is the larger. */
export function subtractDecimals(a: string, b: string): string {
  const difference = toParts(a) - toParts(b);
  return fromParts(difference < 0n ? 0n : difference);
}

/** Negative, zero or positive as `a` is below, equal to or above `b`. */
export function compareDecimals(a: string, b: string): number {
  const difference = toParts(a) - toParts(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Cuts a wire decimal after `decimals` decimals, never rounding up. */
export function cutDecimals(value: string, decimals: number): string {
  const [whole = "0", fraction = ""] = value.split(".");
  const kept = fraction.slice(0, decimals).replace(/0+$/, "");
  return kept === "" ? whole : `${whole}.${kept}`;
}

/** How far `to` is from `from` in hundredths of a percent, toward zero; null from zero. */
export function changeBasisPoints(from: string, to: string): number | null {
  const start = toParts(from);
  return start === 0n ? null : Number(((toParts(to) - start) * 10_000n) / start);
}

/** 1 / rate as a decimal string with 12 decimals, floored; null for a zero rate. */
export function invertRate(rate: string): string | null {
  const parts = toParts(rate);
  if (parts === 0n) return null;
  const inverse = (10n ** BigInt(SCALE + 12) / parts) * 10n ** 6n;
  return fromParts(inverse);
}

/** Reads an amount by the marks of a language; null when it is none. */
export function parseAmount(input: string, language: Language): string | null {
  return readAmount(input, LANGUAGE_RECORDS[language]) ?? null;
}

/** Writes a wire decimal with the marks of a language; decimals past `decimalsMax` are cut, never rounded up. */
export function formatDecimal(value: string, language: Language, decimalsMax?: number): string {
  return writeDecimal(value, LANGUAGE_RECORDS[language], decimalsMax);
}

/** Writes a percentage as the language does: `0.45%`, `0,45 %`; decimals past `decimalsMax` are cut. */
export function formatPercent(value: string, language: Language, decimalsMax?: number): string {
  return `${formatDecimal(value, language, decimalsMax)}${LANGUAGE_RECORDS[language].percent}`;
}

/** Writes a rate with the marks of a language. */
export function formatRate(value: string, language: Language): string {
  return writeRate(value, LANGUAGE_RECORDS[language]);
}

/** How many decimals the longest of some wire decimals has, two or more: a column is no longer than it needs to be. */
export const decimalsOf = (...values: readonly string[]): number =>
  Math.max(2, ...values.map((value) => value.split(".")[1]?.length ?? 0));

/** Writes a wire decimal with at least `decimals` decimals, so that figures below each other share their mark. */
export function alignedDecimal(value: string, decimals: number, language: Language): string {
  const [, fraction = ""] = value.split(".");
  const text = formatDecimal(value, language);
  const shown = fraction.replace(/0+$/, "").length;
  if (shown >= decimals) return text;
  return `${text}${shown === 0 && decimals > 0 ? LANGUAGE_RECORDS[language].decimal : ""}${"0".repeat(decimals - shown)}`;
}
