import { and, eq, getTableColumns, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { bigint, boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import type { AssetCode, ChainId } from "../core/assets";
import type { DepositId, OrderId } from "../core/ids";
import { isoOf } from "../core/instant";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { timeMs, units } from "../db/columns";
import { rowsOf } from "../db/rows-of";
import { textArray } from "../db/text-array";
import type { Holding } from "../ledger/entry";
import type { DepositState } from "./deposit";
import { type DepositOrigin, parseOrigin, storedOrigin } from "./origin";

/** Units of one asset. */
export type Coins = { asset: AssetCode; units: bigint };

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
  /** Coins of it came otherwise than by the plain transactions of its chain, which would show from where. */
  hasUnknownSource: boolean;
  /** Until it is credited: what its transaction spent when it was seen unconfirmed, as transaction:output. */
  spends: string[];
  /** Confirmations at which it is credited. */
  required: number;
  firstSeenAt: TimeMs;
  /** How often it came (back) into the chain or the mempool. */
  sighting: number;
  /** Lost, and its loss is not in the ledger, because the coins were promised. */
  lossUnbooked: boolean;
  /** Lost: where its loss is booked, on its address or (once it was swept) in the hot wallet. */
  lostFrom: Holding | null;
  /** The sister chain that handed the address out, and the index of its key there; null where it is the chain's own. */
  home: ChainId | null;
  homeIndex: number | null;
};

const deposits = pgTable("deposits", {
  id: text("id").$type<DepositId>().primaryKey(),
  chain: text("chain").$type<ChainId>().notNull(),
  txId: text("tx_id").notNull(),
  ordinal: integer("ordinal").notNull(),
  txHash: text("tx_hash"),
  asset: text("asset").$type<AssetCode>().notNull(),
  address: text("address").notNull(),
  units: units("units").notNull(),
  kind: text("kind").$type<DepositRow["kind"]>().notNull(),
  orderId: text("order_id").$type<OrderId>(),
  state: text("state").$type<DepositState>().notNull(),
  sources: text("sources").array().notNull(),
  hasUnknownSource: boolean("has_unknown_source").notNull(),
  spends: text("spends").array().notNull(),
  height: bigint("height", { mode: "number" }),
  blockHash: text("block_hash"),
  blockAt: timeMs("block_at"),
  required: integer("required").notNull(),
  firstSeenAt: timeMs("first_seen_at").notNull(),
  creditedAt: timeMs("credited_at"),
  sighting: integer("sighting").notNull(),
  lossUnbooked: boolean("loss_unbooked").notNull(),
  lostFrom: text("lost_from").$type<Holding>(),
  home: text("home").$type<ChainId>(),
  homeIndex: integer("home_index"),
});

/** Open deposits of a chain that are read at once. */
const OPEN_PAGE = 1_000;

function fromRow({
  txId,
  ordinal,
  creditedAt: _creditedAt,
  ...row
}: typeof deposits.$inferSelect): DepositRow {
  return { ...row, origin: parseOrigin({ txId, ordinal }) };
}

const depositRows = rowsOf(getTableColumns(deposits));

/** The deposits that a WHERE lets through; it may sort and limit them. */
async function readDeposits(tx: Tx, where: SQL): Promise<DepositRow[]> {
  const rows = await tx.execute(sql`SELECT ${depositRows.list} FROM deposits ${where}`);
  return rows.map((row) => fromRow(depositRows.read(row)));
}

export async function loadDeposit(tx: Tx, id: DepositId): Promise<DepositRow | undefined> {
  const [row] = await readDeposits(tx, sql`WHERE id = ${id}`);
  return row;
}

export async function insertDeposit(tx: Tx, row: DepositRow): Promise<void> {
  const { origin: _origin, ...columns } = row;
  await tx.insert(deposits).values({ ...columns, ...storedOrigin(row) });
}

/** Moves a deposit on, if it is still in the state and the block that the caller saw; false is a conflict. */
export async function moveDeposit(
  tx: Tx,
  row: DepositRow,
  to: Partial<
    Pick<
      DepositRow,
      | "units"
      | "state"
      | "height"
      | "blockHash"
      | "blockAt"
      | "sighting"
      | "txHash"
      | "sources"
      | "hasUnknownSource"
      | "lossUnbooked"
      | "lostFrom"
    >
  >,
  at: TimeMs,
): Promise<boolean> {
  const given = { ...row, ...to };
  const { units, state, height, blockHash, blockAt, sighting, txHash, lossUnbooked, lostFrom } = given;
  const { sources, hasUnknownSource } = given;
  const inBlock = { height, blockHash, blockAt };
  const next = {
    units,
    state,
    ...inBlock,
    sighting,
    txHash,
    sources,
    hasUnknownSource,
    lossUnbooked,
    lostFrom,
  };
  const firstCredit = sql`COALESCE(${deposits.creditedAt}, ${sql.param(at, deposits.creditedAt)})`;
  const moved = await tx
    .update(deposits)
    .set(state === "credited" ? { ...next, spends: [], creditedAt: firstCredit } : next)
    .where(
      and(
        eq(deposits.id, row.id),
        eq(deposits.state, row.state),
        eq(deposits.sighting, row.sighting),
        row.blockHash === null ? isNull(deposits.blockHash) : eq(deposits.blockHash, row.blockHash),
      ),
    )
    .returning({ id: deposits.id });
  return moved.length === 1;
}

/** A credited deposit that was booked to nobody becomes an order's; false when it is not to be had (now). */
export async function claimDeposit(
  tx: Tx,
  { depositId: id, orderId }: { depositId: DepositId; orderId: OrderId },
): Promise<boolean> {
  const claimed = await tx
    .update(deposits)
    .set({ kind: "order", orderId })
    .where(and(eq(deposits.id, id), eq(deposits.kind, "unallocated"), eq(deposits.state, "credited")))
    .returning({ id: deposits.id });
  return claimed.length === 1;
}

/** An order's credited deposit leaves it; false when it is not there to be had. */
export async function disownDeposit(tx: Tx, id: DepositId): Promise<boolean> {
  const disowned = await tx
    .update(deposits)
    .set({ kind: "unallocated", orderId: null })
    .where(
      and(eq(deposits.id, id), eq(deposits.kind, "order"), inArray(deposits.state, ["credited", "lost"])),
    )
    .returning({ id: deposits.id });
  return disowned.length === 1;
}

/** Written out, as the partial index of open deposits asks for it. */
const IS_OPEN = sql.raw("state IN ('seen', 'confirmed')");

/**
 * Hands over the deposits of a chain that are neither credited nor gone, oldest first and page by page: all of them,
 * however many. What `use` changes does not disturb the pages.
 */
export async function eachOpenDeposits(
  tx: Tx,
  chain: ChainId,
  use: (page: readonly DepositRow[]) => Promise<void>,
): Promise<void> {
  let after = { firstSeenAt: 0, id: "" };
  for (;;) {
    const at = isoOf(after.firstSeenAt);
    const rows = await readDeposits(
      tx,
      sql`WHERE chain = ${chain} AND ${IS_OPEN} AND (first_seen_at, id) > (${at}::timestamptz, ${after.id})
        ORDER BY first_seen_at, id LIMIT ${OPEN_PAGE}`,
    );
    const last = rows.at(-1);
    if (last !== undefined) await use(rows);
    if (last === undefined || rows.length < OPEN_PAGE) return;
    after = last;
  }
}

/** Lost deposits of a chain with something left to do: back in a block, or with a loss that is not in the ledger yet. */
export async function unsettledLosses(tx: Tx, chain: ChainId): Promise<DepositRow[]> {
  return readDeposits(
    tx,
    sql`WHERE chain = ${chain} AND state = 'lost' AND (height IS NOT NULL OR loss_unbooked)`,
  );
}

/** The deposits of these orders on a chain that are neither credited nor gone. */
export async function openDepositsOf(
  tx: Tx,
  chain: ChainId,
  orderIds: readonly OrderId[],
): Promise<DepositRow[]> {
  const ofOrders = sql`order_id = ANY(${textArray(orderIds)}::text[])`;
  return readDeposits(tx, sql`WHERE chain = ${chain} AND ${ofOrders} AND ${IS_OPEN}`);
}

/**
 * What was paid, in the chain's blocks, to each of these orders, and in each of these blocks to any order; what is
 * credited included.
 */
export async function paidTogether(
  tx: Tx,
  chain: ChainId,
  of: { orderIds: readonly OrderId[]; heights: readonly number[] },
): Promise<{ byOrder: Map<OrderId, Coins[]>; byHeight: Map<number, Coins[]> }> {
  const isPaid = sql`chain = ${chain} AND kind = 'order' AND height IS NOT NULL AND state IN ('seen', 'confirmed', 'credited', 'lost')`;
  const rows = await tx.execute<{
    order_id: OrderId | null;
    height: string | null;
    asset: AssetCode;
    units: string;
  }>(sql`
    SELECT order_id, NULL AS height, asset, sum(units) AS units FROM deposits
    WHERE ${isPaid} AND order_id = ANY(${textArray(of.orderIds)}::text[]) GROUP BY order_id, asset
    UNION ALL SELECT NULL, height, asset, sum(units) FROM deposits
    WHERE ${isPaid} AND height = ANY(${textArray(of.heights.map(String))}::bigint[]) GROUP BY height, asset`);
  const byOrder = new Map<OrderId, Coins[]>();
  const byHeight = new Map<number, Coins[]>();
  for (const { order_id, height, asset, units } of rows) {
    const coins = { asset, units: BigInt(units) };
    if (order_id !== null) byOrder.set(order_id, [...(byOrder.get(order_id) ?? []), coins]);
    if (height !== null) byHeight.set(Number(height), [...(byHeight.get(Number(height)) ?? []), coins]);
  }
  return { byOrder, byHeight };
}

/** Raises the confirmations at which a deposit is credited; they are never lowered. */
export async function raiseRequired(tx: Tx, id: DepositId, required: number): Promise<void> {
  const higher = sql`greatest(${deposits.required}, ${required})`;
  await tx.update(deposits).set({ required: higher }).where(eq(deposits.id, id));
}

/** Deposits that claim a block above `height`: what a reorg to that height puts in question. */
export async function depositsAbove(tx: Tx, chain: ChainId, height: number): Promise<DepositRow[]> {
  return readDeposits(
    tx,
    sql`WHERE chain = ${chain} AND height > ${height} AND state IN ('seen', 'confirmed', 'credited', 'lost')
      ORDER BY height, id`,
  );
}

/** The deposits of these orders, in the order in which they were seen. */
export async function depositsOf(tx: Tx, orderIds: readonly OrderId[]): Promise<DepositRow[]> {
  if (orderIds.length === 0) return [];
  return inOrderOfSight(tx, sql`order_id = ANY(${textArray(orderIds)}::text[])`);
}

/** The deposits on an address, in the order in which they were seen. */
export async function depositsAt(tx: Tx, chain: ChainId, address: string): Promise<DepositRow[]> {
  return inOrderOfSight(tx, sql`chain = ${chain} AND address = ${address}`);
}

/** The deposits on each of these addresses, in the order in which they were seen. */
export async function depositsByAddress(
  tx: Tx,
  chain: ChainId,
  addresses: readonly string[],
): Promise<Map<string, DepositRow[]>> {
  const among = sql`chain = ${chain} AND address = ANY(${textArray(addresses)}::text[])`;
  const found = new Map<string, DepositRow[]>();
  for (const row of await inOrderOfSight(tx, among))
    found.set(row.address, [...(found.get(row.address) ?? []), row]);
  return found;
}

const inOrderOfSight = (tx: Tx, where: SQL): Promise<DepositRow[]> =>
  readDeposits(tx, sql`WHERE ${where} ORDER BY first_seen_at, id`);
