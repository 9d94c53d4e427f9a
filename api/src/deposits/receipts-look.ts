import { OldStateMissing, type Tip } from "../chains/chain";
import { type Cursor, noteWaiting, waitingOn } from "../chains/cursor-store";
import { NATIVE_ASSET } from "../core/assets";
import { createTransferReader, type TransferReader } from "./receipt-source";
import { watchReceipts } from "./receipts";
import type { WatchParts } from "./watch-parts";

/**
 * Looks at native receipts once in each block; again in the same block while an address could not be compared. While the node
 * lacks the state of the block at policy depth, native coins wait, and tokens do not: the next look that succeeds compares
 * totals, and finds what came meanwhile.
 */
export function createReceiptsLook(parts: WatchParts): (cursor: Cursor, tip: Tip) => Promise<void> {
  const { chain, database, log } = parts;
  if (chain.nativeDeposits !== "cumulative") return async () => {};
  const asset = NATIVE_ASSET[chain.id];
  const waiting = `${asset} waits: the node does not have the state of the block that counts as final`;
  let done = "";
  let lookedAt: number | undefined;
  let traces: { tip: Tip; transfers: TransferReader } | undefined;
  return async (cursor, tip) => {
    const block = `${tip.hash}:${tip.finalizedHeight}`;
    if (block === done) return;
    // At the start, the cursor says up to where a worker has been, where native coins have not waited meanwhile. Looks that fail
    // from then on make the pause no shorter.
    lookedAt ??= waitingOn(cursor) === null ? cursor.height : 0;
    if (traces?.tip.hash !== tip.hash) {
      // The blocks up to the cursor are still in the chain, or there has been a reorg and the cursor is at another one.
      const isContinued = traces?.tip.hash === cursor.hash;
      const transfers =
        (isContinued && traces?.transfers.continued(traces.tip)) || createTransferReader(chain);
      traces = { tip, transfers };
    }
    try {
      if (await watchReceipts(parts, tip, { since: lookedAt, transfersAt: traces.transfers.at })) {
        done = block;
        lookedAt = tip.height;
      }
    } catch (error) {
      if (!(error instanceof OldStateMissing)) throw error;
      const { height } = error;
      if (await noteWaiting(database, chain.id, waiting)) log.warn({ chain: chain.id, height }, waiting);
      return;
    }
    if (waitingOn(cursor) === null || !(await noteWaiting(database, chain.id, null))) return;
    log.info({ chain: chain.id }, `${asset} waits no longer`);
  };
}
