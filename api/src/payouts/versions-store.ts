import { type SQL, sql } from "drizzle-orm";
import type { AssetCode } from "../core/assets";
import type { LegId } from "../core/ids";
import { isoOf } from "../core/instant";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { textArray } from "../db/text-array";
import type { Attempt } from "./attempt-store";
import { step } from "./send";

/*
 * Versions of a transaction: those that took each other's place, of which one can land.
 */

/**
 * Opens a superseded transaction again, to be sent: what was to take its place came out as the same bytes. It counts as signed now, so
 * that an approver's word that was given before no longer frees it. False where it is not superseded any more, or pays
 * other legs than these.
 */
export async function reviveAttempt(
  tx: Tx,
  { id, legIds, now }: { id: string; legIds: readonly LegId[]; now: TimeMs },
): Promise<boolean> {
  const at = isoOf(now);
  const tipHeight = sql`(SELECT tip_height FROM chain_cursors c WHERE c.chain = a.chain)`;
  const revived = await tx.execute(sql`
    UPDATE payout_attempts a SET state = ${step("superseded", "revived")}, signings = signings + 1, proof = NULL, height = NULL, block_hash = NULL, fee_units = NULL,
      signed_height = ${tipHeight}, first_height = ${tipHeight}, fence = fence + 1, next_check_at = ${at}, created_at = ${at}
    WHERE id = ${id} AND kind = 'legs' AND state = 'superseded'
      AND ARRAY(SELECT leg_id FROM attempt_legs p WHERE p.attempt_id = a.id ORDER BY p.ordinal) = ${textArray(legIds)}::text[]
    RETURNING 1`);
  return revived.length === 1;
}

type Nonce = Pick<Attempt, "chain" | "sender" | "nonce">;

const sameNonce = (tx: Tx, { chain, sender, nonce }: Nonce, isWanted: SQL) =>
  tx.execute<{ fee: string | null }>(sql`
    SELECT min(fee_units_max) AS fee FROM payout_attempts
    WHERE chain = ${chain} AND sender = ${sender} AND nonce = ${nonce} AND ${isWanted} HAVING count(*) > 0`);

/** Whether a transaction of ours with this nonce is under way or has landed, one that was superseded apart. */
export const hasLiveNonce = async (tx: Tx, of: Nonce): Promise<boolean> =>
  (await sameNonce(tx, of, sql`state NOT IN ('superseded', 'dead')`)).length > 0;

/** The lowest fee that a transaction with an attempt's nonce offered: the first one's. */
export async function leastFeeMax(tx: Tx, attempt: Attempt): Promise<bigint> {
  const [row] = await sameNonce(tx, attempt, sql`true`);
  return BigInt(row?.fee ?? attempt.feeUnitsMax);
}

/** What the transactions with an attempt's nonce pay: a cancellation is final when the dearest of them would be. */
export async function stakesOfNonce(
  tx: Tx,
  { chain, sender, nonce }: Nonce,
): Promise<{ asset: AssetCode; units: bigint }[]> {
  if (sender === null) return [];
  const rows = await tx.execute<{ asset: AssetCode; units: string }>(sql`
    SELECT DISTINCT asset, units FROM payout_attempts WHERE chain = ${chain} AND sender = ${sender} AND nonce = ${nonce}`);
  return rows.map(({ asset, units }) => ({ asset, units: BigInt(units) }));
}
