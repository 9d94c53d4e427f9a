import { ok } from "../core/result";
import type { Tx } from "../db/client";
import { transaction } from "../db/transaction";
import { nextDepositState } from "./deposit";
import { isOfOrder } from "./listener";
import { type DepositRow, moveDeposit } from "./store";
import type { WatchParts } from "./watch-parts";

/**
 * Takes an open deposit back that is gone from the chain and the mempool, or a lost one out of its block again; it may come back.
 * False where it has moved on.
 */
export async function retractDeposit(
  parts: WatchParts,
  row: DepositRow,
  how: "replaced" | "orphaned",
): Promise<boolean> {
  const isDone = await transaction(parts.database, (tx) => retractIn(parts, tx, row, how));
  if (isDone && row.state !== "lost" && row.orderId !== null) parts.listener.changed(row.orderId);
  return isDone;
}

/** The same in a transaction, after which the listener is to hear that the order has changed. */
export async function retractIn(
  parts: WatchParts,
  tx: Tx,
  row: DepositRow,
  how: "replaced" | "orphaned",
): Promise<boolean> {
  const outcome = row.state === "lost" ? ok(row.state) : nextDepositState(row.state, how);
  if (!outcome.ok) return false;
  const gone = { state: outcome.value, height: null, blockHash: null, blockAt: null };
  if (!(await moveDeposit(tx, row, gone, parts.clock.now()))) return false;
  if (row.state !== "lost" && isOfOrder(row)) await parts.listener.gone(tx, row, how);
  return true;
}
