import { type Cursor, isCursorAt, knownBlocks, noteTrouble, rewindCursor } from "../chains/cursor-store";
import type { Tx } from "../db/client";
import { Conflict, transaction } from "../db/transaction";
import { unmineAttempts } from "../payouts/attempt-store";
import { endedAbove, noteDropped } from "../payouts/dropped-store";
import { loseCredit } from "./loss";
import { retractDeposit } from "./retract";
import { type DepositRow, depositsAbove, moveDeposit } from "./store";
import type { WatchParts } from "./watch-parts";

type Fork = { height: number; hash: string };

/** The bytes of forgotten ones are gone: their network has to mine them again by itself. */
const DROPPED = "a reorg took final transactions of ours out of their blocks: they are sent again";
const DEEPER = "a reorg deeper than the blocks we remember";
const BELOW_CREDITS = "a reorg below the depth at which deposits were credited";
const BELOW_PAYMENTS = "a reorg below the depth at which payments were final";

/**
 * The block under the cursor is no longer in the best chain: walks back to the fork and takes every deposit and payout
 * above it out of its block. A reorg that reaches a credited deposit or a final payment, or deeper than we remember, halts
 * the chain; once an administrator resumes it, it is scanned again from the fork.
 */
export async function handleReorg(parts: WatchParts, cursor: Cursor): Promise<void> {
  const { chain, database, log } = parts;
  const known = await findFork(parts);
  const fork = known ?? (await belowMemory(parts, cursor));
  if (fork === undefined) {
    await halt(parts, DEEPER);
    return;
  }
  log.warn({ chain: chain.id, from: cursor.height, fork: fork.height }, "reorg");
  const above = await depositsAbove(database, chain.id, fork.height);
  const credited = above.filter((row) => row.state === "credited");
  // First: a process that dies after this leaves the chain halted. What it has not done is done at a later look.
  if (known === undefined) await halt(parts, DEEPER);
  else if (credited.length > 0) await halt(parts, BELOW_CREDITS);
  // Another worker may have read the new branch meanwhile: its deposits are in other blocks then, and are left there.
  const still = async (tx: Tx): Promise<void> => {
    if (!(await isCursorAt(tx, chain.id, cursor))) throw new Conflict("the cursor has moved");
  };
  for (const row of credited) await loseCredit(parts, row, still);
  await takeOutOfBlocks(
    parts,
    above.filter((row) => row.state !== "credited"),
    still,
  );
  const mined = await endedInNewBranch(parts, fork);
  const { dropped, forgotten } = await transaction(database, async (tx) => {
    if (!(await rewindCursor(tx, chain.id, cursor, fork))) throw new Conflict("the cursor has moved");
    await unmineAttempts(tx, chain.id, fork.height);
    const ended = await noteDropped(tx, chain.id, fork.height, parts.clock.now(), mined);
    if (ended.dropped + ended.forgotten > 0) await noteHalt(parts, tx, BELOW_PAYMENTS);
    return ended;
  });
  if (dropped + forgotten === 0) return;
  log.error({ chain: chain.id, dropped, forgotten }, DROPPED);
  parts.statusChanged();
}

/**
 * Transactions of ours that ended in blocks which are in the best chain now: the follower may have seen the new branch
 * before the watcher did, and nothing took these out of it.
 */
async function endedInNewBranch({ chain, database }: WatchParts, fork: Fork): Promise<string[]> {
  const still: string[] = [];
  for (const { id, height, blockHash } of await endedAbove(database, chain.id, fork.height))
    if ((await chain.block(height))?.hash === blockHash) still.push(id);
  return still;
}

async function findFork(parts: WatchParts): Promise<Fork | undefined> {
  for (const known of await knownBlocks(parts.database, parts.chain.id)) {
    const block = await parts.chain.block(known.height);
    if (block?.hash === known.hash) return known;
  }
  return undefined;
}

/**
 * Where scanning begins again when no block that we remember is left: below all of them. Undefined while the node has
 * fewer blocks than we saw; then it lacks them rather than having better ones.
 */
async function belowMemory(parts: WatchParts, cursor: Cursor): Promise<Fork | undefined> {
  const { chain, database } = parts;
  if ((await chain.tip()).height < cursor.height) return undefined;
  const oldest = (await knownBlocks(database, chain.id)).at(-1)?.height ?? cursor.height;
  if (oldest <= 0) return { height: -1, hash: "" };
  const block = await chain.block(oldest - 1);
  return block && { height: block.height, hash: block.hash };
}

/**
 * A deposit that the node still knows waits for its next block; one that it does not is gone until it comes back. One
 * that was final, and that its child was not opened for yet, must become final once more: as another sighting.
 */
async function takeOutOfBlocks(
  parts: WatchParts,
  rows: readonly DepositRow[],
  still: (tx: Tx) => Promise<void>,
): Promise<void> {
  for (const row of rows) {
    if (!(await takeOutOfBlock(parts, row, still))) throw new Conflict("the deposit has moved on");
    if (row.orderId !== null) parts.listener.changed(row.orderId);
  }
}

async function takeOutOfBlock(
  parts: WatchParts,
  row: DepositRow,
  still: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  if (row.state !== "lost" && (await isUnknown(parts, row)))
    return retractDeposit(parts, row, "orphaned", still);
  const again = row.state === "confirmed" ? { state: "seen" as const, sighting: row.sighting + 1 } : {};
  const unconfirmed = { height: null, blockHash: null, blockAt: null, ...again };
  return transaction(parts.database, async (tx) => {
    await still(tx);
    return moveDeposit(tx, row, unconfirmed, parts.clock.now());
  });
}

/** Whether the node no longer knows the deposit's transaction; what a balance reported is compared with the balance again. */
async function isUnknown({ chain }: WatchParts, { origin }: DepositRow): Promise<boolean> {
  if (origin.kind !== "transaction") return false;
  return (await chain.transaction(origin.txId)).status === "unknown";
}

/** Stops a chain until an administrator resumes it; one that is halted already keeps its reason. */
async function halt(parts: WatchParts, reason: string): Promise<void> {
  if (await noteHalt(parts, parts.database, reason)) parts.statusChanged();
}

/** The same in a transaction, after which `statusChanged` is to be called; false where the chain is halted already. */
async function noteHalt({ chain, log }: WatchParts, tx: Tx, reason: string): Promise<boolean> {
  const isNew = await noteTrouble(tx, chain.id, { status: "halted", reason });
  if (isNew) log.error({ chain: chain.id, reason }, "chain halted");
  return isNew;
}
