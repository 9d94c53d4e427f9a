import { sql } from "drizzle-orm";
import { isoOf } from "../core/instant";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { textArray } from "../db/text-array";

/**
 * Keeps what a node said of a transaction of ours that does not move: `mempool`, `mined`, `unknown`, or why it refused it.
 * `inputs` are those that it spends, each as transaction:ordinal; none on account chains.
 */
export async function noteLook(
  tx: Tx,
  look: {
    attemptId: string;
    said: string;
    inputs: readonly { txId: string; ordinal: number }[];
    at: TimeMs;
  },
): Promise<void> {
  const at = isoOf(look.at);
  const inputs = textArray(look.inputs.map(({ txId, ordinal }) => `${txId}:${ordinal}`));
  const isAway = (said: string) => `${said} NOT IN ('mempool', 'mined')`;
  await tx.execute(sql`
    INSERT INTO attempt_looks (attempt_id, said, inputs, since, at) VALUES (${look.attemptId}, ${look.said}, ${inputs}::text[], ${at}, ${at})
    ON CONFLICT (attempt_id) DO UPDATE SET said = EXCLUDED.said, at = EXCLUDED.at,
      since = CASE WHEN (${sql.raw(isAway("attempt_looks.said"))}) = (${sql.raw(isAway("EXCLUDED.said"))}) THEN attempt_looks.since ELSE EXCLUDED.at END`);
}

/** Keeps that a node has one that was refused before. */
export async function noteKnown(tx: Tx, attemptId: string, now: TimeMs): Promise<void> {
  const at = isoOf(now);
  await tx.execute(sql`
    UPDATE attempt_looks SET said = 'mempool', since = ${at}, at = ${at}
    WHERE attempt_id = ${attemptId} AND said NOT IN ('mempool', 'mined')`);
}

/** Whether a node said last of one of these that it is in a block. */
export async function hasMinedLook(tx: Tx, attempts: readonly { id: string }[]): Promise<boolean> {
  if (attempts.length === 0) return false;
  const rows = await tx.execute(sql`
    SELECT 1 FROM attempt_looks WHERE said = 'mined' AND attempt_id = ANY (${textArray(attempts.map(({ id }) => id))}::bigint[])`);
  return rows.length > 0;
}
