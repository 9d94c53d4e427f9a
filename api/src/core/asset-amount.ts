import { formatUnits, parseUnits } from "./amount";
import { assert } from "./assert";
import { type AssetCode, assetOf } from "./assets";

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
