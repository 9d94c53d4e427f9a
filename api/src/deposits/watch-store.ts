import { sql } from "drizzle-orm";
import { IS_OPEN } from "../address/store";
import type { ChainId } from "../core/assets";
import { isoOf } from "../core/instant";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";

/**
 * Addresses that are looked at in turn: of orders that ended within a day, of all that ended, and of forgotten ones. An order
 * whose decision is overdue is looked at as one that ended.
 */
type Ring = "recent" | "old" | "forgotten";

/** How many addresses of a ring are looked at in one block: the longer ago an order ended, the more rarely. */
const PER_BLOCK: Readonly<Record<Ring, number>> = { recent: 400, old: 200, forgotten: 100 };
const RECENT_MS = 24 * 3_600_000;
/** Orders of all chains that are looked through for a recent turn, the newest; older ones have theirs with the old ones. */
const RECENT_MAX = 10_000;
/** Ended orders' addresses with a deposit on its way that are looked at in every block; the others have their turn. */
const ON_ITS_WAY_MAX = 1_000;

/** The addresses of a ring whose turn it is, by the index of their key, and where the next turn begins. */
type Turn = { ring: Ring; indexes: number[]; addresses: string[]; nextAfter: number };

/** What is looked at in one block. */
export type WatchList = {
  /** Addresses whose deposits and transactions the books have. */
  addresses: string[];
  /** Keys of addresses whose orders are forgotten. */
  forgotten: number[];
  turns: readonly Turn[];
};

/**
 * The addresses of a chain to look at now: those of every open order, however many, those that something is on its way
 * to, and the next ones of each ring.
 */
export async function watchList(tx: Tx, chain: ChainId, now: TimeMs): Promise<WatchList> {
  const always = await tx.execute<{ address: string }>(sql`
    SELECT a.address FROM orders o JOIN addresses a ON a.order_id = o.id
    WHERE ${IS_OPEN} AND a.chain = ${chain}
    UNION SELECT a.address FROM (
      SELECT address FROM deposits WHERE chain = ${chain} AND tx_id LIKE 'native:%' AND (state = 'seen' OR (state = 'lost' AND height IS NOT NULL))
      ORDER BY first_seen_at LIMIT ${ON_ITS_WAY_MAX}) AS d
    JOIN addresses a ON a.chain = ${chain} AND a.address = d.address`);
  const since = isoOf(now - RECENT_MS);
  const recent = await turnOfRecent(tx, chain, since);
  const old = await turnOfOld(tx, chain);
  const forgotten = await turnOfForgotten(tx, chain);
  const addresses = [...always.map(({ address }) => address), ...recent.addresses, ...old.addresses];
  return {
    addresses: [...new Set(addresses)],
    forgotten: forgotten.indexes,
    turns: [recent, old, forgotten],
  };
}

/** Keeps where the next turn of each ring begins, once its addresses were looked at. */
export async function saveTurns(tx: Tx, chain: ChainId, turns: WatchList["turns"]): Promise<void> {
  for (const { ring, nextAfter } of turns) {
    await tx.execute(sql`
      INSERT INTO watch_rings (chain, ring, after_index) VALUES (${chain}, ${ring}, ${nextAfter})
      ON CONFLICT (chain, ring) DO UPDATE SET after_index = EXCLUDED.after_index`);
  }
}

/**
 * Starts from the orders that ended since then. OFFSET and LIMIT keep the planner from starting from all addresses: it takes a
 * third of all orders for recent, whatever the time is.
 */
async function turnOfRecent(tx: Tx, chain: ChainId, since: string): Promise<Turn> {
  const rows = await tx.execute<{ index: number; address: string }>(sql`
    SELECT a.index, a.address FROM (
      (SELECT o.id FROM orders o WHERE o.ended_at >= ${since} ORDER BY o.ended_at DESC LIMIT ${sql.raw(String(RECENT_MAX))})
      UNION ALL SELECT o.id FROM orders o WHERE o.ended_as IS NULL AND NOT ${IS_OPEN} AND o.updated_at >= ${since}) AS o,
      LATERAL (SELECT index, address FROM addresses
        WHERE order_id = o.id AND chain = ${chain} AND index > ${await positionOf(tx, chain, "recent")} OFFSET 0) AS a
    ORDER BY a.index LIMIT ${PER_BLOCK.recent}`);
  return turnOf("recent", rows);
}

/** Of all that ended: nearly all addresses are of such orders, so that these are found at once. */
async function turnOfOld(tx: Tx, chain: ChainId): Promise<Turn> {
  const rows = await tx.execute<{ index: number; address: string }>(sql`
    SELECT a.index, a.address FROM addresses a JOIN orders o ON o.id = a.order_id
    WHERE a.chain = ${chain} AND a.index > ${await positionOf(tx, chain, "old")} AND NOT ${IS_OPEN}
    ORDER BY a.index LIMIT ${PER_BLOCK.old}`);
  return turnOf("old", rows);
}

async function turnOfForgotten(tx: Tx, chain: ChainId): Promise<Turn> {
  const rows = await tx.execute<{ index: number }>(sql`
    SELECT index FROM forgotten_addresses
    WHERE chain = ${chain} AND index > ${await positionOf(tx, chain, "forgotten")}
    ORDER BY index LIMIT ${PER_BLOCK.forgotten}`);
  return turnOf(
    "forgotten",
    rows.map(({ index }) => ({ index, address: "" })),
  );
}

async function positionOf(tx: Tx, chain: ChainId, ring: Ring): Promise<number> {
  const rows = await tx.execute<{ after_index: number }>(
    sql`SELECT after_index FROM watch_rings WHERE chain = ${chain} AND ring = ${ring}`,
  );
  return rows[0]?.after_index ?? -1;
}

/** A turn that is shorter than it may be has come to the end of its ring. */
function turnOf(ring: Ring, rows: readonly { index: number; address: string }[]): Turn {
  const isEnd = rows.length < PER_BLOCK[ring];
  return {
    ring,
    indexes: rows.map(({ index }) => index),
    addresses: rows.map(({ address }) => address),
    nextAfter: isEnd ? -1 : (rows.at(-1)?.index ?? -1),
  };
}
