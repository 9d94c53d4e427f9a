import { sql } from "drizzle-orm";
import type { Chain } from "../chains/chain";
import type { AssetCode } from "../core/assets";
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
  /** How many legs its first outputs pay. */
  payments: number;
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

/** A payment and all its children, oldest first, locked for the rest of the transaction. */
export async function lockFamily(tx: Tx, attempt: Pick<Attempt, "id" | "purpose">): Promise<Relative[]> {
  const payment = paymentOf(attempt);
  const rows = await tx.execute<{
    id: string;
    is_child: boolean;
    payments: number;
    tx_id: string;
    raw: string;
    fee_units_max: string;
    state: AttemptState;
    proof: string | null;
    signed_height: string | null;
  }>(sql`
    SELECT id, child_of IS NOT NULL AS is_child, (SELECT count(*)::integer FROM attempt_legs p WHERE p.attempt_id = a.id) AS payments,
      tx_id, raw, fee_units_max, state, proof, signed_height FROM payout_attempts a
    WHERE id = ${payment} OR child_of = ${payment} ORDER BY id FOR UPDATE`);
  return rows.map((row) => ({
    id: row.id,
    isChild: row.is_child,
    payments: row.payments,
    txId: row.tx_id,
    raw: row.raw,
    feeUnits: BigInt(row.fee_units_max),
    state: row.state,
    proof: row.proof,
    signedHeight: row.signed_height === null ? null : Number(row.signed_height),
  }));
}

/** The child that spends an attempt's change; undefined where none does, or where it is dead. */
export async function childAfter(tx: Tx, chain: Chain, attempt: Attempt): Promise<Relative | undefined> {
  const family = await lockFamily(tx, attempt);
  return family.find(
    ({ isChild, state, raw }) => isChild && state !== "dead" && changeSpentBy(chain, raw) === attempt.txId,
  );
}

/** The transaction whose change a child's bytes spend. */
export const changeSpentBy = (chain: Chain, raw: string): string | undefined =>
  chain.decode(raw).inputs[0]?.txId;

/** What a child's payment pays: the child is as deep as that when it counts. */
export async function stakeOfPayment(tx: Tx, of: string): Promise<{ asset: AssetCode; units: bigint }[]> {
  const rows = await tx.execute<{ asset: AssetCode; units: string }>(
    sql`SELECT asset, units FROM payout_attempts WHERE id = ${of}`,
  );
  return rows.map(({ asset, units }) => ({ asset, units: BigInt(units) }));
}
