import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { Conflict } from "../db/transaction";
import { type Holding, reorgEntry } from "../ledger/entry";
import { dropHolding } from "../payouts/holdings-store";
import { holdingOf } from "./credit";
import { addToWallet } from "./crediting";
import { storedOrigin } from "./origin";
import { type DepositRow, type InBlock, moveDeposit } from "./store";
import type { WatchParts } from "./watch-parts";

/** A credited deposit left the best chain below the policy depth: the loss is ours, what we owe stays owed. */
export async function bookLoss(parts: WatchParts, tx: Tx, row: DepositRow, at: TimeMs): Promise<void> {
  const lost = { state: "lost" as const, height: null, blockHash: null, blockAt: null };
  if (!(await moveDeposit(tx, row, lost, at))) throw new Conflict("deposit moved on");
  if (parts.chain.model === "utxo") await drop(tx, row);
  const holding = await holdingNow(parts, tx, row);
  await parts.ledger.append(
    tx,
    reorgEntry({ ...row, kind: "reorg_loss", key: `${row.id}:${row.sighting}:${holding}`, holding }),
    at,
  );
}

/** The deposit is in the best chain again: the loss is taken back. */
export async function restoreCredit(
  parts: WatchParts,
  tx: Tx,
  row: DepositRow,
  block: InBlock,
): Promise<void> {
  const at = parts.clock.now();
  const back = { ...block, state: "credited" as const, sighting: row.sighting + 1 };
  if (!(await moveDeposit(tx, row, back, at))) throw new Conflict("deposit moved on");
  const holding = row.kind === "float" ? "chain" : holdingOf(parts.chain.model);
  await parts.ledger.append(
    tx,
    reorgEntry({ ...row, kind: "reorg_restored", key: `${row.id}:${row.sighting}`, holding }),
    at,
  );
  await addToWallet(tx, parts.chain, { ...row, ...block });
}

/** Where lost coins are missing: on their address, or (once they were swept) in the hot wallet. */
const holdingNow = async (parts: WatchParts, tx: Tx, row: DepositRow): Promise<Holding> =>
  parts.chain.model === "account" && row.kind !== "float" && (await drop(tx, row)) ? "unswept" : "chain";

const drop = (tx: Tx, row: DepositRow): Promise<boolean> => dropHolding(tx, { ...row, ...storedOrigin(row) });
