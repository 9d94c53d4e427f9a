import type { AccountState, BlockRef, Tip } from "../chains/chain";
import { assert } from "../core/assert";
import { NATIVE_ASSET } from "../core/assets";
import type { Tx } from "../db/client";
import { transaction } from "../db/transaction";
import type { AddressLooks } from "./address-looks";
import { bookOwn } from "./crediting";
import { depositId } from "./deposit-id";
import { type Activity, activityAt, lockUnswept, unsweptAt } from "./found-store";
import { restoreIn } from "./loss";
import { type DepositRow, depositsAt, insertDeposit } from "./store";
import type { WatchParts } from "./watch-parts";

type Found = { address: string; index: number; units: bigint; block: BlockRef };

/**
 * Books native coins at the addresses of forgotten orders as unallocated. Their history is forgotten too, so the balance is
 * compared with what the books know to lie there. An address where one of our transactions is under way waits for its
 * next turn, and so does one where booking fails. Booking raises what the books know, so the same coins are never booked
 * twice. Coins that a deep reorg took lie there no longer for the books: where as many come back, their deposit is credited
 * again, to whom it was.
 */
export async function findCoins(
  parts: WatchParts,
  indexes: readonly number[],
  at: { tip: Tip; finalHeight: number; looks: AddressLooks },
): Promise<void> {
  const { chain, database } = parts;
  if (indexes.length === 0 || at.finalHeight < 0) return;
  assert(chain.accounts !== undefined, "a cumulative chain reports accounts", { chain: chain.id });
  const native = NATIVE_ASSET[chain.id];
  const places = new Map(indexes.map((index) => [parts.addressAt(index), index]));
  const addresses = [...places.keys()];
  const before = await activityAt(database, chain.id, addresses);
  const snapshot = await chain.accounts({ addresses, finalHeight: at.finalHeight });
  const known = await unsweptAt(database, chain.id, addresses, native);
  for (const [address, states] of snapshot.accounts) {
    const index = places.get(address);
    const units = deepUnits(states);
    if (index === undefined || units <= (known.get(address) ?? 0n)) continue;
    await at.looks.each(async () => {
      const found = { address, index, units, block: snapshot.final };
      await transaction(database, (tx) => bookFound(parts, tx, found, before));
      return true;
    });
  }
}

/** What lies there at policy depth and still does; none while something was sent from there in between. */
function deepUnits({ latest, final }: { latest: AccountState; final: AccountState }): bigint {
  if (latest.nonce !== final.nonce) return 0n;
  const isLess = latest.balanceUnits < final.balanceUnits;
  return isLess ? latest.balanceUnits : final.balanceUnits;
}

async function bookFound(parts: WatchParts, tx: Tx, found: Found, before: Activity): Promise<void> {
  const { chain, clock } = parts;
  const { address, index, block } = found;
  const asset = NATIVE_ASSET[chain.id];
  const knownUnits = await lockUnswept(tx, { chain: chain.id, address, index, asset });
  const after = await activityAt(tx, chain.id, [address]);
  // The balance may be older than the books: what moved meanwhile must not be taken for unknown coins.
  if (before.busy.has(address) || after.busy.has(address) || after.lastAttempt !== before.lastAttempt) return;
  let units = found.units - knownUnits;
  for (const row of await depositsAt(tx, chain.id, address)) {
    if ((row.state !== "seen" && row.state !== "lost") || row.asset !== asset) continue;
    // It is booked first: the rest waits for its next turn.
    if (row.state === "lost" ? row.lossUnbooked : row.height === null || row.height > block.height) return;
    if (row.units > units) continue;
    if (row.state === "seen") await bookOwn(parts, tx, row);
    else
      await restoreIn(parts, tx, row, { height: block.height, blockHash: block.hash, blockAt: block.timeMs });
    units -= row.units;
  }
  if (units <= 0n) return;
  const origin = { kind: "found", height: block.height } as const;
  const coins = { chain: chain.id, origin, asset, address, units };
  const row: DepositRow = {
    ...coins,
    id: depositId(coins),
    txHash: null,
    kind: "unallocated",
    orderId: null,
    state: "seen",
    sources: [],
    // Nothing was looked through for where they came from.
    hasUnknownSource: true,
    spends: [],
    height: block.height,
    blockHash: block.hash,
    blockAt: block.timeMs,
    required: parts.policyMax.confirmations,
    firstSeenAt: clock.now(),
    sighting: 1,
    lossUnbooked: false,
    lostFrom: null,
    home: null,
    homeIndex: null,
  };
  await insertDeposit(tx, row);
  await bookOwn(parts, tx, row);
}
