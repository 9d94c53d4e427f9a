import { formatUnits, maxUnits, parseUnits } from "./amount";
import { assert } from "./assert";
import { type AssetCode, assetOf } from "./assets";
import { feeUnits, type Ppm } from "./fees";

/** A deposit may differ from the agreed amount by this much: what a wallet's rounding or fee changes. */
export const AMOUNT_TOLERANCE_PPM: Ppm = 5_000n;

/** Writes smallest units of an asset as its decimal string: `150000000n` of BTC → `"1.5"`. */
export const amountText = (asset: AssetCode, units: bigint): string =>
  formatUnits(units, assetOf(asset).decimals);

/** A decimal of the asset registry in smallest units. */
export function registryUnits(asset: AssetCode, field: "minAmount" | "dustAmount"): bigint {
  const { decimals, [field]: text } = assetOf(asset);
  const parsed = parseUnits(text, decimals);
  assert(parsed.ok, "the registry holds a bad decimal", { asset, field });
  return parsed.value;
}

/** The least that counts as a payment, in smallest units: even the smallest order does not lack less than that. */
export function leastPayment(asset: AssetCode): bigint {
  const tolerated = feeUnits(registryUnits(asset, "minAmount"), AMOUNT_TOLERANCE_PPM);
  return maxUnits(tolerated, registryUnits(asset, "dustAmount"));
}

/**
 * The least of a token that is worth the network fee of moving it, in smallest units: the registry sets a token's minimum to
 * at least ten times its network fees.
 */
export const leastMoved = (asset: AssetCode): bigint => registryUnits(asset, "minAmount") / 10n;
