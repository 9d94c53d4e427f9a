import { and, eq, type SQL, sql } from "drizzle-orm";
import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import type { ChainId } from "../core/assets";
import type { OrderId } from "../core/ids";
import { readTogether } from "../core/read-together";
import type { Tx } from "../db/client";
import { rowsOf } from "../db/rows-of";
import { textArray } from "../db/text-array";

const addresses = pgTable("addresses", {
  chain: text("chain").$type<ChainId>().notNull(),
  address: text("address").notNull(),
  index: integer("index").notNull(),
  orderId: text("order_id").$type<OrderId>().notNull(),
  pool: boolean("pool").notNull().default(false),
});

const addressPool = pgTable("address_pool", {
  chain: text("chain").$type<ChainId>().notNull(),
  index: integer("index").notNull(),
  address: text("address").notNull(),
});

/** The next indexes on a chain: no other order gets one of them, also when this transaction is rolled back. */
export async function nextIndexes(tx: Tx, chain: ChainId, count: number): Promise<number[]> {
  const rows = await tx.execute<{ index: string }>(
    sql`SELECT nextval(${`deposit_index_${chain}`}) AS index FROM generate_series(1, ${count}::integer)`,
  );
  return rows.map(({ index }) => Number(index));
}

/** A list of values is one parameter, so that the statement is the same however many there are. */
const READS = { keysMax: 256, readsMax: 1 };

/**
 * Makes the question whether an address is one of ours, or was one of an order that is forgotten, here or on a sister chain: what
 * is paid there comes back to us, and would belong to no one. What is asked at the same time is one statement.
 */
export function createOwnAddresses(tx: Tx): (chain: ChainId, address: string) => Promise<boolean> {
  const read = readTogether(async (keys: readonly string[]) => {
    const asked = keys.map((key) => key.split(" "));
    const listOf = (part: 0 | 1) => sql`${textArray(asked.map((key) => key[part] ?? ""))}::text[]`;
    const rows = await tx.execute<{ key: string }>(sql`
      SELECT chain || ' ' || address AS key FROM unnest(${listOf(0)}, ${listOf(1)}) AS asked (chain, address)
      WHERE EXISTS (SELECT 1 FROM addresses a WHERE a.chain = ANY(sister_chains(asked.chain)) AND a.address = asked.address)
        OR EXISTS (SELECT 1 FROM public_wallets w WHERE w.chain = ANY(sister_chains(asked.chain)) AND w.hot_address = asked.address)
        OR is_forgotten_address(asked.chain, asked.address)`);
    return new Map(rows.map(({ key }) => [key, true]));
  }, READS);
  return async (chain, address) => (await read(`${chain} ${address}`)) === true;
}

/** Open orders of a chain whose addresses can be looked at in every block. */
export const OPEN_MAX = 6_000;

/**
 * Whether an order `o` is open for those who watch its address: it has not ended, and does not wait for a decision beyond
 * its deadline. Such an order may wait permanently, and anybody can bring one there with a payment that is worth nothing.
 */
export const IS_OPEN: SQL = sql.raw(
  "(o.ended_as IS NULL AND (o.state <> 'action_required' OR o.body #>> '{phase,overdue}' IS DISTINCT FROM 'true'))",
);

/** How many open orders a chain has, up to as many as can be watched; others never count. */
export async function countOpen(tx: Tx, chain: ChainId): Promise<number> {
  const rows = await tx.execute<{ open: number }>(sql`
    SELECT count(*)::int AS open FROM (
      SELECT 1 FROM orders o JOIN addresses a ON a.order_id = o.id
      WHERE ${IS_OPEN} AND a.chain = ${chain} AND NOT a.pool
      LIMIT ${OPEN_MAX}) AS counted`);
  return rows[0]?.open ?? 0;
}

/** The last index of a chain that was taken; null while none was. */
export async function lastIndex(tx: Tx, chain: ChainId): Promise<number | null> {
  const rows = await tx.execute<{ last: string | null }>(sql`
    SELECT CASE WHEN is_called THEN last_value END AS last FROM ${sql.identifier(`deposit_index_${chain}`)}`);
  const last = rows[0]?.last ?? null;
  return last === null ? null : Number(last);
}

/** Of each of these pool chains, the next index that is taken, and the first one that the pool does not have. */
export async function poolStates(
  tx: Tx,
  chains: readonly ChainId[],
): Promise<{ chain: ChainId; next: number; filled: number }[]> {
  if (chains.length === 0) return [];
  const ofEach = chains.map(
    (chain) => sql`
      SELECT ${chain}::text AS chain, (CASE WHEN is_called THEN last_value + 1 ELSE last_value END)::text AS next,
        (SELECT max(index) + 1 FROM address_pool WHERE chain = ${chain})::text AS filled
      FROM ${sql.identifier(`deposit_index_${chain}`)}`,
  );
  const rows = await tx.execute<{ chain: ChainId; next: string; filled: string | null }>(
    sql.join(ofEach, sql` UNION ALL `),
  );
  return rows.map(({ chain, next, filled }) => ({ chain, next: Number(next), filled: Number(filled ?? 0) }));
}

/** Adds addresses to a pool, the first of them under `fromIndex`; addresses that it has already stay. */
export async function fillPool(
  tx: Tx,
  chain: ChainId,
  fromIndex: number,
  fresh: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO address_pool (chain, index, address)
    SELECT ${chain}, ${fromIndex} + position - 1, address
    FROM unnest(${textArray(fresh)}::text[]) WITH ORDINALITY AS made (address, position) ON CONFLICT DO NOTHING`);
}

const pooledRows = rowsOf({ address: addressPool.address });

/** The address at an index of a pool chain; undefined when the pool has not been filled so far. */
export async function pooledAddress(tx: Tx, chain: ChainId, index: number): Promise<string | undefined> {
  const [row] = await tx.execute(
    sql`SELECT ${pooledRows.list} FROM address_pool WHERE chain = ${chain} AND index = ${index}`,
  );
  return row && pooledRows.read(row).address;
}

/** The INSERT that assigns new orders, `given (id, chain, address, index)`, their deposit addresses, as a part of the caller's statement. */
export const assignAddresses: SQL = sql`INSERT INTO addresses (chain, address, index, order_id)
      SELECT chain, address, index, id FROM given`;

/** Gives a fresh pool address to a round's order. */
export async function insertPoolAddress(
  tx: Tx,
  fresh: { chain: ChainId; address: string; index: number; orderId: OrderId },
): Promise<void> {
  await tx.insert(addresses).values({ ...fresh, pool: true });
}

/** The pool addresses among these, with their key's index. */
export async function poolAddresses(
  tx: Tx,
  chain: ChainId,
  among: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx
    .select({ address: addresses.address, index: addresses.index })
    .from(addresses)
    .where(
      and(
        eq(addresses.chain, chain),
        eq(addresses.pool, true),
        sql`${addresses.address} = ANY(${textArray(among)}::text[])`,
      ),
    );
  return new Map(rows.map(({ address, index }) => [address, index]));
}
