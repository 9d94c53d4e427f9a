import { ASSETS, type AssetCode, type ChainId } from "../../core/assets";
import { PRICE_SCALE } from "../../market/price";
import { referencePrice } from "../../market/rates";
import { isSimnetChainId } from "./params";
import type { Simnet } from "./simnet";

/** Simnet's float: this much value of every asset, in whole USDT (design 1). */
const FLOAT_USDT = 10_000_000n;
/** A UTXO wallet starts with many outputs, so that payouts need not wait for each other's change. */
const OUTPUTS = 200;

/** Puts the float of every simulated chain into its first block, unless that chain has begun already. */
export async function premineFloat(
  simnet: Simnet,
  hotAddresses: ReadonlyMap<ChainId, string>,
): Promise<void> {
  const allocations = ASSETS.flatMap(({ code, chain, decimals }) => {
    const address = hotAddresses.get(chain);
    if (address === undefined || !isSimnetChainId(chain)) return [];
    return [{ asset: code, address, units: floatUnits(code, decimals), outputs: OUTPUTS }];
  });
  await simnet.premine(allocations);
}

const floatUnits = (asset: AssetCode, decimals: number): bigint =>
  (FLOAT_USDT * PRICE_SCALE * 10n ** BigInt(decimals)) / referencePrice(asset);
