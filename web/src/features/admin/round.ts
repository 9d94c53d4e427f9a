/** Figures that a rounded amount keeps; whole units and hundredths are never rounded away. */
const DIGITS = 6;
const DECIMALS_MIN = 2;

/** Rounds a wire decimal half up to about six significant digits; its exact value is to be shown beside it. */
export function roundDecimal(value: string): string {
  const [, sign = "", whole = "0", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value) ?? [];
  const zeros = whole === "0" ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0;
  const decimals = Math.max(DECIMALS_MIN, whole === "0" ? zeros + DIGITS : DIGITS - whole.length);
  if (fraction.length <= decimals) return value;
  const kept = BigInt(whole + fraction.slice(0, decimals));
  const units = kept + (fraction.charAt(decimals) >= "5" ? 1n : 0n);
  const digits = String(units).padStart(decimals + 1, "0");
  const cut = digits.slice(-decimals).replace(/0+$/, "");
  return `${sign}${digits.slice(0, -decimals)}${cut === "" ? "" : `.${cut}`}`;
}
