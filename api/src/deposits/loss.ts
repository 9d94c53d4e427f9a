import type { Tx } from "../db/client";
import { Conflict, sqlState, transaction } from "../db/transaction";
import type { Holding } from "../ledger/entry";
import { reorgEntry } from "../ledger/loss-entry";
import { dropHolding } from "../payouts/holdings-store";
import { hasDroppedSweep } from "../payouts/sweep-store";
import { ownHoldingOf } from "./credit";
import { addToWallet, creditDeposit } from "./crediting";
import { storedOrigin } from "./origin";
import { type DepositRow, type InBlock, moveDeposit } from "./store";
import type { WatchParts } from "./watch-parts";

const CHECK_VIOLATION = "23514";

/**
 * A credited deposit left the best chain below the policy depth: the loss is ours, what we owe stays owed. Where the coins
 * are promised already, the loss cannot be booked yet: the deposit is lost all the same, so that nothing is signed that
 * it pays for, and booking is tried again. Throws Conflict where the deposit has moved on.
 */
export async function loseCredit(parts: WatchParts, tx: Tx, row: DepositRow): Promise<void> {
  const leave = async (at: Tx, lossUnbooked: boolean): Promise<DepositRow> => {
    const gone = { state: "lost", height: null, blockHash: null, blockAt: null, lossUnbooked } as const;
    if (!(await moveDeposit(at, row, gone, parts.clock.now()))) throw new Conflict("deposit moved on");
    return { ...row, ...gone };
  };
  try {
    await tx.transaction(async (attempt) => bookLoss(parts, attempt, await leave(attempt, false)));
  } catch (error) {
    if (sqlState(error) !== CHECK_VIOLATION) throw error;
    parts.log.error({ chain: row.chain, deposit: row.id }, UNBOOKED);
    await leave(tx, true);
    // No payment may be built on coins that are not there.
    if (parts.chain.model === "utxo") await drop(tx, row);
  }
}

/** Logged for as long as it is so. */
const UNBOOKED = "a lost deposit is promised already, and its loss cannot be booked";

/** Books losses that could not be booked when they happened, where that is possible now. */
export async function bookLosses(parts: WatchParts, unbooked: readonly DepositRow[]): Promise<void> {
  for (const row of unbooked) {
    try {
      await transaction(parts.database, async (tx) => {
        const booked = { ...row, lossUnbooked: false };
        if (!(await moveDeposit(tx, row, booked, parts.clock.now()))) return;
        await bookLoss(parts, tx, booked);
      });
    } catch (error) {
      if (sqlState(error) !== CHECK_VIOLATION) throw error;
      parts.log.error({ chain: row.chain, deposit: row.id }, UNBOOKED);
    }
  }
}

async function bookLoss(parts: WatchParts, tx: Tx, row: DepositRow): Promise<void> {
  if (parts.chain.model === "utxo") await drop(tx, row);
  const holding = await holdingNow(parts, tx, row);
  if (!(await moveDeposit(tx, row, { lostFrom: holding }, parts.clock.now())))
    throw new Conflict("deposit moved on");
  await parts.ledger.append(
    tx,
    reorgEntry({ ...row, kind: "reorg_loss", key: `${row.id}:${row.sighting}:${holding}`, holding }),
    parts.clock.now(),
  );
}

/** A deposit is at policy depth: it is credited, or where it was credited and then lost, its loss is taken back. */
export const settleFinal = (parts: WatchParts, row: DepositRow): Promise<void> =>
  row.state === "lost" ? restoreCredit(parts, row) : creditDeposit(parts, row);

async function restoreCredit(parts: WatchParts, row: DepositRow): Promise<void> {
  // A loss is unbooked where the hot wallet's coins are promised: it was swept.
  const wasSwept = row.lostFrom === "chain" || row.lossUnbooked;
  const isSwept = wasSwept && ownHoldingOf(parts, row) === "unswept";
  // Its sweep is sent again. Until that is as deep as before, the loss stays booked.
  if (isSwept && (await hasDroppedSweep(parts.database, row))) return;
  const holding = isSwept ? "chain" : undefined;
  await transaction(parts.database, (tx) => restoreIn(parts, tx, row, row, holding));
}

/** Takes the loss of a credited deposit back, which is at policy depth again in this block; its coins are where `holding` says. */
export async function restoreIn(
  parts: WatchParts,
  tx: Tx,
  row: DepositRow,
  block: InBlock,
  holding: Holding = ownHoldingOf(parts, row),
): Promise<void> {
  const at = parts.clock.now();
  const { height, blockHash, blockAt } = block;
  const state = "credited" as const;
  const back = { lossUnbooked: false, lostFrom: null, sighting: row.sighting + 1 };
  if (!(await moveDeposit(tx, row, { state, height, blockHash, blockAt, ...back }, at)))
    throw new Conflict("deposit moved on");
  const key = `${row.id}:${row.sighting}`;
  if (!row.lossUnbooked)
    await parts.ledger.append(tx, reorgEntry({ ...row, kind: "reorg_restored", key, holding }), at);
  if (holding === ownHoldingOf(parts, row)) await addToWallet(tx, parts.chain, { ...row, height });
}

/** Where lost coins are missing: on their address, or (once they were swept) in the hot wallet. */
const holdingNow = async (parts: WatchParts, tx: Tx, row: DepositRow): Promise<Holding> =>
  ownHoldingOf(parts, row) === "unswept" && (await drop(tx, row)) ? "unswept" : "chain";

const drop = (tx: Tx, row: DepositRow): Promise<boolean> => dropHolding(tx, { ...row, ...storedOrigin(row) });
