import { and, asc, isNotNull, lte, sql } from "drizzle-orm";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import type { AssetCode } from "../../core/assets";
import type { BookId, OrderId, TrackingCode } from "../../core/ids";
import { isoOf } from "../../core/instant";
import { encodeJson } from "../../core/json";
import type { TimeMs } from "../../core/ports";
import type { Tx } from "../../db/client";
import { jsonWithBigints, timeMs } from "../../db/columns";
import { rowsJson } from "../../db/rows-json";
import { rowsOf } from "../../db/rows-of";
import { textArray } from "../../db/text-array";
import { Conflict, violatedConstraint } from "../../db/transaction";
import { queueCommands, workRows } from "../../outbox/store";
import type { MoneyRows } from "../../payouts/money-store";
import type { Command, CreationEvent, Effects, OrderEvent } from "../machine/events";
import { nextTimerAt } from "../machine/on-customer";
import type { Order, OrderState } from "../machine/order";
import { type OrderBody, readBody, readTerms } from "./stored-order";

export const orders = pgTable("orders", {
  id: text("id").$type<OrderId>().primaryKey(),
  trackingCode: text("tracking_code").$type<TrackingCode>().notNull(),
  version: integer("version").notNull(),
  state: text("state").$type<OrderState>().notNull(),
  terms: jsonWithBigints("terms").notNull(),
  body: jsonWithBigints("body").notNull(),
  book: text("book").$type<BookId>().notNull(),
  parentId: text("parent_id").$type<OrderId>(),
  sendAsset: text("send_asset").$type<AssetCode>().notNull(),
  refundAddress: text("refund_address"),
  nextTimerAt: timeMs("next_timer_at"),
  createdAt: timeMs("created_at").notNull(),
  updatedAt: timeMs("updated_at").notNull(),
  endedAs: text("ended_as").$type<OrderState>().generatedAlwaysAs(sql`CASE WHEN ended THEN state END`),
});

export const orderEvents = pgTable("order_events", {
  orderId: text("order_id").$type<OrderId>().notNull(),
  version: integer("version").notNull(),
  source: text("source").notNull(),
  externalId: text("external_id").notNull(),
  type: text("type").$type<CreationEvent["type"] | OrderEvent["type"]>().notNull(),
  body: jsonWithBigints("body").notNull(),
  state: text("state").$type<OrderState>().notNull(),
  at: timeMs("at").notNull(),
});

export const iso = (at: TimeMs | null): string | null => (at === null ? null : isoOf(at));

/** The columns of an order that change, as one. */
export function bodyOf(order: Order): OrderBody {
  const {
    id: _id,
    trackingCode: _code,
    version: _version,
    terms: _terms,
    refundAddress: _refund,
    ...body
  } = order;
  return body;
}

/** The columns of which an order is read. */
export const ORDER_COLUMNS = {
  id: orders.id,
  trackingCode: orders.trackingCode,
  version: orders.version,
  terms: orders.terms,
  body: orders.body,
  refundAddress: orders.refundAddress,
};

export const orderRows = rowsOf(ORDER_COLUMNS);

/** Reads an order from its columns. */
export const readOrder = ({
  terms,
  body,
  ...columns
}: Pick<typeof orders.$inferSelect, keyof typeof ORDER_COLUMNS>): Order => ({
  ...columns,
  terms: readTerms(terms),
  ...readBody(body),
});

/** The order, or undefined for an id that is unknown (or forgotten: the two look the same). */
export async function loadOrder(tx: Tx, orderId: OrderId): Promise<Order | undefined> {
  const [row] = await tx.execute(sql`SELECT ${orderRows.list} FROM orders WHERE id = ${orderId}`);
  return row && readOrder(orderRows.read(row));
}

/** Of a thousand codes one is drawn again when there are a million orders: its transaction draws another. */
export function drawAgain(error: unknown): never {
  if (violatedConstraint(error) === "orders_tracking_code_key")
    throw new Conflict("a tracking code is taken");
  throw error;
}

/**
 * Inserts an order that no visitor placed, with the event that created it and the work that follows. Throws Conflict where
 * its tracking code is another order's.
 */
export async function insertOrder(
  tx: Tx,
  { order, commands }: Pick<Effects, "order" | "commands">,
  creation: { source: string; externalId: string; type: CreationEvent["type"] },
): Promise<void> {
  const { terms, phase, refundAddress } = order;
  const { book, parentId, sendAsset, createdAt } = terms;
  await tx
    .insert(orders)
    .values({
      id: order.id,
      trackingCode: order.trackingCode,
      version: order.version,
      state: phase.state,
      terms,
      body: bodyOf(order),
      book,
      parentId,
      sendAsset,
      refundAddress,
      nextTimerAt: nextTimerAt(order),
      createdAt,
      updatedAt: createdAt,
    })
    .catch(drawAgain);
  await tx.insert(orderEvents).values({
    ...creation,
    orderId: order.id,
    version: order.version,
    body: {},
    state: phase.state,
    at: createdAt,
  });
  await queueCommands(tx, workOf(order, commands, order.terms.createdAt));
}

/** The work that follows from an order's event, under keys that name the version the event led to. */
const workOf = (order: Order, commands: readonly Command[], at: TimeMs) => ({
  keyPrefix: `${order.id}:${order.version}:`,
  orderId: order.id,
  commands,
  at,
});

/** What happened to an order, under the key by which it is taken in once. */
type EventKey = { orderId: OrderId; source: string; externalId: string };

/**
 * For each event its order, and whether the order has taken in an event with this key before; undefined for an unknown id.
 * In the order given. A key that another order has used is not known: writing it again fails.
 */
export async function loadForEvents(
  tx: Tx,
  keys: readonly EventKey[],
): Promise<({ subject: Order; isKnown: boolean } | undefined)[]> {
  const listOf = (column: keyof EventKey) => sql`${textArray(keys.map((key) => key[column]))}::text[]`;
  const rows = await tx.execute<{ no: string; is_known: boolean }>(sql`
    SELECT given.no, EXISTS (SELECT 1 FROM order_events AS e
        WHERE e.source = given.source AND e.external_id = given.external_id AND e.order_id = given.order_id) AS is_known, ${orderRows.list}
    FROM unnest(${listOf("orderId")}, ${listOf("source")}, ${listOf("externalId")})
      WITH ORDINALITY AS given (order_id, source, external_id, no) JOIN orders ON orders.id = given.order_id`);
  const byNo = new Map(rows.map((row) => [Number(row.no), row]));
  return keys.map((_, at) => {
    const row = byNo.get(at + 1);
    return row && { subject: readOrder(orderRows.read(row)), isKnown: row.is_known };
  });
}

/** What led to an order's version: the event, under the key by which it is taken in once. */
export type StoredEvent = {
  source: string;
  externalId: string;
  type: OrderEvent["type"];
  body: unknown;
  at: TimeMs;
};

/** How one event moves an order on, with what it sets aside, books and plans to pay, as the database takes it. */
export type Move = ReturnType<typeof moveOf>;

export function moveOf(
  { order, commands }: Pick<Effects, "order" | "commands">,
  event: StoredEvent,
  money: MoneyRows,
) {
  const { id, version, phase } = order;
  const at = iso(event.at);
  return {
    id,
    from_version: version - 1,
    version,
    state: phase.state,
    body: encodeJson(bodyOf(order)),
    refund_address: order.refundAddress,
    next_timer_at: iso(nextTimerAt(order)),
    updated_at: at,
    events: [
      {
        version,
        source: event.source,
        external_id: event.externalId,
        type: event.type,
        body: encodeJson(event.body),
        state: phase.state,
        at,
      },
    ],
    work: workRows(workOf(order, commands, event.at)),
    money,
  };
}

/**
 * Moves orders on in ONE statement, no order twice: each if it is still at the version before: the order, its event, the work that
 * follows from it, and the money. Returns those that moved; of the others nothing is written.
 */
export async function advanceOrders(tx: Tx, moves: readonly Move[]): Promise<ReadonlySet<OrderId>> {
  const rows = await tx.execute<{ id: OrderId }>(
    sql`SELECT id FROM advance_orders(${rowsJson(moves)}::text::jsonb) AS moved (id)`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** An order whose timer is due, with the time as the database writes it. */
export type DueOrder = { id: OrderId; due: string };

/** Orders whose timer is due, oldest first, from those on that come after `after`. */
export async function dueOrders(
  tx: Tx,
  now: TimeMs,
  { after, limit }: { after: DueOrder | null; limit: number },
): Promise<DueOrder[]> {
  const isAfter =
    after && sql`(${orders.nextTimerAt}, ${orders.id}) > (${after.due}::timestamptz, ${after.id})`;
  return tx
    .select({ id: orders.id, due: sql<string>`${orders.nextTimerAt}::text` })
    .from(orders)
    .where(and(lte(orders.nextTimerAt, now), isAfter ?? undefined))
    .orderBy(asc(orders.nextTimerAt), asc(orders.id))
    .limit(limit);
}

/** When the clock next changes an order, as far as orders are known now; null while it changes none. */
export async function nextDueAt(tx: Tx): Promise<TimeMs | null> {
  const [row] = await tx
    .select({ at: orders.nextTimerAt })
    .from(orders)
    .where(isNotNull(orders.nextTimerAt))
    .orderBy(asc(orders.nextTimerAt))
    .limit(1);
  return row?.at ?? null;
}

/**
 * How many of these orders are not paid: no block has as much for them as an order must be of. What is in no block costs
 * nothing, and a little is no payment.
 */
export async function unpaidAmong(tx: Tx, ids: readonly OrderId[]): Promise<number> {
  if (ids.length === 0) return 0;
  const isOneOf = sql`${orders.id} = ANY(${textArray(ids)}::text[])`;
  const inBlocks = sql`(SELECT coalesce(sum((d #>> '{units,$bigint}')::numeric), 0) FROM jsonb_array_elements(${orders.body} -> 'deposits') AS d
    WHERE d ->> 'status' IN ('pending', 'credited') AND d ->> 'blockAt' IS NOT NULL AND d ->> 'asset' = ${orders.sendAsset})`;
  const isUnpaid = sql`${orders.endedAs} IS NULL AND ${inBlocks} < (${orders.terms} #>> '{sendUnitsMin,$bigint}')::numeric`;
  return tx.$count(orders, and(isOneOf, isUnpaid));
}
