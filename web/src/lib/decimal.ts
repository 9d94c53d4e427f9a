import { type Language, languageRecords } from "./languages";

const scaleDigits = 18;
const decimalPattern = /^(0|[1-9]\d{0,17})(\.\d{1,18})?$/;

/** Tells whether text is an amount of the wire format (decimal string, no sign, at most 18 decimals). */
export function isDecimal(text: string): boolean {
  return decimalPattern.test(text);
}

/** How many parts one whole of a wire decimal has here. */
export const wholeParts = 10n ** BigInt(scaleDigits);

/** A wire decimal as a whole number of its 18th decimals. */
export function toParts(value: string): bigint {
  const [whole = "0", fraction = ""] = value.split(".");
  return BigInt(whole) * wholeParts + BigInt(fraction.padEnd(scaleDigits, "0"));
}

function fromParts(parts: bigint): string {
  const text = parts.toString().padStart(scaleDigits + 1, "0");
  const fraction = text.slice(-scaleDigits).replace(/0+$/, "");
  const whole = text.slice(0, -scaleDigits);
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

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
  const inverse = (10n ** BigInt(scaleDigits + 12) / parts) * 10n ** 6n;
  return fromParts(inverse);
}

/**
 * Reads an amount as people paste it: spaces, apostrophes, full-width digits, and the grouping and decimal
 * marks of the language. Returns the wire decimal, or null when it is no amount.
 */
export function parseAmount(input: string, language: Language): string | null {
  const text = input.normalize("NFKC").replace(/[\s'’_]/g, "");
  if (!/^[\d.,]+$/.test(text) || text.length > 60) return null;
  const mark = decimalMark(text, languageRecords[language].decimal);
  const [whole = "", fraction = ""] = mark === null ? [text] : splitAtLast(text, mark);
  // Groups of two or three digits, all by one mark: 1,234,567, 1.234.567 or 12,34,567.
  if (!/^\d*$|^\d{1,3}(,\d{2,3})+$|^\d{1,3}(\.\d{2,3})+$/.test(whole)) return null;
  const digits = whole.replace(/[.,]/g, "").replace(/^0+(?=\d)/, "") || "0";
  const rest = fraction.replace(/0+$/, "");
  const value = rest === "" ? digits : `${digits}.${rest}`;
  return /\d/.test(text) && isDecimal(value) ? value : null;
}

function splitAtLast(text: string, mark: string): [string, string] {
  const at = text.lastIndexOf(mark);
  return [text.slice(0, at), text.slice(at + 1)];
}

function decimalMark(text: string, languageMark: string): string | null {
  const comma = text.lastIndexOf(",");
  const dot = text.lastIndexOf(".");
  if (comma >= 0 && dot >= 0) return comma > dot ? "," : ".";
  if (comma < 0 && dot < 0) return null;
  const mark = comma >= 0 ? "," : ".";
  if (text.indexOf(mark) !== text.lastIndexOf(mark)) return null;
  const looksGrouped = /^[1-9]\d{0,2},\d{3}$/.test(text);
  return mark === "," && languageMark === "." && looksGrouped ? null : mark;
}

/** Writes a wire decimal with the language's marks; decimals past `decimalsMax` are cut, never rounded up. */
export function formatDecimal(value: string, language: Language, decimalsMax = scaleDigits): string {
  const { group, decimal } = languageRecords[language];
  const [whole = "0", fraction = ""] = value.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, group);
  const shown = fraction.slice(0, decimalsMax).replace(/0+$/, "");
  return shown === "" ? grouped : `${grouped}${decimal}${shown}`;
}

/** Writes a rate: 6 decimals (section 5), more for small ones so that at least 6 significant digits stay. */
export function formatRate(value: string, language: Language): string {
  const [whole = "0", fraction = ""] = value.split(".");
  const leadingZeros = whole === "0" ? (fraction.match(/^0*/)?.[0].length ?? 0) : 0;
  return formatDecimal(value, language, Math.min(scaleDigits, 6 + leadingZeros));
}
