import { fromParts, readAmount, toParts, writeDecimal, writeRate } from "@sotto/openapi/decimal";
import { LANGUAGE_RECORDS, type Language } from "./languages";

/** Reads an amount with the separators of a language; undefined when the text is not an amount. */
export const parseAmount = (input: string, language: Language): string | undefined =>
  readAmount(input, LANGUAGE_RECORDS[language]);

/** Writes a wire decimal with the separators of a language. */
export const formatDecimal = (value: string, language: Language, decimalsMax?: number): string =>
  writeDecimal(value, LANGUAGE_RECORDS[language], decimalsMax);

/** Writes a rate with the separators of a language. */
export const formatRate = (value: string, language: Language): string =>
  writeRate(value, LANGUAGE_RECORDS[language]);

/** The smallest of 1, 2 or 5 times a power of ten that is not below `parts`. */
function roundUpNice(parts: bigint): bigint {
  for (let power = 1n; ; power *= 10n) {
    for (const step of [1n, 2n, 5n]) if (step * power >= parts) return step * power;
  }
}

/** Up to four round amounts within the limits, in ascending order: `("0.001", "4")` → 0.001, 0.005, 0.02, 0.1. */
export function quickAmounts(limits: { min: string; max: string }): string[] {
  const [min, max] = [toParts(limits.min), toParts(limits.max)];
  const amounts = [1n, 5n, 20n, 100n].map((times) => roundUpNice(min * times));
  return [...new Set(amounts)].filter((amount) => amount <= max).map(fromParts);
}
