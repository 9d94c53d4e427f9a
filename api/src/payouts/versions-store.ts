import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "../db/client";
import { textArray } from "../db/text-array";
import type { Attempt } from "./attempt-store";

/*
 * Versions of a transaction: those that took each other's place, of which one can land.
 */

const sameNonce = (tx: Tx, { chain, sender, nonce }: Attempt, isWanted: SQL) =>
  tx.execute<{ fee: string | null }>(sql`
    SELECT min(fee_units_max) AS fee FROM payout_attempts
    WHERE chain = ${chain} AND sender = ${sender} AND nonce = ${nonce} AND ${isWanted} HAVING count(*) > 0`);

/** Whether another transaction with a superseded one's nonce is under way or has landed. */
export const hasLiveNonce = async (tx: Tx, attempt: Attempt): Promise<boolean> =>
  (await sameNonce(tx, attempt, sql`state NOT IN ('superseded', 'dead')`)).length > 0;

/** The lowest fee that a transaction with an attempt's nonce offered: the first one's. */
export async function leastFeeMax(tx: Tx, attempt: Attempt): Promise<bigint> {
  const [row] = await sameNonce(tx, attempt, sql`true`);
  return BigInt(row?.fee ?? attempt.feeUnitsMax);
}

/** Closes the versions of a payment that its final cancellation proves dead. */
export async function buryByCancel(tx: Tx, ids: readonly string[], proof: string): Promise<void> {
  await tx.execute(sql`
    UPDATE payout_attempts SET state = 'dead', proof = ${proof}
    WHERE id = ANY(${textArray(ids)}::bigint[]) AND state = 'superseded'`);
}
