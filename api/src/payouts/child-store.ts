import { sql } from "drizzle-orm";
import type { Tx } from "../db/client";
import type { AttemptState } from "./attempt";
import type { Attempt } from "./attempt-store";

/*
 * A payment and its children: each spends the change of the one before it, and pays for all of them.
 */

/** A payment, or one of its children; `proof` says why it is dead. */
export type Relative = {
  id: string;
  isChild: boolean;
  txId: string;
  raw: string;
  feeUnits: bigint;
  state: AttemptState;
  proof: string | null;
  signedHeight: number | null;
};

/** The payment that an attempt is, or is a child of. */
const paymentOf = ({ id, purpose }: Pick<Attempt, "id" | "purpose">): string =>
  purpose.kind === "child" ? purpose.of : id;

/** A payment and its children that are not dead, in order, locked for the rest of the transaction; a payment also where it is dead. */
export async function lockFamily(tx: Tx, attempt: Pick<Attempt, "id" | "purpose">): Promise<Relative[]> {
  const payment = paymentOf(attempt);
  const rows = await tx.execute<{
    id: string;
    is_child: boolean;
    tx_id: string;
    raw: string;
    fee_units_max: string;
    state: AttemptState;
    proof: string | null;
    signed_height: string | null;
  }>(sql`
    SELECT id, child_of IS NOT NULL AS is_child, tx_id, raw, fee_units_max, state, proof, signed_height FROM payout_attempts
    WHERE id = ${payment} OR child_of = ${payment} AND state <> 'dead' ORDER BY id FOR UPDATE`);
  return rows.map((row) => ({
    id: row.id,
    isChild: row.is_child,
    txId: row.tx_id,
    raw: row.raw,
    feeUnits: BigInt(row.fee_units_max),
    state: row.state,
    proof: row.proof,
    signedHeight: row.signed_height === null ? null : Number(row.signed_height),
  }));
}

/** The next child after an attempt: it has spent its change. */
export async function childAfter(tx: Tx, attempt: Attempt): Promise<Relative | undefined> {
  const family = await lockFamily(tx, attempt);
  return family[family.findIndex(({ id }) => id === attempt.id) + 1];
}
