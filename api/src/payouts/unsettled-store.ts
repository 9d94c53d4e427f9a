import { sql } from "drizzle-orm";
import type { AssetCode, ChainId } from "../core/assets";
import type { Tx } from "../db/client";
import type { OwnTransaction } from "../ledger/reconcile-store";
import { OVER_TOR } from "./attempt-way-store";
import { IS_DROPPED } from "./dropped-store";

/**
 * Our transactions of a chain that are under way, out of their blocks, or mined above a height: what reconciliation must add.
 * Each kind is found by its own index: asked for in one condition, all transactions of the chain are read. OFFSET keeps the
 * planner from reading all for the ids, of which it expects a third of the chain's.
 */
export async function unsettledTransactions(
  tx: Tx,
  chain: ChainId,
  height: number,
): Promise<OwnTransaction[]> {
  const rows = await tx.execute<UnsettledRow>(sql`
    SELECT kind, asset, units, tx_id, state, height, fee_units, ${OVER_TOR} AS over_tor, ${IS_DROPPED} AS is_dropped,
      COALESCE((SELECT min(leg_id) FROM attempt_legs p WHERE p.attempt_id = a.id HAVING count(*) = 1), id::text) AS stream
    FROM (
      SELECT id AS found FROM payout_attempts WHERE chain = ${chain} AND state IN ('signed', 'broadcasting', 'sent', 'mined', 'superseded')
      UNION SELECT id FROM payout_attempts WHERE chain = ${chain} AND height > ${height}
      UNION SELECT d.id FROM dropped_attempts x JOIN payout_attempts d ON d.id = x.attempt_id WHERE d.chain = ${chain}) AS ids,
      LATERAL (SELECT * FROM payout_attempts WHERE id = found AND kind <> 'forgotten' OFFSET 0) AS a
    ORDER BY id`);
  return rows.map(readUnsettled);
}

type UnsettledRow = {
  kind: string;
  asset: AssetCode;
  units: string;
  tx_id: string;
  state: string;
  height: string | null;
  fee_units: string | null;
  over_tor: boolean;
  is_dropped: boolean;
  stream: string;
};

const readUnsettled = (row: UnsettledRow): OwnTransaction => ({
  kind: row.kind,
  asset: row.asset,
  units: BigInt(row.units),
  txId: row.tx_id,
  state: row.state,
  height: row.height === null ? null : Number(row.height),
  feeUnits: BigInt(row.fee_units ?? "0"),
  overTor: row.over_tor,
  isDropped: row.is_dropped,
  stream: row.stream,
});
