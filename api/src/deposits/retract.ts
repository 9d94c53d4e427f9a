import { ok } from "../core/result";
import type { Tx } from "../db/client";
import { transaction } from "../db/transaction";
import { nextDepositState } from "./deposit";
import { isOfOrder } from "./listener";
import { type DepositRow, moveDeposit } from "./store";
import type { WatchParts } from "./watch-parts";

/**
 * Takes an open deposit back that is gone from the chain and the mempool, or a lost one out of its block again; it may come back.
 * False where it has moved on. `still` throws, in the same transaction, where it is not to be done any more.
 */
export async function retractDeposit(
  parts: WatchParts,
  row: DepositRow,
  how: "replaced" | "orphaned",
  still: (tx: Tx) => Promise<void> = async () => {},
): Promise<boolean> {
  const outcome = row.state === "lost" ? ok(row.state) : nextDepositState(row.state, how);
  if (!outcome.ok) return false;
  const gone = { state: outcome.value, height: null, blockHash: null, blockAt: null };
  const isDone = await transaction(parts.database, async (tx) => {
    await still(tx);
    if (!(await moveDeposit(tx, row, gone, parts.clock.now()))) return false;
    if (row.state !== "lost" && isOfOrder(row)) await parts.listener.gone(tx, row, how);
    return true;
  });
  if (isDone && row.state !== "lost" && row.orderId !== null) parts.listener.changed(row.orderId);
  return isDone;
}
