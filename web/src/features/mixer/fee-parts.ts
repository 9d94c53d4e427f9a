import type { PrivacyCalculation } from "@sotto/openapi";
import { multiplyDecimals } from "../../lib/cost-figures";
import { addDecimals, cutDecimals, subtractDecimals } from "../../lib/decimal";

/** The parts of a mix's fee, in the order of the receipt. */
export const FEE_PARTS = ["base", "mixing", "delay", "maxPrivacy"] as const;
type FeePart = (typeof FEE_PARTS)[number];

/**
 * The parts of a mix's fee in the received currency, which add up to `fee` exactly: the base fee takes what the cut
 * decimals of the others leave.
 */
export function feePartsInReceived(
  { feeBreakdown, exchangeRate }: Pick<PrivacyCalculation, "feeBreakdown" | "exchangeRate">,
  { fee, decimals }: { fee: string; decimals: number },
): Readonly<Record<FeePart, string>> {
  const at = (part: FeePart) => cutDecimals(multiplyDecimals(feeBreakdown[part], exchangeRate), decimals);
  const others = { mixing: at("mixing"), delay: at("delay"), maxPrivacy: at("maxPrivacy") };
  return { base: subtractDecimals(fee, Object.values(others).reduce(addDecimals)), ...others };
}
