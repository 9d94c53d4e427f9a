import { ASSETS, type AssetCode, type ChainId } from "../../core/assets";
import type { Simnet } from "./simnet";

/** Simnet's float: this much value of every asset, in whole USDT. */
const FLOAT_USDT = 10_000_000n;
/** A UTXO wallet starts with many outputs, so that payouts need not wait for each other's change. */
const OUTPUTS = 50;

/**
 * Puts the float of every simulated chain into its first block, unless that chain has begun already. `unitsOf` is what
 * whole USDT buy of an asset.
 */
export async function premineFloat(
  simnet: Simnet,
  hotAddresses: ReadonlyMap<ChainId, string>,
  unitsOf: (asset: AssetCode, usdt: bigint) => bigint,
): Promise<void> {
  const allocations = ASSETS.flatMap(({ code, chain }) => {
    const address = hotAddresses.get(chain);
    if (address === undefined) return [];
    return [{ asset: code, address, units: unitsOf(code, FLOAT_USDT), outputs: OUTPUTS }];
  });
  await simnet.premine(allocations);
}
