import { sql } from "drizzle-orm";
import type { AssetCode, ChainId } from "../core/assets";
import { type DepositId, depositIdOf, type OrderId } from "../core/ids";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { textArray } from "../db/text-array";
import type { DepositState } from "./deposit";
import { type DepositOrigin, parseOrigin, storedOrigin } from "./origin";

/** The block that holds a deposit; all null while it is unconfirmed or gone. */
export type InBlock = { height: number | null; blockHash: string | null; blockAt: TimeMs | null };

export type DepositRow = InBlock & {
  id: DepositId;
  chain: ChainId;
  origin: DepositOrigin;
  /** The transaction to look up; null where none is known. */
  txHash: string | null;
  asset: AssetCode;
  address: string;
  units: bigint;
  kind: "order" | "float" | "unallocated";
  orderId: OrderId | null;
  state: DepositState;
  sources: string[];
  /** Confirmations at which it is credited. */
  required: number;
  firstSeenAt: TimeMs;
  /** How often it came (back) into the chain or the mempool. */
  sighting: number;
};

type Row = {
  id: DepositId;
  chain: ChainId;
  tx_id: string;
  ordinal: number;
  tx_hash: string | null;
  asset: AssetCode;
  address: string;
  units: string;
  kind: DepositRow["kind"];
  order_id: OrderId | null;
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
  origin: parseOrigin({ txId: row.tx_id, ordinal: row.ordinal }),
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

/** The id of a deposit row: chain, transaction, ordinal of the transfer within it. */
export function depositId(
  deposit: Pick<DepositRow, "chain" | "origin" | "asset" | "address" | "units">,
): DepositId {
  const { txId, ordinal } = storedOrigin(deposit);
  return depositIdOf(`${deposit.chain}:${txId}:${ordinal}`);
}

export async function loadDeposit(tx: Tx, id: DepositId): Promise<DepositRow | undefined> {
  const rows = await tx.execute<Row>(sql`SELECT * FROM deposits WHERE id = ${id}`);
  return rows[0] && fromRow(rows[0]);
}

export async function insertDeposit(tx: Tx, row: DepositRow): Promise<void> {
  const { txId, ordinal } = storedOrigin(row);
  await tx.execute(sql`
    INSERT INTO deposits (id, chain, tx_id, ordinal, tx_hash, asset, address, units, kind, order_id, state, sources, height, block_hash,
      block_at, required, first_seen_at, sighting)
    VALUES (${row.id}, ${row.chain}, ${txId}, ${ordinal}, ${row.txHash}, ${row.asset}, ${row.address}, ${row.units.toString()},
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
export async function claimDeposit(
  tx: Tx,
  claim: { depositId: DepositId; orderId: OrderId },
): Promise<boolean> {
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

export async function depositsOf(tx: Tx, orderIds: readonly OrderId[]): Promise<DepositRow[]> {
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
