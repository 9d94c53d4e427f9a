import { type SQL, sql } from "drizzle-orm";
import type { ChainId } from "../core/assets";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";

/** The next index on a chain: nobody else gets it, also when this transaction is rolled back. */
export async function nextIndex(tx: Tx, chain: ChainId): Promise<number> {
  const rows = await tx.execute<{ index: string }>(sql`SELECT nextval(${`deposit_index_${chain}`}) AS index`);
  return Number(rows[0]?.index);
}

/**
 * Whether an address is one of ours, or was one of an order that is forgotten: what is paid there comes back to us, and
 * would be nobody's.
 */
export async function isOurAddress(tx: Tx, chain: ChainId, address: string): Promise<boolean> {
  const rows = await tx.execute(sql`
    SELECT 1 FROM addresses WHERE chain = ${chain} AND address = ${address}
    UNION ALL SELECT 1 FROM public_wallets WHERE chain = ${chain} AND hot_address = ${address}
    UNION ALL SELECT 1 WHERE is_forgotten_address(${chain}, ${address})`);
  return rows.length > 0;
}

/** How many addresses of a pool chain are left. */
export async function poolState(tx: Tx, chain: ChainId): Promise<{ next: number; filled: number }> {
  const rows = await tx.execute<{ next: number | null; filled: number | null }>(sql`
    SELECT (SELECT CASE WHEN is_called THEN last_value + 1 ELSE last_value END FROM ${sql.identifier(`deposit_index_${chain}`)}) AS next,
      (SELECT max(index) + 1 FROM address_pool WHERE chain = ${chain}) AS filled`);
  return { next: Number(rows[0]?.next ?? 0), filled: Number(rows[0]?.filled ?? 0) };
}

export async function fillPool(
  tx: Tx,
  chain: ChainId,
  fromIndex: number,
  addresses: readonly string[],
): Promise<void> {
  for (const [offset, address] of addresses.entries()) {
    await tx.execute(sql`
      INSERT INTO address_pool (chain, index, address) VALUES (${chain}, ${fromIndex + offset}, ${address}) ON CONFLICT DO NOTHING`);
  }
}

/** The address at an index of a pool chain; undefined when the pool has not been filled so far. */
export async function pooledAddress(tx: Tx, chain: ChainId, index: number): Promise<string | undefined> {
  const rows = await tx.execute<{ address: string }>(
    sql`SELECT address FROM address_pool WHERE chain = ${chain} AND index = ${index}`,
  );
  return rows[0]?.address;
}

/** The INSERT that gives an order its deposit address, as a part of the caller's statement. */
export const assignAddress = (assigned: {
  chain: ChainId;
  address: string;
  index: number;
  orderId: string;
  watchedUntil: TimeMs;
}): SQL => sql`
      INSERT INTO addresses (chain, address, index, order_id, watched_until)
      VALUES (${assigned.chain}, ${assigned.address}, ${assigned.index}, ${assigned.orderId}, ${new Date(assigned.watchedUntil).toISOString()})`;

/** Gives a fresh pool address to a round's order; it is watched as long as a deposit address would be. */
export async function insertPoolAddress(
  tx: Tx,
  fresh: { chain: ChainId; address: string; index: number; orderId: string; watchedUntil: TimeMs },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO addresses (chain, address, index, order_id, watched_until, pool)
    VALUES (${fresh.chain}, ${fresh.address}, ${fresh.index}, ${fresh.orderId}, ${new Date(fresh.watchedUntil).toISOString()}, true)`);
}

/** The pool addresses among these, with their key's index. */
export async function poolAddresses(
  tx: Tx,
  chain: ChainId,
  addresses: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.execute<{ address: string; index: number }>(sql`
    SELECT address, index FROM addresses WHERE chain = ${chain} AND pool
      AND address IN (SELECT jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb))`);
  return new Map(rows.map((row) => [row.address, row.index]));
}
