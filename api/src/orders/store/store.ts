import { and, asc, eq, lte, sql } from "drizzle-orm";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { assignAddress } from "../../address/store";
import { type AssetCode, assetOf } from "../../core/assets";
import type { BookId, OrderId, TrackingCode } from "../../core/ids";
import { encodeJson } from "../../core/json";
import type { TimeMs } from "../../core/ports";
import type { Tx } from "../../db/client";
import { jsonWithBigints, timeMs } from "../../db/columns";
import { textArray } from "../../db/text-array";
import { queueCommands } from "../../outbox/store";
import { holdForUnpaidOrder } from "../../reserves/store";
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

const iso = (at: TimeMs | null): string | null => (at === null ? null : new Date(at).toISOString());
const json = (value: unknown): string => JSON.stringify(encodeJson(value));

function bodyOf(order: Order): OrderBody {
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
  const [row] = await tx.select(ORDER_COLUMNS).from(orders).where(eq(orders.id, orderId));
  return row && readOrder(row);
}

export async function loadOrderByCode(tx: Tx, code: TrackingCode): Promise<Order | undefined> {
  const [row] = await tx.select(ORDER_COLUMNS).from(orders).where(eq(orders.trackingCode, code));
  return row && readOrder(row);
}

/** Inserts an order that no visitor placed, with the event that created it and the work that follows. */
export async function insertOrder(
  tx: Tx,
  { order, commands }: Pick<Effects, "order" | "commands">,
  creation: { source: string; externalId: string; type: CreationEvent["type"] },
): Promise<void> {
  const { terms, phase, refundAddress } = order;
  const { book, parentId, sendAsset, createdAt } = terms;
  await tx.insert(orders).values({
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
  });
  await tx.insert(orderEvents).values({
    ...creation,
    orderId: order.id,
    version: order.version,
    body: {},
    state: phase.state,
    at: createdAt,
  });
  await tx.execute(queueCommands(workOf(order, commands, order.terms.createdAt)));
}

/** The work that follows from an order's event, under keys that name the version the event led to. */
const workOf = (order: Order, commands: readonly Command[], at: TimeMs) => ({
  keyPrefix: `${order.id}:${order.version}:`,
  orderId: order.id,
  commands,
  at,
});

/** Where a new order is to be paid. */
export type AssignedAddress = { address: string; index: number };

/**
 * Writes a visitor's new order in ONE statement: the order, its first event, its deposit address and its hold on the
 * reserve, where it has one: that row is locked until the transaction ends. False when unpaid orders would hold more than
 * a fifth of the reserve: then the caller must roll back.
 */
export async function placeOrder(tx: Tx, order: Order, assigned: AssignedAddress): Promise<boolean> {
  const { terms } = order;
  const at = iso(terms.createdAt);
  const rows = await tx.execute(sql`
    WITH placed AS (
      INSERT INTO orders (id, tracking_code, version, state, terms, body, book, send_asset, refund_address, next_timer_at, created_at, updated_at)
      VALUES (${order.id}, ${order.trackingCode}, ${order.version}, ${order.phase.state}, ${json(terms)}::text::jsonb,
        ${json(bodyOf(order))}::text::jsonb, ${terms.book}, ${terms.sendAsset}, ${order.refundAddress}, ${iso(nextTimerAt(order))}, ${at}, ${at})
    ), event AS (
      INSERT INTO order_events (order_id, version, source, external_id, type, body, state, at)
      VALUES (${order.id}, ${order.version}, 'visitor', ${`${order.id}:created`}, 'created', '{}', ${order.phase.state}, ${at})
    ), assigned AS (
      ${assignAddress({ ...assigned, chain: assetOf(terms.sendAsset).chain, orderId: order.id })}
    )
    ${holdForUnpaidOrder({ asset: terms.receiveAsset, units: order.heldUnits })}`);
  return rows.length === 1;
}

/** The order, and whether an event with this unique key was taken in before; undefined for an unknown id. */
export async function loadForEvent(
  tx: Tx,
  orderId: OrderId,
  key: { source: string; externalId: string },
): Promise<{ order: Order; isKnown: boolean } | undefined> {
  const known = tx
    .select({ orderId: orderEvents.orderId })
    .from(orderEvents)
    .where(and(eq(orderEvents.source, key.source), eq(orderEvents.externalId, key.externalId)));
  const [row] = await tx
    .select({ order: ORDER_COLUMNS, isKnown: sql<boolean>`EXISTS ${known}` })
    .from(orders)
    .where(eq(orders.id, orderId));
  return row && { order: readOrder(row.order), isKnown: row.isKnown };
}

/** What led to an order's version: the event, under the key by which it is taken in once. */
export type StoredEvent = {
  source: string;
  externalId: string;
  type: OrderEvent["type"];
  body: unknown;
  at: TimeMs;
};

/**
 * Moves the order on in ONE statement, if it is still at the version before: the order, its event and the work that
 * follows from it. False is a conflict.
 */
export async function advanceOrder(
  tx: Tx,
  order: Order,
  event: StoredEvent,
  commands: readonly Command[],
): Promise<boolean> {
  const at = iso(event.at);
  const rows = await tx.execute(sql`
    WITH moved AS (
      UPDATE orders SET version = ${order.version}, state = ${order.phase.state}, body = ${json(bodyOf(order))}::text::jsonb,
        refund_address = ${order.refundAddress}, next_timer_at = ${iso(nextTimerAt(order))}, updated_at = ${at}
      WHERE id = ${order.id} AND version = ${order.version - 1} RETURNING id
    ), noted AS (
      INSERT INTO order_events (order_id, version, source, external_id, type, body, state, at)
      SELECT id, ${order.version}::integer, ${event.source}, ${event.externalId}, ${event.type}, ${json(event.body)}::text::jsonb,
        ${order.phase.state}, ${at}::timestamptz FROM moved
    ), queued AS (
      ${queueCommands({ ...workOf(order, commands, event.at), from: "moved" })}
    )
    SELECT id FROM moved`);
  return rows.length === 1;
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

/** How many of these orders still wait for a payment. */
export async function countWaiting(tx: Tx, ids: readonly OrderId[]): Promise<number> {
  if (ids.length === 0) return 0;
  const isOneOf = sql`${orders.id} = ANY(${textArray(ids)}::text[])`;
  return tx.$count(orders, and(eq(orders.state, "waiting"), isOneOf));
}
