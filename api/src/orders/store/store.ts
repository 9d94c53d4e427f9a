import { sql } from "drizzle-orm";
import { assignAddress } from "../../address/store";
import { assetOf } from "../../core/assets";
import { type OrderId, orderIdOf, type TrackingCode, trackingCodeOf } from "../../core/ids";
import { decodeJson, encodeJson } from "../../core/json";
import type { TimeMs } from "../../core/ports";
import type { Tx } from "../../db/client";
import { queueCommands } from "../../outbox/store";
import { holdForUnpaidOrder } from "../../reserves/store";
import type { Command, CreationEvent, Effects, OrderEvent } from "../machine/events";
import { nextTimerAt } from "../machine/on-customer";
import type { Order } from "../machine/order";

export type OrderRow = {
  id: string;
  tracking_code: string;
  version: number;
  terms: unknown;
  body: unknown;
  refund_address: string | null;
};

type Body = Omit<Order, "id" | "trackingCode" | "version" | "terms" | "refundAddress">;

const iso = (at: TimeMs | null): string | null => (at === null ? null : new Date(at).toISOString());
const json = (value: unknown): string => JSON.stringify(encodeJson(value));

function bodyOf(order: Order): Body {
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

export const orderOfRow = (row: OrderRow): Order => ({
  id: orderIdOf(row.id),
  trackingCode: trackingCodeOf(row.tracking_code),
  version: row.version,
  terms: decodeJson(row.terms) as Order["terms"],
  refundAddress: row.refund_address,
  ...(decodeJson(row.body) as Body),
});

export const ORDER_COLUMNS = sql.raw("id, tracking_code, version, terms, body, refund_address");

/** The order, or undefined for an id that is unknown (or forgotten: the two look the same). */
export async function loadOrder(tx: Tx, id: OrderId): Promise<Order | undefined> {
  const rows = await tx.execute<OrderRow>(sql`SELECT ${ORDER_COLUMNS} FROM orders WHERE id = ${id}`);
  return rows[0] && orderOfRow(rows[0]);
}

export async function loadOrderByCode(tx: Tx, trackingCode: TrackingCode): Promise<Order | undefined> {
  const rows = await tx.execute<OrderRow>(
    sql`SELECT ${ORDER_COLUMNS} FROM orders WHERE tracking_code = ${trackingCode}`,
  );
  return rows[0] && orderOfRow(rows[0]);
}

/** Inserts an order that no visitor placed, with the event that created it and the work that follows. */
export async function insertOrder(
  tx: Tx,
  { order, commands }: Pick<Effects, "order" | "commands">,
  creation: { source: string; externalId: string; type: CreationEvent["type"] },
): Promise<void> {
  const at = iso(order.terms.createdAt);
  await tx.execute(sql`
    INSERT INTO orders (id, tracking_code, version, state, terms, body, book, parent_id, send_asset, refund_address, next_timer_at, created_at, updated_at)
    VALUES (${order.id}, ${order.trackingCode}, ${order.version}, ${order.phase.state}, ${json(order.terms)}::text::jsonb,
      ${json(bodyOf(order))}::text::jsonb, ${order.terms.book}, ${order.terms.parentId}, ${order.terms.sendAsset}, ${order.refundAddress},
      ${iso(nextTimerAt(order))}, ${at}, ${at})`);
  await tx.execute(sql`
    INSERT INTO order_events (order_id, version, source, external_id, type, body, state, at)
    VALUES (${order.id}, ${order.version}, ${creation.source}, ${creation.externalId}, ${creation.type}, '{}', ${order.phase.state}, ${at})`);
  await tx.execute(queueCommands(workOf(order, commands, order.terms.createdAt)));
}

/** The work that follows from an order's event, under keys that name the version the event led to. */
const workOf = (order: Order, commands: readonly Command[], at: TimeMs) => ({
  keyPrefix: `${order.id}:${order.version}:`,
  orderId: order.id,
  commands,
  at,
});

/** Where a new order is to be paid, and how long that address is watched. */
export type AssignedAddress = { address: string; index: number; watchedUntil: TimeMs };

/**
 * Writes a visitor's new order in ONE statement: the order, its first event, its deposit address and its hold on the
 * reserve, whose row is locked until the transaction ends. False when unpaid orders would hold more than half of the hot
 * wallet: then the caller must roll back.
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
  id: OrderId,
  key: { source: string; externalId: string },
): Promise<{ order: Order; isKnown: boolean } | undefined> {
  const rows = await tx.execute<OrderRow & { known: boolean }>(sql`
    SELECT ${ORDER_COLUMNS}, EXISTS (SELECT 1 FROM order_events WHERE source = ${key.source} AND external_id = ${key.externalId}) AS known
    FROM orders WHERE id = ${id}`);
  return rows[0] && { order: orderOfRow(rows[0]), isKnown: rows[0].known };
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

/** Orders whose timer is due, oldest first. */
export async function dueOrders(tx: Tx, now: TimeMs, limit: number): Promise<OrderId[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    SELECT id FROM orders WHERE next_timer_at <= ${iso(now)} ORDER BY next_timer_at LIMIT ${limit}`);
  return rows.map((row) => orderIdOf(row.id));
}

/** How many of these orders still wait for a payment. */
export async function countWaiting(tx: Tx, ids: readonly OrderId[]): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await tx.execute<{ count: string }>(sql`
    SELECT count(*) AS count FROM orders WHERE state = 'waiting' AND id IN (${sql.join(
      ids.map((id) => sql`${id}`),
      sql`, `,
    )})`);
  return Number(rows[0]?.count ?? 0);
}
