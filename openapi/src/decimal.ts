/** The contract's format `decimal` has at most this many decimals. */
export const SCALE = 18;
const PATTERN = /^(0|[1-9]\d{0,17})(\.\d{1,18})?$/;

/** How a language writes figures. */
export type Marks = { group: string; decimal: string };

/** Whether text is an amount of the wire: a plain decimal without a sign. */
export const isDecimal = (text: string): boolean => PATTERN.test(text);

/** How many parts one whole of a wire decimal has here. */
export const WHOLE_PARTS = 10n ** BigInt(SCALE);

/** A wire decimal as a whole number of its 18th decimals. */
export function toParts(value: string): bigint {
  const [whole = "0", fraction = ""] = value.split(".");
  return BigInt(whole) * WHOLE_PARTS + BigInt(fraction.padEnd(SCALE, "0"));
}

/** The wire decimal of a whole number of 18th decimals. */
export function fromParts(parts: bigint): string {
  const text = parts.toString().padStart(SCALE + 1, "0");
  const fraction = text.slice(-SCALE).replace(/0+$/, "");
  const whole = text.slice(0, -SCALE);
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

/** Whether two decimals are the same figure, however many zeros they end in. */
export const sameDecimal = (one: string, other: string): boolean =>
  isDecimal(one) && isDecimal(other) && toParts(one) === toParts(other);

/**
 * Reads an amount as people write it: spaces, apostrophes, full-width digits, and the grouping and decimal marks of
 * their language. Returns the wire decimal, or undefined when it is no amount.
 */
export function readAmount(input: string, marks: Marks): string | undefined {
  const text = input.normalize("NFKC").replace(/[\s'’_]/g, "");
  if (!/^[\d.,]{1,60}$/.test(text) || !/\d/.test(text)) return undefined;
  const mark = decimalMark(text, marks.decimal);
  const at = mark === undefined ? text.length : text.lastIndexOf(mark);
  const whole = text.slice(0, at);
  // Groups of two or three digits, all by one mark: 1,234,567, 1.234.567 or 12,34,567.
  if (!/^\d*$|^\d{1,3}(,\d{2,3})+$|^\d{1,3}(\.\d{2,3})+$/.test(whole)) return undefined;
  const digits = whole.replace(/[.,]/g, "").replace(/^0+(?=\d)/, "") || "0";
  const fraction = text.slice(at + 1).replace(/0+$/, "");
  const value = fraction === "" ? digits : `${digits}.${fraction}`;
  return isDecimal(value) ? value : undefined;
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

/** Writes a wire decimal with a language's marks; decimals past `decimalsMax` are cut, never rounded up. */
export function writeDecimal(value: string, marks: Marks, decimalsMax = SCALE): string {
  const [whole = "0", fraction = ""] = value.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, marks.group);
  const shown = fraction.slice(0, decimalsMax).replace(/0+$/, "");
  return shown === "" ? grouped : `${grouped}${marks.decimal}${shown}`;
}

/** Writes a rate with 6 decimals; small ones get more, so that 6 significant digits stay. */
export function writeRate(value: string, marks: Marks): string {
  const [whole = "0", fraction = ""] = value.split(".");
  const leadingZeros = whole === "0" ? (fraction.match(/^0*/)?.[0].length ?? 0) : 0;
  return writeDecimal(value, marks, Math.min(SCALE, 6 + leadingZeros));
}
