import { sql } from "drizzle-orm";
import type { WalletOutput } from "../chains/chain";
import type { ChainId } from "../core/assets";
import type { Tx } from "../db/client";
import { type OutputRow, readOutput } from "./outputs-store";

/** How many coins are many: more than so many of fewer units than these. */
export type ManyCoins = { many: number; unitsBelow: bigint };

/** Whether a wallet has many small coins that nothing is done with, and none are being joined. */
export async function hasManyCoins(
  tx: Tx,
  chain: ChainId,
  { many, unitsBelow }: ManyCoins,
): Promise<boolean> {
  const rows = await tx.execute(sql`
    SELECT 1 FROM wallet_outputs WHERE chain = ${chain} AND state = 'available' AND units < ${unitsBelow.toString()}::numeric
      AND NOT EXISTS (SELECT 1 FROM payout_attempts WHERE chain = ${chain} AND kind = 'consolidation' AND state IN ('signed', 'broadcasting', 'sent', 'mined'))
    LIMIT ${many + 1}`);
  return rows.length > many;
}

/**
 * The smallest coins of a wallet that may be joined, locked for the rest of the transaction; none where there are not
 * many. They are worth `unitsMin` and lie no higher than `heightMax`. Coins of the hot wallet's own address, and of
 * completed orders that are no mixes: never one that came out of a round or was paid to a mix, because joining coins
 * shows that they are of one wallet; nor one of a forgotten order, of which that is no longer known.
 */
export async function joinableOutputs(
  tx: Tx,
  chain: ChainId,
  given: ManyCoins & { limit: number; unitsMin: bigint; heightMax: number },
): Promise<WalletOutput[]> {
  const { many, unitsBelow, limit, unitsMin, heightMax } = given;
  const rows = await tx.execute<OutputRow>(sql`
    WITH joinable AS MATERIALIZED (
      SELECT tx_id, ordinal, units FROM wallet_outputs w
      WHERE chain = ${chain} AND state = 'available' AND height <= ${heightMax} AND units >= ${unitsMin.toString()}::numeric
        AND units < ${unitsBelow.toString()}::numeric
        AND (branch = 'hot' OR EXISTS (SELECT 1 FROM addresses a JOIN orders o ON o.id = a.order_id
          WHERE a.chain = w.chain AND a.address = w.address AND NOT a.pool AND o.state = 'completed' AND o.terms ->> 'mixer' IS NULL))
        AND NOT EXISTS (SELECT 1 FROM payout_attempts r WHERE r.chain = w.chain AND r.tx_id = w.tx_id AND r.kind = 'round')
        AND NOT EXISTS (SELECT 1 FROM deposits d WHERE d.chain = w.chain AND d.tx_id = w.tx_id AND d.ordinal = w.ordinal
          AND (d.height IS NULL OR d.height > ${heightMax}))
    ), smallest AS (SELECT tx_id, ordinal FROM joinable ORDER BY units LIMIT ${limit})
    SELECT w.chain, w.tx_id, w.ordinal, units, address, branch, index FROM smallest JOIN wallet_outputs w USING (tx_id, ordinal)
    WHERE chain = ${chain} AND state = 'available' AND (SELECT count(*) FROM joinable) > ${many}
    ORDER BY units, w.tx_id, w.ordinal FOR UPDATE OF w SKIP LOCKED`);
  return rows.map(readOutput);
}
