import { cutDecimals, formatDecimal } from "../../lib/decimal";
import type { Language } from "../../lib/languages";

const AMOUNT_DECIMALS = 2;

/** An amount with decimals only as far as it is small: a hundred whole coins need none. */
export function shortAmount(amount: string, language: Language): string {
  const whole = amount.split(".")[0] ?? "0";
  return formatDecimal(cutDecimals(amount, whole.length > 2 ? 0 : AMOUNT_DECIMALS), language);
}
