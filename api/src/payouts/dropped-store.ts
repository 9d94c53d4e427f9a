import { sql } from "drizzle-orm";
import type { ChainId } from "../core/assets";
import type { LegId } from "../core/ids";
import { isoOf } from "../core/instant";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { textArray } from "../db/text-array";
import { PAID_LEGS } from "./attempt-legs-store";
import { ATTEMPT_COLUMNS, type Attempt, type AttemptRow, readAttempt } from "./attempt-store";
import { type AttemptWay, OVER_TOR } from "./attempt-way-store";

/** A transaction that had ended and that a reorg took out of its block; its height is null. */
export type Dropped = Attempt & {
  since: TimeMs;
  /** The network fee that the books have. */
  feeUnits: bigint;
  /** Somebody else signed it, and we do not have its bytes. */
  isAdopted: boolean;
  /** Why it will not be again what it was; null while nothing speaks against it. */
  trouble: string | null;
};

/** The transactions that ended in blocks above `height`, each with its block. */
export async function endedAbove(
  tx: Tx,
  chain: ChainId,
  height: number,
): Promise<{ id: string; height: number; blockHash: string | null }[]> {
  const rows = await tx.execute<{ id: string; height: string; block_hash: string | null }>(sql`
    SELECT id, height, block_hash FROM payout_attempts WHERE ${ENDED_ABOVE(chain, height)} ORDER BY id`);
  return rows.map((row) => ({ id: row.id, height: Number(row.height), blockHash: row.block_hash }));
}

const ENDED_ABOVE = (chain: ChainId, height: number) =>
  sql`chain = ${chain} AND height > ${height} AND state IN ('final', 'reverted', 'doubled')`;

/**
 * Takes the transactions that ended in blocks above `height` out of these, but for those of `except`: they are to be sent
 * again. `forgotten` are those of forgotten orders, whose bytes are gone.
 */
export async function noteDropped(
  tx: Tx,
  chain: ChainId,
  height: number,
  now: TimeMs,
  except: readonly string[] = [],
): Promise<{ dropped: number; forgotten: number }> {
  const [row] = await tx.execute<{ dropped: string; forgotten: string }>(sql`
    WITH above AS (
      SELECT id, kind FROM payout_attempts WHERE ${ENDED_ABOVE(chain, height)} AND id <> ALL (${textArray(except)}::bigint[])
    ), noted AS (
      INSERT INTO dropped_attempts (attempt_id, since, next_check_at) SELECT id, ${isoOf(now)}, ${isoOf(now)} FROM above WHERE kind <> 'forgotten'
      RETURNING attempt_id
    ), unmined AS (
      UPDATE payout_attempts SET height = NULL, block_hash = NULL WHERE id IN (SELECT attempt_id FROM noted)
    ) SELECT (SELECT count(*) FROM noted) AS dropped, (SELECT count(*) FROM above WHERE kind = 'forgotten') AS forgotten`);
  return { dropped: Number(row?.dropped ?? 0), forgotten: Number(row?.forgotten ?? 0) };
}

/** Takes those that are due for a look, in the order of their nonces, and sweeps after what pays for them; others leave them alone until the lease ends. */
export async function leaseDropped(
  tx: Tx,
  chain: ChainId,
  now: TimeMs,
  lease: { forMs: number; limit: number; way: AttemptWay },
): Promise<Dropped[]> {
  const ofWay = lease.way === "any" ? sql`` : sql`AND ${OVER_TOR} = ${lease.way === "tor"}`;
  const rows = await tx.execute<
    AttemptRow & { since: string; fee_units: string | null; is_adopted: boolean; trouble: string | null }
  >(sql`
    WITH due AS (
      SELECT a.id, ${OVER_TOR} AS over_tor FROM dropped_attempts d JOIN payout_attempts a ON a.id = d.attempt_id
      WHERE a.chain = ${chain} AND d.next_check_at <= ${isoOf(now)} ${ofWay}
      ORDER BY a.kind = 'sweep', a.sender, a.nonce, a.id LIMIT ${lease.limit} FOR UPDATE OF d SKIP LOCKED
    ), d AS (
      UPDATE dropped_attempts SET next_check_at = ${isoOf(now + lease.forMs)}
      WHERE attempt_id IN (SELECT id FROM due) RETURNING *
    ) SELECT ${ATTEMPT_COLUMNS}, ${PAID_LEGS} AS legs, d.since, d.trouble, a.fee_units, a.kind = 'adopted' AS is_adopted
    FROM d JOIN due ON due.id = d.attempt_id JOIN payout_attempts a ON a.id = d.attempt_id ORDER BY a.kind = 'sweep', a.sender, a.nonce, a.id`);
  return rows.map(({ since, fee_units, is_adopted, trouble, ...row }) => ({
    ...readAttempt(row),
    since: new Date(since).getTime(),
    feeUnits: BigInt(fee_units ?? "0"),
    isAdopted: is_adopted,
    trouble,
  }));
}

/** Keeps what a node said of one, what became of it, and when to look again. */
export async function noteDroppedLook(
  tx: Tx,
  { id }: Dropped,
  look: { said: string; trouble: string | null; nextCheckAt: TimeMs },
): Promise<void> {
  await tx.execute(sql`
    UPDATE dropped_attempts SET said = ${look.said}, trouble = ${look.trouble}, next_check_at = ${isoOf(look.nextCheckAt)}
    WHERE attempt_id = ${id}`);
}

/** Keeps when to look again. */
export async function postponeDropped(tx: Tx, { id }: Dropped, nextCheckAt: TimeMs): Promise<void> {
  await tx.execute(
    sql`UPDATE dropped_attempts SET next_check_at = ${isoOf(nextCheckAt)} WHERE attempt_id = ${id}`,
  );
}

/** It is in a block again that counts for good; false where another worker has noted that. */
export async function settleDropped(
  tx: Tx,
  { id }: Dropped,
  landed: { height: number; blockHash: string; feeUnits: bigint },
): Promise<boolean> {
  const settled = await tx.execute(sql`
    WITH noted AS (DELETE FROM dropped_attempts WHERE attempt_id = ${id} RETURNING attempt_id)
    UPDATE payout_attempts SET height = ${landed.height}, block_hash = ${landed.blockHash}, fee_units = ${landed.feeUnits.toString()}
    WHERE id IN (SELECT attempt_id FROM noted) RETURNING id`);
  return settled.length > 0;
}

/** Whether one of these legs was paid by a transaction that is out of its block. */
export async function hasDropped(tx: Tx, legIds: readonly LegId[]): Promise<boolean> {
  const rows = await tx.execute(sql`
    SELECT 1 FROM attempt_legs p JOIN dropped_attempts d ON d.attempt_id = p.attempt_id
    WHERE p.leg_id = ANY(${textArray(legIds)}::text[]) LIMIT 1`);
  return rows.length > 0;
}

/** Whether an attempt `a` is out of its block. */
export const IS_DROPPED = sql.raw("EXISTS (SELECT 1 FROM dropped_attempts x WHERE x.attempt_id = a.id)");
