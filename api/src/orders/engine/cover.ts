import type { AssetCode } from "../../core/assets";
import type { Tx } from "../../db/client";
import { assetsOf, type Change } from "../../payouts/apply-event";
import { lockReserveRoom, lockReserves } from "../../reserves/store";
import type { Effects } from "../machine/events";

type Covered = { covered?: true };

/**
 * Of changes that are to be covered, those whose promise is not ours now: the market of an event may be older than what
 * others have promised meanwhile. Earlier ones of the same transaction come first. The reserves stay locked until the
 * transaction ends.
 */
export async function refuseUncovered<Occurrence extends Covered>(
  tx: Tx,
  changes: readonly Change<Occurrence, Effects>[],
): Promise<ReadonlyMap<Occurrence, "reserve_insufficient">> {
  const refused = new Map<Occurrence, "reserve_insufficient">();
  const covered = changes.filter(({ occurrence }) => occurrence.covered);
  if (covered.length === 0) return refused;
  // All that the transaction will change, in one row order.
  await lockReserves(tx, new Set(changes.flatMap(({ effects }) => [...assetsOf(effects)])));
  const free = new Map<AssetCode, bigint>();
  for (const { occurrence, effects } of covered) {
    const asset = effects.order.terms.receiveAsset;
    const needed = neededOf(effects);
    const left = (free.get(asset) ?? (await lockReserveRoom(tx, asset)).free) - needed;
    if (needed > 0n && left < 0n) refused.set(occurrence, "reserve_insufficient");
    else if (needed > 0n) free.set(asset, left);
  }
  return refused;
}

/** What a settlement promises of its reserve, less what it takes from its own customer's account: that is no longer owed. */
function neededOf({ order, reserve, ledger }: Effects): bigint {
  const { receiveAsset, book } = order.terms;
  const promised = reserve.filter(({ asset }) => asset === receiveAsset);
  const settled = ledger
    .flatMap(({ entries }) => entries)
    .filter(({ account, asset }) => account === `customer:${book}` && asset === receiveAsset);
  return (
    promised.reduce((sum, { held, planned }) => sum + held + planned, 0n) -
    settled.reduce((sum, { units }) => sum + units, 0n)
  );
}
