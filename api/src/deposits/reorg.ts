import { type BlockRef, ChainUnavailable, type Tip } from "../chains/chain";
import { type Cursor, knownBlocks, noteTrouble, rewindCursor } from "../chains/cursor-store";
import { lagBlocksMax } from "../chains/policy";
import type { Tx } from "../db/client";
import { Conflict, transaction } from "../db/transaction";
import { unmineAttempts } from "../payouts/attempt-store";
import { endedAbove, noteDropped } from "../payouts/dropped-store";
import { loseCredit } from "./loss";
import { retractIn } from "./retract";
import { type DepositRow, depositsAbove, moveDeposit } from "./store";
import type { WatchParts } from "./watch-parts";

type Fork = { height: number; hash: string };

/** The bytes of forgotten ones are gone: their network has to mine them again by itself. */
const DROPPED = "a reorg took final transactions of ours out of their blocks: they are sent again";
const LOST = "a reorg took credited deposits out of their blocks";
const DEEPER = "a reorg deeper than the blocks we remember";
const BELOW_CREDITS = "a reorg below the depth at which deposits were credited";
const BELOW_PAYMENTS = "a reorg below the depth at which payments were final";

/** One node said where the tip is, and another one of the same address has not come as far. */
const LACKING = "the node lacks a block below its tip";

/**
 * The hash of a block in the node's best chain, which on a quiet chain is its tip; undefined above that. Throws
 * ChainUnavailable where the node lacks it: that does not show another branch.
 */
export async function hashAt({ chain }: WatchParts, height: number, tip: Tip): Promise<string | undefined> {
  if (height > tip.height) return undefined;
  if (height === tip.height) return tip.hash;
  const block = await chain.block(height);
  if (block === undefined) throw new ChainUnavailable(chain.id, LACKING);
  return block.hash;
}

/**
 * Whether the node has fewer blocks than were read and shows no others: nothing has happened, and it will have them again.
 * Where several nodes answer at one address, they differ by a few blocks. One that has none of the blocks that we remember
 * may be on any branch, and is waited for as well. Throws ChainUnavailable where it lacks more than a watcher may be behind.
 */
export async function lacksBlocks(
  { chain, database }: WatchParts,
  cursor: Cursor,
  tip: Tip,
): Promise<boolean> {
  if (tip.height >= cursor.height) return false;
  const known = await knownBlocks(database, chain.id);
  const own = known.find(({ height }) => height === tip.height);
  const isBelowAll = tip.height < (known.at(-1)?.height ?? cursor.height);
  if (own?.hash !== tip.hash && !isBelowAll) return false;
  if (cursor.height - tip.height > lagBlocksMax(chain.id))
    throw new ChainUnavailable(chain.id, "the node lacks blocks that it had");
  return true;
}

/**
 * The block under the cursor is no longer in the best chain: walks back to the fork and takes every deposit and payout
 * above it out of its block. A reorg that reaches a credited deposit or a final payment, or deeper than we remember, halts
 * the chain; once an administrator resumes it, it is scanned again from the fork. Everything is done in one transaction: a
 * node that fails in between, or is back on the branch of before, leaves no deposit out of a block that is not read again.
 */
export async function handleReorg(parts: WatchParts, cursor: Cursor, tip: Tip): Promise<void> {
  const { chain, database, listener, log } = parts;
  const known = await findFork(parts, tip);
  const fork = known ?? (await belowMemory(parts, cursor));
  log.warn({ chain: chain.id, from: cursor.height, fork: fork.height }, "reorg");
  const above = await depositsAbove(database, chain.id, fork.height);
  // First, because what follows may take a while: nothing is paid meanwhile. Another worker may have handled all of it.
  const depth = depthOf(known, above);
  if (depth !== undefined && (await noteHalt(parts, database, depth, cursor))) parts.statusChanged();
  const isUnknown = await unknownAmong(parts, above);
  const mined = await endedInNewBranch(parts, fork, tip);
  const done = await transaction(database, async (tx) => {
    // Another worker may have read the new branch meanwhile: its deposits are in other blocks then, and are left there.
    if (!(await rewindCursor(tx, chain.id, cursor, fork))) throw new Conflict("the cursor has moved");
    const rows = await depositsAbove(tx, chain.id, fork.height);
    for (const row of rows) await takeOutOfBlock(parts, tx, row, isUnknown);
    await unmineAttempts(tx, chain.id, fork.height);
    const ended = await noteDropped(tx, chain.id, fork.height, parts.clock.now(), mined);
    const reason = depthOf(known, rows) ?? (ended.dropped + ended.forgotten > 0 ? BELOW_PAYMENTS : undefined);
    const isHalted = reason !== undefined && (await noteHalt(parts, tx, reason));
    return { rows, ended, isHalted };
  });
  for (const { state, orderId } of done.rows)
    if (state !== "credited" && orderId !== null) listener.changed(orderId);
  const lost = creditedAmong(done.rows).length;
  if (lost > 0) log.error({ chain: chain.id, deposits: lost }, LOST);
  const { dropped, forgotten } = done.ended;
  if (dropped + forgotten > 0) log.error({ chain: chain.id, dropped, forgotten }, DROPPED);
  if (done.isHalted || dropped + forgotten > 0) parts.statusChanged();
}

/**
 * A look at balances may have been ahead of what was read, and may have found coins in a block of this height that is in the chain no
 * longer. No reorg of what was read shows that: they are compared again, and who paid them is looked up again.
 */
export async function leaveOtherBlock({ chain, clock }: WatchParts, tx: Tx, block: BlockRef): Promise<void> {
  if (chain.nativeDeposits !== "cumulative") return;
  const isElsewhere = ({ origin, state, height, blockHash }: DepositRow): boolean =>
    origin.kind === "balance" && state === "seen" && height === block.height && blockHash !== block.hash;
  for (const row of (await depositsAbove(tx, chain.id, block.height - 1)).filter(isElsewhere)) {
    const nowhere = { height: null, blockHash: null, blockAt: null };
    if (!(await moveDeposit(tx, row, nowhere, clock.now()))) throw new Conflict("the deposit has moved on");
  }
}

const creditedAmong = (rows: readonly DepositRow[]): DepositRow[] =>
  rows.filter(({ state }) => state === "credited");

/** What halts the chain; undefined where the reorg is within the depths at which money counts. */
function depthOf(known: Fork | undefined, above: readonly DepositRow[]): string | undefined {
  if (known === undefined) return DEEPER;
  return creditedAmong(above).length > 0 ? BELOW_CREDITS : undefined;
}

/**
 * Transactions of ours that ended in blocks which are in the best chain now: the follower may have seen the new branch
 * before the watcher did, and nothing took these out of it.
 */
async function endedInNewBranch(parts: WatchParts, fork: Fork, tip: Tip): Promise<string[]> {
  const { chain, database } = parts;
  const still: string[] = [];
  for (const { id, height, blockHash } of await endedAbove(database, chain.id, fork.height))
    if ((await hashAt(parts, height, tip)) === blockHash) still.push(id);
  return still;
}

async function findFork(parts: WatchParts, tip: Tip): Promise<Fork | undefined> {
  for (const known of await knownBlocks(parts.database, parts.chain.id))
    if ((await hashAt(parts, known.height, tip)) === known.hash) return known;
  return undefined;
}

/** Where scanning begins again when no block that we remember is left: below all of them. */
async function belowMemory({ chain, database }: WatchParts, cursor: Cursor): Promise<Fork> {
  const oldest = (await knownBlocks(database, chain.id)).at(-1)?.height ?? cursor.height;
  if (oldest <= 0) return { height: -1, hash: "" };
  const block = await chain.block(oldest - 1);
  if (block === undefined) throw new ChainUnavailable(chain.id, LACKING);
  return { height: block.height, hash: block.hash };
}

/**
 * Of open deposits, whether the node no longer knows their transactions, by id; it is asked once about each transaction. What a
 * balance reported is compared with the balance again.
 */
async function unknownAmong(
  { chain }: WatchParts,
  rows: readonly DepositRow[],
): Promise<ReadonlyMap<string, boolean>> {
  const answers = new Map<string, boolean>();
  const asked = new Map<string, boolean>();
  for (const { id, state, origin } of rows) {
    if (state === "credited" || state === "lost") continue;
    if (origin.kind !== "transaction") {
      answers.set(id, false);
      continue;
    }
    const { txId } = origin;
    const isUnknown = asked.get(txId) ?? (await chain.transaction(txId)).status === "unknown";
    asked.set(txId, isUnknown);
    answers.set(id, isUnknown);
  }
  return answers;
}

/**
 * A credited deposit is lost. Another one that the node still knows waits for its next block; one that it does not is gone
 * until it comes back. One that was final, and that its child was not opened for yet, must become final once more: as
 * another sighting.
 */
async function takeOutOfBlock(
  parts: WatchParts,
  tx: Tx,
  row: DepositRow,
  isUnknown: ReadonlyMap<string, boolean>,
): Promise<void> {
  if (row.state === "credited") return loseCredit(parts, tx, row);
  const isGone = row.state !== "lost" && isUnknown.get(row.id);
  // It was noted after the node was asked.
  if (isGone === undefined) throw new Conflict("a deposit has appeared");
  const again = row.state === "confirmed" ? { state: "seen" as const, sighting: row.sighting + 1 } : {};
  const unconfirmed = { height: null, blockHash: null, blockAt: null, ...again };
  const isDone = isGone
    ? await retractIn(parts, tx, row, "orphaned")
    : await moveDeposit(tx, row, unconfirmed, parts.clock.now());
  if (!isDone) throw new Conflict("the deposit has moved on");
}

/** Stops a chain until an administrator resumes it; false where it is halted already, which keeps its reason, or is not at `cursor`. */
async function noteHalt(
  { chain, log }: WatchParts,
  tx: Tx,
  reason: string,
  cursor?: Cursor,
): Promise<boolean> {
  const isNew = await noteTrouble(tx, chain.id, { status: "halted", reason }, cursor);
  if (isNew) log.error({ chain: chain.id, reason }, "chain halted");
  return isNew;
}
