import { type SQL, sql } from "drizzle-orm";
import type { AssetCode } from "../core/assets";
import type { Tx } from "../db/client";
import type { Attempt } from "./attempt-store";

/*
 * Versions of a transaction: those that took each other's place, of which one can land.
 */

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
