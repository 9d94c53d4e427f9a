import { and, asc, desc, eq, gte, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { type AssetCode, CHAIN_IDS } from "../../core/assets";
import type { LegId, OrderId, TrackingCode } from "../../core/ids";
import type { TimeMs } from "../../core/ports";
import type { Tx } from "../../db/client";
import { textArray } from "../../db/text-array";
import { ORDER_STATES, type Order, type OrderState } from "../machine/order";
import { ORDER_COLUMNS, orderEvents, orders, readOrder } from "./store";

/** The order that a page ended with: the next page begins behind it. */
export type PageEnd = { createdAt: TimeMs; code: string };

export type OrderFilter = {
  /** One of these; absent for all. */
  states?: readonly OrderState[];
  /** Sent or received. */
  asset?: AssetCode;
  since?: TimeMs;
  until?: TimeMs;
  code?: string;
  /** Of a deposit or a payout. */
  txHash?: string;
};

const EVENTS_MAX = 1_000;
const ENTRIES_MAX = 1_000;
const ATTEMPTS_MAX = 200;

const timeOf = (text: string): TimeMs => new Date(text).getTime();

/** Orders that the filter lets through, newest first, from behind `after`: merged from runs, each in the order of an index. */
export async function listOrders(
  tx: Tx,
  filter: OrderFilter,
  page: { after: PageEnd | null; limit: number },
): Promise<Order[]> {
  const { createdAt, trackingCode } = orders;
  const newestFirst = [desc(createdAt), desc(trackingCode)] as const;
  const [first, second, ...others] = runsOf(filter).map((run) =>
    tx
      .select({ ...ORDER_COLUMNS, createdAt })
      .from(orders)
      .where(and(run, ...conditionsOf(filter), isBehind(page.after)))
      .orderBy(...newestFirst)
      .limit(page.limit),
  );
  if (first === undefined) return [];
  const all =
    second === undefined
      ? first
      : unionAll(first, second, ...others)
          .orderBy(...newestFirst)
          .limit(page.limit);
  return (await all).map(readOrder);
}

/**
 * Conditions that no two orders share, each with its index: by how an order ended, and by the asset, sent or only received.
 * The open ones are few. An index of all orders by time would be there for the planner to choose, and to read to its end
 * where few orders are wanted.
 */
function runsOf({ asset, states = ORDER_STATES, code, txHash }: OrderFilter): (SQL | undefined)[] {
  const { sendAsset, state, endedAs } = orders;
  const isIn = (some: readonly OrderState[]): SQL => sql`${state} = ANY(${textArray(some)}::text[])`;
  const isReceived = sql`${orders.terms} ->> 'receiveAsset' = ${asset}`;
  if (code !== undefined || txHash !== undefined)
    return [and(isIn(states), asset && or(eq(sendAsset, asset), isReceived))];
  const open = states.filter((one) => !ENDED.has(one));
  const byEnd: (SQL | undefined)[] = states.filter((one) => ENDED.has(one)).map((one) => eq(endedAs, one));
  if (open.length > 0) byEnd.push(and(isNull(endedAs), isIn(open)));
  if (asset === undefined) return byEnd;
  const byAsset = [eq(sendAsset, asset), and(isReceived, ne(sendAsset, asset))];
  return byEnd.flatMap((one) => byAsset.map((other) => and(one, other)));
}

const ENDED: ReadonlySet<OrderState> = new Set(["completed", "refunded", "expired", "cancelled", "failed"]);

function conditionsOf({ since, until, code, txHash }: OrderFilter): (SQL | undefined)[] {
  const { id, createdAt, trackingCode } = orders;
  return [
    since === undefined ? undefined : gte(createdAt, since),
    until === undefined ? undefined : lt(createdAt, until),
    code === undefined ? undefined : sql`${trackingCode} = ${code}`,
    txHash === undefined ? undefined : sql`${id} IN (${ordersOfTransaction(txHash)})`,
  ];
}

const isBehind = (after: PageEnd | null): SQL | undefined => {
  const { createdAt, trackingCode } = orders;
  return after === null
    ? undefined
    : sql`(${createdAt}, ${trackingCode}) < (${sql.param(after.createdAt, createdAt)}, ${after.code})`;
};

/** As it was typed, and as EVM nodes write it. The attempts' key begins with the chain, and there are few chains. */
function ordersOfTransaction(txHash: string): SQL {
  const spellings = textArray([...new Set([txHash, txHash.toLowerCase()])]);
  return sql`SELECT order_id FROM deposits WHERE tx_hash = ANY(${spellings}::text[])
    UNION SELECT l.order_id FROM payout_attempts a JOIN attempt_legs p ON p.attempt_id = a.id JOIN payout_legs l ON l.id = p.leg_id
    WHERE a.chain = ANY(${textArray(CHAIN_IDS)}::text[]) AND a.tx_id = ANY(${spellings}::text[])`;
}

/** The tracking codes of those of these orders that are not forgotten, by id. */
export async function codesOf(tx: Tx, ids: readonly OrderId[]): Promise<ReadonlyMap<OrderId, TrackingCode>> {
  if (ids.length === 0) return new Map();
  const { id, trackingCode } = orders;
  const isOneOf = sql`${id} = ANY(${textArray(ids)}::text[])`;
  const rows = await tx.select({ id, trackingCode }).from(orders).where(isOneOf);
  return new Map(rows.map((row) => [row.id, row.trackingCode]));
}

/** What happened to an order, oldest first, and who or what caused it. */
export async function eventsOf(tx: Tx, orderId: OrderId) {
  const { at, type, source, state } = orderEvents;
  return tx
    .select({ at, type, cause: source, state })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.version))
    .limit(EVENTS_MAX);
}

/** The signed transactions of an order's legs, oldest first. */
export async function orderAttempts(tx: Tx, orderId: OrderId) {
  const rows = await tx.execute<{ leg_id: LegId; tx_id: string; state: string; created_at: string }>(sql`
    SELECT p.leg_id, a.tx_id, CASE a.kind WHEN 'cancel' THEN 'cancel ' ELSE '' END || a.state AS state, a.created_at FROM payout_legs l JOIN attempt_legs p ON p.leg_id = l.id JOIN payout_attempts a ON a.id = p.attempt_id
    WHERE l.order_id = ${orderId} ORDER BY a.id LIMIT ${ATTEMPTS_MAX}`);
  return rows.map((row) => ({
    legId: row.leg_id,
    txHash: row.tx_id,
    state: row.state,
    createdAt: timeOf(row.created_at),
  }));
}

/** Every ledger transaction that touches one of these accounts, whole, oldest first. */
export async function entriesOfAccounts(tx: Tx, accounts: readonly string[]) {
  const rows = await tx.execute<{
    at: string;
    kind: string;
    account: string;
    asset: AssetCode;
    units: string;
  }>(sql`
    SELECT at, kind, account, asset, units FROM (SELECT DISTINCT transaction_id FROM ledger_entries WHERE account = ANY(${textArray(accounts)})) AS own,
      LATERAL (SELECT t.at, t.kind, e.account, e.asset, e.units, t.id, e.position
        FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id WHERE t.id = own.transaction_id OFFSET 0) AS booked
    ORDER BY id, position LIMIT ${ENTRIES_MAX}`);
  return rows.map(({ at, units, ...entry }) => ({ ...entry, at: timeOf(at), units: BigInt(units) }));
}
