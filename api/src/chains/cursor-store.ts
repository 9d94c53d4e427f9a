import { sql } from "drizzle-orm";
import type { ChainId } from "../core/assets";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import type { BlockRef, Tip } from "./chain";

export type Cursor = {
  height: number;
  hash: string;
  tipHeight: number;
  finalizedHeight: number | null;
  status: "ok" | "unavailable" | "halted";
  reason: string | null;
  answeredAt: TimeMs;
};

type CursorRow = {
  chain: ChainId;
  height: string;
  hash: string;
  tip_height: string;
  finalized_height: string | null;
  status: Cursor["status"];
  reason: string | null;
  answered_at: string;
};

const iso = (at: TimeMs): string => new Date(at).toISOString();

const fromRow = (row: CursorRow): Cursor => ({
  height: Number(row.height),
  hash: row.hash,
  tipHeight: Number(row.tip_height),
  finalizedHeight: row.finalized_height === null ? null : Number(row.finalized_height),
  status: row.status,
  reason: row.reason,
  answeredAt: new Date(row.answered_at).getTime(),
});

export async function loadCursor(tx: Tx, chain: ChainId): Promise<Cursor | undefined> {
  const rows = await tx.execute<CursorRow>(sql`SELECT * FROM chain_cursors WHERE chain = ${chain}`);
  return rows[0] && fromRow(rows[0]);
}

export async function loadCursors(tx: Tx): Promise<Map<ChainId, Cursor>> {
  const rows = await tx.execute<CursorRow>(sql`SELECT * FROM chain_cursors`);
  return new Map(rows.map((row) => [row.chain, fromRow(row)]));
}

/** Starts watching a chain after the given block. */
export async function startCursor(
  tx: Tx,
  chain: ChainId,
  at: Pick<BlockRef, "height" | "hash">,
  now: TimeMs,
) {
  await tx.execute(sql`
    INSERT INTO chain_cursors (chain, height, hash, tip_height, status, answered_at)
    VALUES (${chain}, ${at.height}, ${at.hash}, ${at.height}, 'ok', ${iso(now)}) ON CONFLICT DO NOTHING`);
}

/** Advances by one block, if the cursor is still where the caller saw it; false is a conflict. */
export async function advanceCursor(
  tx: Tx,
  chain: ChainId,
  from: Cursor,
  to: BlockRef,
  keep: number,
): Promise<boolean> {
  const rows = await tx.execute(sql`
    UPDATE chain_cursors SET height = ${to.height}, hash = ${to.hash}, tip_height = GREATEST(tip_height, ${to.height})
    WHERE chain = ${chain} AND height = ${from.height} AND hash = ${from.hash} RETURNING chain`);
  if (rows.length === 0) return false;
  await tx.execute(sql`
    INSERT INTO chain_blocks (chain, height, hash, parent_hash) VALUES (${chain}, ${to.height}, ${to.hash}, ${to.parentHash})
    ON CONFLICT (chain, height) DO UPDATE SET hash = EXCLUDED.hash, parent_hash = EXCLUDED.parent_hash`);
  await tx.execute(sql`DELETE FROM chain_blocks WHERE chain = ${chain} AND height <= ${to.height - keep}`);
  return true;
}

/** Puts the cursor back to the fork of a reorg. */
export async function rewindCursor(
  tx: Tx,
  chain: ChainId,
  from: Cursor,
  fork: { height: number; hash: string },
): Promise<boolean> {
  const rows = await tx.execute(sql`
    UPDATE chain_cursors SET height = ${fork.height}, hash = ${fork.hash}
    WHERE chain = ${chain} AND height = ${from.height} AND hash = ${from.hash} RETURNING chain`);
  if (rows.length === 0) return false;
  await tx.execute(sql`DELETE FROM chain_blocks WHERE chain = ${chain} AND height > ${fork.height}`);
  return true;
}

/** Our record of the chain's last blocks, highest first. */
export async function knownBlocks(tx: Tx, chain: ChainId): Promise<{ height: number; hash: string }[]> {
  const rows = await tx.execute<{ height: string; hash: string }>(
    sql`SELECT height, hash FROM chain_blocks WHERE chain = ${chain} ORDER BY height DESC`,
  );
  return rows.map((row) => ({ height: Number(row.height), hash: row.hash }));
}

/** The node answered: remembers its tip. A halted chain stays halted until an administrator resumes it. */
export async function noteTip(tx: Tx, chain: ChainId, tip: Tip, now: TimeMs): Promise<void> {
  await tx.execute(sql`
    UPDATE chain_cursors SET tip_height = ${tip.height}, finalized_height = ${tip.finalizedHeight}, answered_at = ${iso(now)},
      status = CASE WHEN status = 'unavailable' THEN 'ok' ELSE status END,
      reason = CASE WHEN status = 'unavailable' THEN NULL ELSE reason END
    WHERE chain = ${chain}`);
}

/** The node does not answer, or the chain did what the policy rules out. */
export async function noteTrouble(
  tx: Tx,
  chain: ChainId,
  trouble: { status: "unavailable" | "halted"; reason: string },
): Promise<void> {
  await tx.execute(sql`
    UPDATE chain_cursors SET status = ${trouble.status}, reason = ${trouble.reason}
    WHERE chain = ${chain} AND status <> 'halted'`);
}

/** An administrator lets a halted chain go on; false when it was not halted. */
export async function resumeChain(tx: Tx, chain: ChainId): Promise<boolean> {
  const rows = await tx.execute(
    sql`UPDATE chain_cursors SET status = 'ok', reason = NULL WHERE chain = ${chain} AND status = 'halted' RETURNING chain`,
  );
  return rows.length === 1;
}
