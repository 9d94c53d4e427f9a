import { maxUnits, mulDivCeil } from "../core/amount";
import { assetOf } from "../core/assets";
import type { TimeMs } from "../core/ports";
import { type CurrentPrices, pricedAsset } from "../market/market";
import { PRICE_SCALE } from "../market/price";
import { LOAN_USDT_DECIMALS, type LoanFigures } from "./figures";
import { LOAN_ASSETS, type LoanAsset } from "./loan";

/** The time over which loans add up. */
export const LOAN_SUM_MS = 86_400_000;

/** What may be paid without a second person, in whole USDT: by one loan, and by the loans of 24 hours together. */
export type ApprovalLimits = {
  loanUsdt: bigint;
  creatorUsdt: bigint;
  addressUsdt: bigint;
  totalUsdt: bigint;
};

/** What the loans of 24 hours come to, in USDT times 10^8. */
export type LoanSums = { creatorScaled: bigint; addressScaled: bigint; totalScaled: bigint };

type Rule = { limits: ApprovalLimits; prices: AssetPrices; sums: LoanSums | null };

/** The fresh price of each asset that loans are paid in; null where there is none. */
export type AssetPrices = Readonly<Record<LoanAsset, bigint | null>>;

/** The prices at one moment, by which loans are weighed. */
export const loanPrices = (current: CurrentPrices, now: TimeMs): AssetPrices => {
  const price = (asset: LoanAsset) => pricedAsset(current, asset, now)?.price ?? null;
  const [btc, eth, tether] = LOAN_ASSETS;
  return { [btc]: price(btc), [eth]: price(eth), [tether]: price(tether) };
};

/** Divides units times price to USDT times 10^8. */
export const weightDivisor = (asset: LoanAsset): bigint =>
  (PRICE_SCALE * 10n ** BigInt(assetOf(asset).decimals)) / 10n ** BigInt(LOAN_USDT_DECIMALS);

/**
 * What a loan counts for, in USDT times 10^8: the higher of the caller's figure and the market's at this moment, rounded
 * up. Null without a fresh price.
 */
function weightScaled(
  { asset, units, figures }: { asset: LoanAsset; units: bigint; figures: LoanFigures },
  prices: AssetPrices,
): bigint | null {
  const price = prices[asset];
  if (price === null) return null;
  return maxUnits(figures.valueScaled, mulDivCeil(units, price, weightDivisor(asset)));
}

/**
 * Whether the reserve pays a loan only after a second person's approval: because of its own value, or because it takes the
 * sum of 24 hours above a limit. Without a fresh price a value or a sum (null) is unknown, and the loan needs approval.
 */
export function needsApproval(
  loan: { asset: LoanAsset; units: bigint; figures: LoanFigures; receiveAddress: string | null },
  { limits, prices, sums }: Rule,
): boolean {
  if (loan.receiveAddress === null) return false;
  const weight = weightScaled(loan, prices);
  if (weight === null || sums === null) return true;
  const isAbove = (scaled: bigint, limitUsdt: bigint) =>
    scaled > limitUsdt * 10n ** BigInt(LOAN_USDT_DECIMALS);
  return (
    isAbove(weight, limits.loanUsdt) ||
    isAbove(sums.creatorScaled + weight, limits.creatorUsdt) ||
    isAbove(sums.addressScaled + weight, limits.addressUsdt) ||
    isAbove(sums.totalScaled + weight, limits.totalUsdt)
  );
}
