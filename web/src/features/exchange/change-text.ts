import { alignedDecimal } from "../../lib/decimal";
import { LANGUAGE_RECORDS, type Language } from "../../lib/languages";

const DECIMALS = 2;

/** A change in hundredths of a percent, as a signed percentage: +0.96%, −1.10%. */
export function changeText(basisPoints: number, language: Language): string {
  const size = Math.abs(basisPoints);
  const percent = `${Math.floor(size / 100)}.${String(size % 100).padStart(DECIMALS, "0")}`;
  const sign = basisPoints < 0 ? "−" : basisPoints > 0 ? "+" : "±";
  return `${sign}${alignedDecimal(percent, DECIMALS, language)}${LANGUAGE_RECORDS[language].percent}`;
}
