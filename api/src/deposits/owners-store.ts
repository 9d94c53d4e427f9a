import { sql } from "drizzle-orm";
import type { ChainId } from "../core/assets";
import type { DepositId, OrderId } from "../core/ids";
import type { Tx } from "../db/client";
import { textArray } from "../db/text-array";

/**
 * Whose a deposit address is: of an order, or (null) of one that is forgotten, or the pool's own. With `home`, one that this
 * sister chain has handed out: what comes there is no order's.
 */
export type Owner = { orderId: OrderId | null; index: number; home?: ChainId };

/** Which of these addresses are ours, by one indexed look-up: a block with any number of transfers costs one query. */
export async function ownersOf(
  tx: Tx,
  chain: ChainId,
  addresses: readonly string[],
): Promise<Map<string, Owner>> {
  if (addresses.length === 0) return new Map();
  const rows = await tx.execute<{ address: string; order_id: OrderId | null; index: number }>(sql`
    SELECT address, CASE WHEN pool THEN NULL ELSE order_id END AS order_id, index FROM addresses WHERE chain = ${chain} AND address = ANY(${textArray(addresses)}::text[])
    UNION ALL SELECT given.address, NULL, f.index FROM unnest(${textArray(addresses)}::text[]) AS given (address)
    JOIN forgotten_addresses f ON f.hash = forgotten_hash('address:' || ${chain}::text || ':' || given.address)
    WHERE (SELECT true FROM forgotten_addresses LIMIT 1)`);
  return new Map(rows.map((row) => [row.address, { orderId: row.order_id, index: row.index }]));
}

/** An address that another chain has handed out, and the index of its key there. */
export type SisterPlace = { address: string; home: ChainId; index: number };

/**
 * Which of these addresses `homes` have handed out, to orders that are known or forgotten, by one indexed look-up. What is
 * written down is still to be compared with our keys. Not the pool's own, which no customer has seen.
 */
export async function onSisters(
  tx: Tx,
  homes: readonly ChainId[],
  addresses: readonly string[],
): Promise<SisterPlace[]> {
  if (homes.length === 0 || addresses.length === 0) return [];
  return tx.execute<SisterPlace>(sql`
    SELECT address, chain AS home, index FROM addresses
    WHERE chain = ANY(${textArray(homes)}::text[]) AND address = ANY(${textArray(addresses)}::text[]) AND NOT pool
    UNION ALL SELECT address, home, index FROM (
      SELECT given.address, sister.chain AS home,
        (SELECT f.index FROM forgotten_addresses f WHERE f.hash = forgotten_hash('address:' || sister.chain || ':' || given.address)) AS index
      FROM unnest(${textArray(addresses)}::text[]) AS given (address), unnest(${textArray(homes)}::text[]) AS sister (chain)
      WHERE (SELECT true FROM forgotten_addresses LIMIT 1)) AS forgotten WHERE index IS NOT NULL`);
}

/** Whether this deposit was credited to an order that is forgotten: a rescan must not credit it again. */
export async function isForgottenCredit(tx: Tx, id: DepositId): Promise<boolean> {
  const rows = await tx.execute(
    sql`SELECT 1 FROM forgotten_facts WHERE kind = 'credit' AND hash = forgotten_hash('deposit:' || ${id}::text)`,
  );
  return rows.length > 0;
}
