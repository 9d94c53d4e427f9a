import { transaction } from "../db/transaction";
import { nextDepositState } from "./deposit";
import { isOfOrder } from "./listener";
import { type DepositRow, moveDeposit } from "./store";
import type { WatchParts } from "./watch-parts";

/** Takes an open deposit back that is gone from the chain and the mempool, or a lost one out of its block again; it may come back. */
export async function retractDeposit(
  parts: WatchParts,
  row: DepositRow,
  how: "replaced" | "orphaned",
): Promise<void> {
  if (row.state === "lost") return leaveBlock(parts, row);
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

async function leaveBlock(parts: WatchParts, row: DepositRow): Promise<void> {
  const gone = { height: null, blockHash: null, blockAt: null };
  await transaction(parts.database, (tx) => moveDeposit(tx, row, gone, parts.clock.now()));
}
