import { sql } from "drizzle-orm";
import type { ChainId } from "../core/assets";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";

/** The next index on a chain; its row stays locked until the transaction ends, so that no index is skipped or shared. */
export async function nextIndex(tx: Tx, chain: ChainId): Promise<number> {
  const rows = await tx.execute<{ index: number }>(sql`
    INSERT INTO address_counters (chain, next_index) VALUES (${chain}, 1)
    ON CONFLICT (chain) DO UPDATE SET next_index = address_counters.next_index + 1 RETURNING next_index - 1 AS index`);
  return Number(rows[0]?.index);
}

/** Makes the address this order's, watched until the given time. */
export async function assignAddress(
  tx: Tx,
  assigned: { chain: ChainId; address: string; index: number; orderId: string; watchedUntil: TimeMs },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO addresses (chain, address, index, order_id, watched_until)
    VALUES (${assigned.chain}, ${assigned.address}, ${assigned.index}, ${assigned.orderId}, ${new Date(assigned.watchedUntil).toISOString()})`);
}

/** Whether an address is one of ours: handing our own address out as a receive address would lose money in a circle. */
export async function isOurAddress(tx: Tx, chain: ChainId, address: string): Promise<boolean> {
  const rows = await tx.execute(sql`
    SELECT 1 FROM addresses WHERE chain = ${chain} AND address = ${address}
    UNION ALL SELECT 1 FROM public_wallets WHERE chain = ${chain} AND hot_address = ${address}`);
  return rows.length > 0;
}

/** How many addresses of a pool chain are left. */
export async function poolState(tx: Tx, chain: ChainId): Promise<{ next: number; filled: number }> {
  const rows = await tx.execute<{ next: number | null; filled: number | null }>(sql`
    SELECT (SELECT next_index FROM address_counters WHERE chain = ${chain}) AS next,
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
