import { maxUnits, minUnits } from "../core/amount";
import type { AssetCode } from "../core/assets";

/**
 * A change of one asset's reserve: `held` for what may still be paid out, `planned` for what will be. Together they
 * may never exceed the coins in the hot wallet. `unpaid` is the part of `held` for orders whose payment is not in a block.
 */
export type ReserveChange = { asset: AssetCode; held: bigint; planned: bigint; unpaid?: bigint };

/** One asset's reserve: `own` units of the hot wallet are ours, and what is held and planned is promised of them. */
export type Reserve = { own: bigint; held: bigint; planned: bigint; unpaid: bigint };

/** Units that may still be held: of `free` ones for what is in a block, of `unpaidFree` ones for what is not. */
export type ReserveRoom = { free: bigint; unpaidFree: bigint };

/** What is not in a block can be taken back for nothing: all of it together holds no more than this part of a reserve. */
export const UNPAID_PART = 5n;

/** What is left of a reserve to be held. */
export function roomOf({ own, held, planned, unpaid }: Reserve): ReserveRoom {
  const free = maxUnits(own - held - planned, 0n);
  return { free, unpaidFree: minUnits(free, maxUnits(own / UNPAID_PART - unpaid, 0n)) };
}
