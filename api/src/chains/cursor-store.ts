import { and, desc, eq, getTableColumns, gt, ne, sql } from "drizzle-orm";
import { bigint, pgTable, text } from "drizzle-orm/pg-core";
import type { ChainId } from "../core/assets";
import { isoOf } from "../core/instant";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { timeMs } from "../db/columns";
import { rowsOf } from "../db/rows-of";
import type { BlockRef, Tip } from "./chain";
import { lagBlocksMax } from "./policy";

/** A node that was silent for longer may have a tip that we do not know of. */
const SILENT_MS_MAX = 600_000;

export const chainCursors = pgTable("chain_cursors", {
  chain: text("chain").$type<ChainId>().primaryKey(),
  height: bigint("height", { mode: "number" }).notNull(),
  hash: text("hash").notNull(),
  tipHeight: bigint("tip_height", { mode: "number" }).notNull(),
  finalizedHeight: bigint("finalized_height", { mode: "number" }),
  status: text("status").$type<"ok" | "unavailable" | "halted">().notNull().default("ok"),
  reason: text("reason"),
  answeredAt: timeMs("answered_at").notNull(),
  firstHeight: bigint("first_height", { mode: "number" }),
});

/** How far the watcher of a chain has come. */
export type Cursor = typeof chainCursors.$inferSelect;

const chainBlocks = pgTable("chain_blocks", {
  chain: text("chain").$type<ChainId>().notNull(),
  height: bigint("height", { mode: "number" }).notNull(),
  hash: text("hash").notNull(),
  parentHash: text("parent_hash").notNull(),
});

const cursorRows = rowsOf(getTableColumns(chainCursors));

export async function loadCursor(tx: Tx, chain: ChainId): Promise<Cursor | undefined> {
  const [row] = await tx.execute(sql`SELECT ${cursorRows.list} FROM chain_cursors WHERE chain = ${chain}`);
  return row && cursorRows.read(row);
}

export async function loadCursors(tx: Tx): Promise<Map<ChainId, Cursor>> {
  const rows = await tx.execute(sql`SELECT ${cursorRows.list} FROM chain_cursors`);
  return new Map(rows.map(cursorRows.read).map((cursor) => [cursor.chain, cursor]));
}

/** Below which block the chain had no coins of ours when its watching began; 0 where that is not known. */
export const firstHeightOf = async (tx: Tx, chain: ChainId): Promise<number> =>
  (await loadCursor(tx, chain))?.firstHeight ?? 0;

/** Whether the watcher knows the chain well enough to pay on it: it is not far behind the tip, and the tip is of lately. */
export const isUpToDate = ({ chain, height, tipHeight, answeredAt }: Cursor, now: TimeMs): boolean =>
  tipHeight - height <= lagBlocksMax(chain) && now - answeredAt <= SILENT_MS_MAX;

/** A chain that catches up after a pause is soon done with so many times that lag. */
const STALE_LAGS = 10;

/** Whether the watcher has stopped following a chain, although its node may answer. */
export const isStale = ({ chain, height, tipHeight, answeredAt }: Cursor, now: TimeMs): boolean =>
  tipHeight - height > STALE_LAGS * lagBlocksMax(chain) || now - answeredAt > SILENT_MS_MAX;

/** Starts watching a chain after the given block; `firstHeight` is that of `Chain.firstHeight`. */
export async function startCursor(
  tx: Tx,
  chain: ChainId,
  { height, hash, firstHeight }: Pick<BlockRef, "height" | "hash"> & { firstHeight: number | null },
  now: TimeMs,
) {
  const cursor = { chain, height, hash, tipHeight: height, answeredAt: now, firstHeight };
  await tx.insert(chainCursors).values(cursor).onConflictDoNothing();
}

/** The cursor's row while it is still where the caller saw it. */
const unmoved = (chain: ChainId, { height, hash }: Cursor) =>
  and(eq(chainCursors.chain, chain), eq(chainCursors.height, height), eq(chainCursors.hash, hash));

/**
 * Advances by one block, if the cursor is still where the caller saw it, and keeps a record of the last `keep` blocks;
 * false is a conflict, and nothing is written.
 */
export async function advanceCursor(
  tx: Tx,
  chain: ChainId,
  from: Cursor,
  to: BlockRef,
  keep: number,
): Promise<boolean> {
  const { height, hash, parentHash } = to;
  const moved = await tx.execute(sql`
    WITH moved AS (
      UPDATE chain_cursors SET height = ${height}, hash = ${hash}, tip_height = greatest(tip_height, ${height})
      WHERE chain = ${chain} AND height = ${from.height} AND hash = ${from.hash} RETURNING chain
    ), kept AS (
      INSERT INTO chain_blocks (chain, height, hash, parent_hash)
      SELECT chain, ${height}::bigint, ${hash}, ${parentHash} FROM moved
      ON CONFLICT (chain, height) DO UPDATE SET hash = EXCLUDED.hash, parent_hash = EXCLUDED.parent_hash
    ), forgotten AS (
      DELETE FROM chain_blocks b USING moved WHERE b.chain = moved.chain AND b.height <= ${height - keep}
    )
    SELECT chain FROM moved`);
  return moved.length === 1;
}

/** Puts the cursor back to the fork of a reorg. */
export async function rewindCursor(
  tx: Tx,
  chain: ChainId,
  from: Cursor,
  { height, hash }: Pick<BlockRef, "height" | "hash">,
): Promise<boolean> {
  const moved = await tx
    .update(chainCursors)
    .set({ height, hash })
    .where(unmoved(chain, from))
    .returning({ chain: chainCursors.chain });
  if (moved.length === 0) return false;
  await tx.delete(chainBlocks).where(and(eq(chainBlocks.chain, chain), gt(chainBlocks.height, height)));
  return true;
}

/** Our record of the chain's last blocks, highest first. */
export async function knownBlocks(tx: Tx, chain: ChainId): Promise<{ height: number; hash: string }[]> {
  return tx
    .select({ height: chainBlocks.height, hash: chainBlocks.hash })
    .from(chainBlocks)
    .where(eq(chainBlocks.chain, chain))
    .orderBy(desc(chainBlocks.height));
}

/** The same tip is written again after this long: how old an answer is, is asked in minutes. */
const ANSWERED_AGAIN_MS = 60_000;

/**
 * The node answered: remembers its tip, where `known` does not say it already. A halted chain stays halted until an
 * administrator resumes it.
 */
export async function noteTip(tx: Tx, known: Cursor, tip: Tip, now: TimeMs): Promise<void> {
  const { chain } = known;
  const isKnown = known.tipHeight === tip.height && known.finalizedHeight === tip.finalizedHeight;
  if (isKnown && known.status !== "unavailable" && now - known.answeredAt < ANSWERED_AGAIN_MS) return;
  await tx.execute(sql`
    UPDATE chain_cursors SET tip_height = ${tip.height}, finalized_height = ${tip.finalizedHeight},
      answered_at = ${isoOf(now)},
      status = CASE WHEN status = 'unavailable' THEN 'ok' ELSE status END,
      reason = CASE WHEN status = 'unavailable' THEN NULL ELSE reason END
    WHERE chain = ${chain}`);
}

/**
 * The node does not answer, or the chain did what the policy rules out; false where that is known, the chain is halted, or the
 * cursor is no longer where the caller saw it.
 */
export async function noteTrouble(
  tx: Tx,
  chain: ChainId,
  { status, reason }: { status: "unavailable" | "halted"; reason: string },
  from?: Cursor,
): Promise<boolean> {
  const isThere = from === undefined ? eq(chainCursors.chain, chain) : unmoved(chain, from);
  const isNew = sql`(${chainCursors.status} <> ${status} OR ${chainCursors.reason} IS DISTINCT FROM ${reason})`;
  const noted = await tx
    .update(chainCursors)
    .set({ status, reason })
    .where(and(isThere, ne(chainCursors.status, "halted"), isNew))
    .returning({ chain: chainCursors.chain });
  return noted.length > 0;
}

/**
 * Says what waits on a chain that is followed, or that nothing does (null); false where that is known, or the chain is not
 * followed.
 */
export async function noteWaiting(tx: Tx, chain: ChainId, reason: string | null): Promise<boolean> {
  const isNew = sql`${chainCursors.reason} IS DISTINCT FROM ${reason}`;
  const noted = await tx
    .update(chainCursors)
    .set({ reason })
    .where(and(eq(chainCursors.chain, chain), eq(chainCursors.status, "ok"), isNew))
    .returning({ chain: chainCursors.chain });
  return noted.length > 0;
}

/** What waits on a chain that is followed; null where nothing does. */
export const waitingOn = ({ status, reason }: Cursor): string | null => (status === "ok" ? reason : null);

/** An administrator lets a halted chain go on; false when it was not halted. */
export async function resumeChain(tx: Tx, chain: ChainId): Promise<boolean> {
  const resumed = await tx
    .update(chainCursors)
    .set({ status: "ok", reason: null })
    .where(and(eq(chainCursors.chain, chain), eq(chainCursors.status, "halted")))
    .returning({ chain: chainCursors.chain });
  return resumed.length === 1;
}
