import { type Cursor, knownBlocks, noteTrouble, rewindCursor } from "../chains/cursor-store";
import type { ChainId } from "../core/assets";
import type { Tx } from "../db/client";
import { transaction } from "../db/transaction";
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
  const above = await outsideBestChain(parts, await depositsAbove(database, chain.id, fork.height));
  const credited = above.filter((row) => row.state === "credited");
  // First: a process that dies after this leaves the chain halted. What it has not done is done once the chain is resumed.
  if (known === undefined) await halt(parts, DEEPER);
  else if (credited.length > 0) await halt(parts, BELOW_CREDITS);
  for (const row of credited) await loseCredit(parts, row);
  await takeOutOfBlocks(
    parts,
    above.filter((row) => row.state !== "credited"),
  );
  const still = await endedInNewBranch(parts, fork);
  const { dropped, forgotten } = await transaction(database, async (tx) => {
    // Another worker has handled it, apart from the deposits that we took out of their blocks.
    if (!(await rewindCursor(tx, chain.id, cursor, fork))) return { dropped: 0, forgotten: 0 };
    await unmineAttempts(tx, chain.id, fork.height);
    const ended = await noteDropped(tx, chain.id, fork.height, parts.clock.now(), still);
    if (ended.dropped + ended.forgotten > 0) await halt(parts, BELOW_PAYMENTS, tx);
    return ended;
  });
  if (dropped + forgotten === 0) return;
  log.error({ chain: chain.id, dropped, forgotten }, DROPPED);
  parts.statusChanged();
}

/** Of deposits those that no block of the best chain holds: another worker may have read the new branch already. */
async function outsideBestChain(
  { chain }: WatchParts,
  rows: readonly DepositRow[],
): Promise<readonly DepositRow[]> {
  const hashes = new Map<number, string | undefined>();
  for (const { height } of rows)
    if (height !== null && !hashes.has(height)) hashes.set(height, (await chain.block(height))?.hash);
  return rows.filter(({ height, blockHash }) => height === null || hashes.get(height) !== blockHash);
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
async function takeOutOfBlocks(parts: WatchParts, rows: readonly DepositRow[]): Promise<void> {
  for (const row of rows) {
    if (row.state !== "lost" && (await isUnknown(parts, row))) {
      await retractDeposit(parts, row, "orphaned");
      continue;
    }
    const again = row.state === "confirmed" ? { state: "seen" as const, sighting: row.sighting + 1 } : {};
    const unconfirmed = { height: null, blockHash: null, blockAt: null, ...again };
    await transaction(parts.database, (tx) => moveDeposit(tx, row, unconfirmed, parts.clock.now()));
    if (row.orderId !== null) parts.listener.changed(row.orderId);
  }
}

/** Whether the node no longer knows the deposit's transaction; what a balance reported is compared with the balance again. */
async function isUnknown({ chain }: WatchParts, { origin }: DepositRow): Promise<boolean> {
  if (origin.kind !== "transaction") return false;
  return (await chain.transaction(origin.txId)).status === "unknown";
}

/** Stops a chain until an administrator resumes it; one that is halted already keeps its reason. */
async function halt(parts: WatchParts, reason: string, tx: Tx = parts.database): Promise<void> {
  const chain: ChainId = parts.chain.id;
  parts.log.error({ chain, reason }, "chain halted");
  if (await noteTrouble(tx, chain, { status: "halted", reason })) parts.statusChanged();
}
