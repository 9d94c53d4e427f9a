import type { ChainId } from "../core/assets";
import { sqlState, transaction } from "../db/transaction";
import { bookLoss } from "./crediting";
import { type Cursor, knownBlocks, noteTrouble, rewindCursor } from "./cursor-store";
import { createSightings } from "./sightings";
import { type DepositRow, depositsAbove, moveDeposit, unmineAttempts } from "./store";
import type { WatchParts } from "./watcher";

/**
 * The block under the cursor is no longer in the best chain: walks back to the fork and takes every deposit and payout
 * above it out of its block. A reorg that reaches a credited deposit, or deeper than we remember, halts the chain.
 */
export async function handleReorg(parts: WatchParts, cursor: Cursor): Promise<void> {
  const { chain, database, log } = parts;
  const fork = await findFork(parts);
  if (fork === undefined) {
    await halt(parts, "a reorg deeper than the blocks we remember");
    return;
  }
  log.warn({ chain: chain.id, from: cursor.height, fork: fork.height }, "reorg");
  const above = await depositsAbove(database, chain.id, fork.height);
  const credited = above.filter((row) => row.state === "credited");
  for (const row of credited) await lose(parts, row);
  await takeOutOfBlocks(
    parts,
    above.filter((row) => row.state !== "credited"),
  );
  await transaction(database, async (tx) => {
    await unmineAttempts(tx, chain.id, fork.height);
    await rewindCursor(tx, chain.id, cursor, fork);
  });
  if (credited.length > 0) await halt(parts, "a reorg below the depth at which deposits were credited");
}

async function findFork(parts: WatchParts): Promise<{ height: number; hash: string } | undefined> {
  for (const known of await knownBlocks(parts.database, parts.chain.id)) {
    const block = await parts.chain.block(known.height);
    if (block?.hash === known.hash) return known;
  }
  return undefined;
}

/** A deposit that the node still knows waits for its next block; one that it does not is gone until it comes back. */
async function takeOutOfBlocks(parts: WatchParts, rows: readonly DepositRow[]): Promise<void> {
  for (const row of rows) {
    const isBalance = row.txId.includes(":");
    const status = isBalance ? "mempool" : (await parts.chain.transaction(row.txId)).status;
    if (status === "unknown" && row.state === "seen") {
      await createSightings(parts).forget(row, "orphaned");
      continue;
    }
    if (row.state !== "seen") continue;
    const unconfirmed = { height: null, blockHash: null, blockAt: null };
    await transaction(parts.database, (tx) => moveDeposit(tx, row, unconfirmed, parts.clock.now()));
    if (row.orderId !== null) parts.notifier.orderChanged(row.orderId);
  }
}

async function lose(parts: WatchParts, row: DepositRow): Promise<void> {
  try {
    await transaction(parts.database, (tx) => bookLoss(parts, tx, row, parts.clock.now()));
  } catch (error) {
    // The coins are promised already and cannot be booked out: the chain is halted all the same, a person decides.
    if (sqlState(error) !== "23514") throw error;
    parts.log.error({ chain: row.chain, deposit: row.id }, "a lost deposit cannot be booked");
  }
}

async function halt(parts: WatchParts, reason: string): Promise<void> {
  const chain: ChainId = parts.chain.id;
  parts.log.error({ chain, reason }, "chain halted");
  await noteTrouble(parts.database, chain, { status: "halted", reason });
}
