import { LANGUAGE_RECORDS, type Language } from "./languages";

const SCALE = 18;
const WIRE = /^(0|[1-9]\d{0,17})(\.\d{1,18})?$/;

/**
 * Reads an amount as people write it: spaces, full-width digits, and the grouping and decimal marks of the language.
 * Gives the wire decimal, or undefined when it is no amount.
 */
export function parseAmount(input: string, language: Language): string | undefined {
  const text = input.normalize("NFKC").replace(/[\s'’_]/g, "");
  if (!/^[\d.,]{1,60}$/.test(text) || !/\d/.test(text)) return undefined;
  const mark = decimalMark(text, LANGUAGE_RECORDS[language].decimal);
  const at = mark === undefined ? text.length : text.lastIndexOf(mark);
  const whole = text.slice(0, at);
  // Groups of two or three digits, all by one mark: 1,234,567, 1.234.567 or 12,34,567.
  if (!/^\d*$|^\d{1,3}(,\d{2,3})+$|^\d{1,3}(\.\d{2,3})+$/.test(whole)) return undefined;
  const digits = whole.replace(/[.,]/g, "").replace(/^0+(?=\d)/, "") || "0";
  const fraction = text.slice(at + 1).replace(/0+$/, "");
  const value = fraction === "" ? digits : `${digits}.${fraction}`;
  return WIRE.test(value) ? value : undefined;
}

function decimalMark(text: string, languageMark: string): string | undefined {
  const comma = text.lastIndexOf(",");
  const dot = text.lastIndexOf(".");
  if (comma >= 0 && dot >= 0) return comma > dot ? "," : ".";
  if (comma < 0 && dot < 0) return undefined;
  const mark = comma >= 0 ? "," : ".";
  if (text.indexOf(mark) !== text.lastIndexOf(mark)) return undefined;
  const looksGrouped = /^[1-9]\d{0,2},\d{3}$/.test(text);
  return mark === "," && languageMark === "." && looksGrouped ? undefined : mark;
}

/** Writes a wire decimal with the language's marks; decimals past `decimalsMax` are cut, never rounded up. */
export function formatDecimal(value: string, language: Language, decimalsMax = SCALE): string {
  const { group, decimal } = LANGUAGE_RECORDS[language];
  const [whole = "0", fraction = ""] = value.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, group);
  const shown = fraction.slice(0, decimalsMax).replace(/0+$/, "");
  return shown === "" ? grouped : `${grouped}${decimal}${shown}`;
}

/** Writes a rate: 6 decimals (specification, section 5), more for small ones so that 6 significant digits stay. */
export function formatRate(value: string, language: Language): string {
  const [whole = "0", fraction = ""] = value.split(".");
  const leadingZeros = whole === "0" ? (fraction.match(/^0*/)?.[0].length ?? 0) : 0;
  return formatDecimal(value, language, Math.min(SCALE, 6 + leadingZeros));
}

const toParts = (value: string): bigint => {
  const [whole = "0", fraction = ""] = value.split(".");
  return BigInt(whole) * 10n ** BigInt(SCALE) + BigInt(fraction.padEnd(SCALE, "0"));
};

function fromParts(parts: bigint): string {
  const text = parts.toString().padStart(SCALE + 1, "0");
  const fraction = text.slice(-SCALE).replace(/0+$/, "");
  const whole = text.slice(0, -SCALE);
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

/** The smallest of 1, 2 or 5 times a power of ten that is not below `parts`. */
function roundUpNice(parts: bigint): bigint {
  for (let power = 1n; ; power *= 10n) {
    for (const step of [1n, 2n, 5n]) if (step * power >= parts) return step * power;
  }
}

/** Up to four round amounts within the limits, from the least upward: `("0.001", "4")` → 0.001, 0.005, 0.02, 0.1. */
export function quickAmounts(limits: { min: string; max: string }): string[] {
  const [min, max] = [toParts(limits.min), toParts(limits.max)];
  const amounts = [1n, 5n, 20n, 100n].map((times) => roundUpNice(min * times));
  return [...new Set(amounts)].filter((amount) => amount <= max).map(fromParts);
}
