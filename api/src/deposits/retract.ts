import { transaction } from "../db/transaction";
import { nextDepositState } from "./deposit";
import { isOfOrder } from "./listener";
import { type DepositRow, moveDeposit } from "./store";
import type { WatchParts } from "./watch-parts";

/** Takes an open deposit back that is gone from the chain and the mempool; it may come back. */
export async function retractDeposit(
  parts: WatchParts,
  row: DepositRow,
  how: "replaced" | "orphaned",
): Promise<void> {
  const outcome = nextDepositState(row.state, how);
  if (!outcome.ok) return;
  const gone = { state: outcome.value, height: null, blockHash: null, blockAt: null };
  const isDone = await transaction(parts.database, async (tx) => {
    if (!(await moveDeposit(tx, row, gone, parts.clock.now()))) return false;
    if (isOfOrder(row)) await parts.listener.gone(tx, row, how);
    return true;
  });
  if (isDone && row.orderId !== null) parts.listener.changed(row.orderId);
}
