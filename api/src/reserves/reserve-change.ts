import type { AssetCode } from "../core/assets";

/**
 * A change of one asset's reserve: `held` for what may still be paid out, `planned` for what will be. Together they
 * may never exceed the coins in the hot wallet.
 */
export type ReserveChange = { asset: AssetCode; held: bigint; planned: bigint };
