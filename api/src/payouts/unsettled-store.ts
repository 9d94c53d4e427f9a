import { sql } from "drizzle-orm";
import type { AssetCode, ChainId } from "../core/assets";
import type { Tx } from "../db/client";
import type { OwnTransaction } from "../ledger/reconcile-store";
import { OVER_TOR } from "./attempt-store";

/** Our transactions of a chain that are under way, or that were mined above a height: what reconciliation must add. */
export async function unsettledTransactions(
  tx: Tx,
  chain: ChainId,
  height: number,
): Promise<OwnTransaction[]> {
  const rows = await tx.execute<Record<string, string | null>>(sql`
    SELECT kind, asset, units, tx_id, state, height, fee_units, ${OVER_TOR}::text AS over_tor, COALESCE(leg_id, id::text) AS stream
    FROM payout_attempts a WHERE chain = ${chain} AND kind <> 'forgotten'
      AND (state IN ('signed', 'broadcasting', 'sent', 'mined') OR height > ${height})`);
  return rows.map((row) => ({
    kind: String(row.kind),
    asset: row.asset as AssetCode,
    units: BigInt(String(row.units)),
    txId: String(row.tx_id),
    state: String(row.state),
    height: row.height === null ? null : Number(row.height),
    feeUnits: BigInt(row.fee_units ?? "0"),
    overTor: row.over_tor === "true",
    stream: String(row.stream),
  }));
}
