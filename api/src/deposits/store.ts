import { sql } from "drizzle-orm";
import type { Transfer } from "../chains/chain";
import type { AssetCode, ChainId } from "../core/assets";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import type { DepositState } from "./deposit";

export type DepositRow = {
  id: string;
  chain: ChainId;
  txId: string;
  ordinal: number;
  txHash: string | null;
  asset: AssetCode;
  address: string;
  units: bigint;
  kind: "order" | "float" | "unallocated";
  orderId: string | null;
  state: DepositState;
  sources: string[];
  height: number | null;
  blockHash: string | null;
  blockAt: TimeMs | null;
  required: number;
  firstSeenAt: TimeMs;
  sighting: number;
};

type Row = {
  id: string;
  chain: ChainId;
  tx_id: string;
  ordinal: number;
  tx_hash: string | null;
  asset: AssetCode;
  address: string;
  units: string;
  kind: DepositRow["kind"];
  order_id: string | null;
  state: DepositState;
  sources: string[];
  height: string | null;
  block_hash: string | null;
  block_at: string | null;
  required: number;
  first_seen_at: string;
  sighting: number;
};

const iso = (at: TimeMs | null): string | null => (at === null ? null : new Date(at).toISOString());
const time = (text: string | null): TimeMs | null => (text === null ? null : new Date(text).getTime());

const fromRow = (row: Row): DepositRow => ({
  id: row.id,
  chain: row.chain,
  txId: row.tx_id,
  ordinal: row.ordinal,
  txHash: row.tx_hash,
  asset: row.asset,
  address: row.address,
  units: BigInt(row.units),
  kind: row.kind,
  orderId: row.order_id,
  state: row.state,
  sources: row.sources,
  height: row.height === null ? null : Number(row.height),
  blockHash: row.block_hash,
  blockAt: time(row.block_at),
  required: row.required,
  firstSeenAt: new Date(row.first_seen_at).getTime(),
  sighting: row.sighting,
});

/** A text[] literal; the values are addresses, codes and ids. */
export const textArray = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, "\\$&")}"`).join(",")}}`;

/** The id of a deposit row: chain, transaction, ordinal of the transfer within it. */
export const depositId = (chain: ChainId, transfer: Pick<Transfer, "txId" | "ordinal">): string =>
  `${chain}:${transfer.txId}:${transfer.ordinal}`;

/** Whether this deposit was credited to an order that is forgotten: a rescan must not credit it again. */
export async function isForgottenCredit(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.execute(
    sql`SELECT 1 FROM forgotten_facts WHERE kind = 'credit' AND hash = forgotten_hash('deposit:' || ${id}::text)`,
  );
  return rows.length > 0;
}

export async function loadDeposit(tx: Tx, id: string): Promise<DepositRow | undefined> {
  const rows = await tx.execute<Row>(sql`SELECT * FROM deposits WHERE id = ${id}`);
  return rows[0] && fromRow(rows[0]);
}

export async function insertDeposit(tx: Tx, row: DepositRow): Promise<void> {
  await tx.execute(sql`
    INSERT INTO deposits (id, chain, tx_id, ordinal, tx_hash, asset, address, units, kind, order_id, state, sources, height, block_hash,
      block_at, required, first_seen_at, sighting)
    VALUES (${row.id}, ${row.chain}, ${row.txId}, ${row.ordinal}, ${row.txHash}, ${row.asset}, ${row.address}, ${row.units.toString()},
      ${row.kind}, ${row.orderId}, ${row.state}, ${textArray(row.sources)}::text[], ${row.height}, ${row.blockHash}, ${iso(row.blockAt)},
      ${row.required}, ${iso(row.firstSeenAt)}, ${row.sighting})`);
}

/** Moves a deposit on, if it is still in the state that the caller saw; false is a conflict. */
export async function moveDeposit(
  tx: Tx,
  row: DepositRow,
  to: Partial<
    Pick<DepositRow, "state" | "height" | "blockHash" | "blockAt" | "sighting" | "txHash" | "sources">
  >,
  at: TimeMs,
): Promise<boolean> {
  const next = { ...row, ...to };
  const rows = await tx.execute(sql`
    UPDATE deposits SET state = ${next.state}, height = ${next.height}, block_hash = ${next.blockHash}, block_at = ${iso(next.blockAt)},
      sighting = ${next.sighting}, tx_hash = ${next.txHash}, sources = ${textArray(next.sources)}::text[],
      credited_at = CASE WHEN ${next.state} = 'credited' THEN COALESCE(credited_at, ${iso(at)}) ELSE credited_at END
    WHERE id = ${row.id} AND state = ${row.state} AND sighting = ${row.sighting} RETURNING id`);
  return rows.length === 1;
}

/** A credited deposit that was booked to nobody becomes an order's; false when it is not to be had (now). */
export async function claimDeposit(tx: Tx, claim: { depositId: string; orderId: string }): Promise<boolean> {
  const rows = await tx.execute(sql`
    UPDATE deposits SET kind = 'order', order_id = ${claim.orderId}
    WHERE id = ${claim.depositId} AND kind = 'unallocated' AND state = 'credited' RETURNING id`);
  return rows.length === 1;
}

/** Deposits of a chain that are neither credited nor gone. */
export async function openDeposits(tx: Tx, chain: ChainId): Promise<DepositRow[]> {
  const rows = await tx.execute<Row>(
    sql`SELECT * FROM deposits WHERE chain = ${chain} AND state IN ('seen', 'confirmed') ORDER BY first_seen_at LIMIT 10000`,
  );
  return rows.map(fromRow);
}

/** Deposits that claim a block above `height`: what a reorg to that height puts in question. */
export async function depositsAbove(tx: Tx, chain: ChainId, height: number): Promise<DepositRow[]> {
  const rows = await tx.execute<Row>(
    sql`SELECT * FROM deposits WHERE chain = ${chain} AND height > ${height} AND state IN ('seen', 'confirmed', 'credited') ORDER BY height`,
  );
  return rows.map(fromRow);
}

export async function depositsOf(tx: Tx, orderIds: readonly string[]): Promise<DepositRow[]> {
  if (orderIds.length === 0) return [];
  const rows = await tx.execute<Row>(
    sql`SELECT * FROM deposits WHERE order_id = ANY(${textArray(orderIds)}::text[]) ORDER BY first_seen_at, id`,
  );
  return rows.map(fromRow);
}

export async function depositsAt(tx: Tx, chain: ChainId, address: string): Promise<DepositRow[]> {
  const rows = await tx.execute<Row>(
    sql`SELECT * FROM deposits WHERE chain = ${chain} AND address = ${address} ORDER BY first_seen_at, id`,
  );
  return rows.map(fromRow);
}

/** Whose a deposit address is: of an order, or (null) of one that is forgotten, or the pool's own. */
export type Owner = { orderId: string | null; index: number };

/** Which of these addresses are ours, by one indexed look-up: a block with any number of transfers costs one query. */
export async function ownersOf(
  tx: Tx,
  chain: ChainId,
  addresses: readonly string[],
): Promise<Map<string, Owner>> {
  if (addresses.length === 0) return new Map();
  const rows = await tx.execute<{ address: string; order_id: string | null; index: number }>(sql`
    SELECT address, CASE WHEN pool THEN NULL ELSE order_id END AS order_id, index FROM addresses WHERE chain = ${chain} AND address = ANY(${textArray(addresses)}::text[])
    UNION ALL SELECT given.address, NULL, f.index FROM unnest(${textArray(addresses)}::text[]) AS given (address)
    JOIN forgotten_addresses f ON f.hash = forgotten_hash('address:' || ${chain}::text || ':' || given.address)
    WHERE EXISTS (SELECT 1 FROM forgotten_addresses)`);
  return new Map(rows.map((row) => [row.address, { orderId: row.order_id, index: row.index }]));
}

/** Which of these transactions we made ourselves: payouts, sweeps, top-ups. */
export async function ourTransactions(
  tx: Tx,
  chain: ChainId,
  txIds: readonly string[],
): Promise<Set<string>> {
  if (txIds.length === 0) return new Set();
  const rows = await tx.execute<{ tx_id: string }>(
    sql`SELECT tx_id FROM payout_attempts WHERE chain = ${chain} AND tx_id = ANY(${textArray(txIds)}::text[])
      UNION ALL SELECT given.tx_id FROM unnest(${textArray(txIds)}::text[]) AS given (tx_id)
      JOIN forgotten_facts f ON f.hash = forgotten_hash('transaction:' || ${chain}::text || ':' || given.tx_id) AND f.kind = 'transaction'`,
  );
  return new Set(rows.map((row) => row.tx_id));
}
