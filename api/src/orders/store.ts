import { sql } from "drizzle-orm";
import { assetOf } from "../core/assets";
import { decodeJson, encodeJson } from "../core/json";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import type { Command, OrderEvent, PlannedLeg, ReserveChange } from "./events";
import { nextTimerAt } from "./on-holder";
import type { Order, OrderId } from "./order";

type OrderRow = {
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

const fromRow = (row: OrderRow): Order => ({
  id: row.id,
  trackingCode: row.tracking_code,
  version: row.version,
  terms: decodeJson(row.terms) as Order["terms"],
  refundAddress: row.refund_address,
  ...(decodeJson(row.body) as Body),
});

const COLUMNS = sql.raw("id, tracking_code, version, terms, body, refund_address");

/** The order, or undefined for an id that is unknown (or purged: the caller cannot tell). */
export async function loadOrder(tx: Tx, id: OrderId): Promise<Order | undefined> {
  const rows = await tx.execute<OrderRow>(sql`SELECT ${COLUMNS} FROM orders WHERE id = ${id}`);
  return rows[0] && fromRow(rows[0]);
}

export async function loadOrderByCode(tx: Tx, trackingCode: string): Promise<Order | undefined> {
  const rows = await tx.execute<OrderRow>(
    sql`SELECT ${COLUMNS} FROM orders WHERE tracking_code = ${trackingCode}`,
  );
  return rows[0] && fromRow(rows[0]);
}

/** Inserts a new order at version 1 with the event that made it. */
export async function insertOrder(
  tx: Tx,
  order: Order,
  birth: { source: string; externalId: string; type: "created" | "child_born"; at: TimeMs },
): Promise<void> {
  const at = iso(birth.at);
  await tx.execute(sql`
    INSERT INTO orders (id, tracking_code, version, state, terms, body, book, parent_id, send_asset, refund_address, next_timer_at, created_at, updated_at)
    VALUES (${order.id}, ${order.trackingCode}, ${order.version}, ${order.phase.state}, ${json(order.terms)}::text::jsonb,
      ${json(bodyOf(order))}::text::jsonb, ${order.terms.book}, ${order.terms.parentId}, ${order.terms.sendAsset}, ${order.refundAddress},
      ${iso(nextTimerAt(order))}, ${at}, ${at})`);
  await insertEvent(tx, order, { ...birth, body: {} });
}

/** Writes the order if it is still at the version before; false is a conflict. */
export async function updateOrder(tx: Tx, order: Order, at: TimeMs): Promise<boolean> {
  const rows = await tx.execute(sql`
    UPDATE orders SET version = ${order.version}, state = ${order.phase.state}, body = ${json(bodyOf(order))}::text::jsonb,
      refund_address = ${order.refundAddress}, next_timer_at = ${iso(nextTimerAt(order))}, updated_at = ${iso(at)}
    WHERE id = ${order.id} AND version = ${order.version - 1} RETURNING id`);
  return rows.length === 1;
}

/** Whether an event with this unique key was taken in before. */
export async function eventKnown(tx: Tx, key: { source: string; externalId: string }): Promise<boolean> {
  const rows = await tx.execute(
    sql`SELECT 1 FROM order_events WHERE source = ${key.source} AND external_id = ${key.externalId}`,
  );
  return rows.length > 0;
}

/** Appends the event that led to the order's version. */
export async function insertEvent(
  tx: Tx,
  order: Order,
  event: {
    source: string;
    externalId: string;
    type: OrderEvent["type"] | "created" | "child_born";
    body: unknown;
    at: TimeMs;
  },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO order_events (order_id, version, source, external_id, type, body, state, at)
    VALUES (${order.id}, ${order.version}, ${event.source}, ${event.externalId}, ${event.type}, ${json(event.body)}::text::jsonb,
      ${order.phase.state}, ${iso(event.at)})`);
}

/** Applies reserve changes in one row order; the database refuses a reserve that would pass the hot wallet. */
export async function changeReserves(tx: Tx, changes: readonly ReserveChange[]): Promise<void> {
  const sums = new Map<string, { held: bigint; planned: bigint }>();
  for (const { asset, held, planned } of changes) {
    const sum = sums.get(asset) ?? { held: 0n, planned: 0n };
    sums.set(asset, { held: sum.held + held, planned: sum.planned + planned });
  }
  for (const [asset, { held, planned }] of [...sums].sort(([a], [b]) => a.localeCompare(b))) {
    if (planned === 0n) {
      if (held === 0n) continue;
      await tx.execute(
        sql`UPDATE reserves SET held = held + ${held.toString()}::numeric WHERE asset = ${asset}`,
      );
      continue;
    }
    await tx.execute(sql`
      UPDATE reserves SET held = held + ${held.toString()}::numeric, planned = planned + ${planned.toString()}::numeric
      WHERE asset = ${asset}`);
  }
}

/** Sets an order's payout aside; false when all unpaid orders together would hold more than half of the hot wallet. */
export async function holdReserve(tx: Tx, order: Order): Promise<boolean> {
  const units = order.heldUnits.toString();
  const rows = await tx.execute(sql`
    UPDATE reserves SET held = held + ${units}::numeric
    WHERE asset = ${order.terms.receiveAsset} AND (held + ${units}::numeric) * 2 <= hot RETURNING asset`);
  return rows.length === 1;
}

export async function insertLegs(
  tx: Tx,
  order: Order,
  legs: readonly PlannedLeg[],
  at: TimeMs,
): Promise<void> {
  for (const leg of legs) {
    const legNo = order.legs.findIndex((known) => known.id === leg.id) + 1;
    await tx.execute(sql`
      INSERT INTO payout_legs (id, order_id, leg_no, kind, chain, asset, destination, units, fee_units_max, state, created_at)
      VALUES (${leg.id}, ${order.id}, ${legNo}, ${leg.kind}, ${assetOf(leg.asset).chain}, ${leg.asset}, ${leg.destination},
        ${leg.units.toString()}, ${leg.feeUnitsMax.toString()}, 'planned', ${iso(at)})`);
  }
}

export async function closeLeg(tx: Tx, leg: { id: string; state: "final" | "reversed" }): Promise<void> {
  await tx.execute(
    sql`UPDATE payout_legs SET state = ${leg.state} WHERE id = ${leg.id} AND state = 'planned'`,
  );
}

/** Puts work into the outbox; the same command of the same order version exists once. */
export async function insertCommands(
  tx: Tx,
  order: Order,
  commands: readonly Command[],
  at: TimeMs,
): Promise<void> {
  for (const [index, command] of commands.entries()) {
    await tx.execute(sql`
      INSERT INTO outbox (key, kind, order_id, payload, next_attempt_at)
      VALUES (${`${order.id}:${order.version}:${index}`}, ${command.kind}, ${order.id}, ${json(command)}::text::jsonb, ${iso(at)})
      ON CONFLICT (key) DO NOTHING`);
  }
}

/** Orders whose timer is due, oldest first. */
export async function dueOrders(tx: Tx, now: TimeMs, limit: number): Promise<OrderId[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    SELECT id FROM orders WHERE next_timer_at <= ${iso(now)} ORDER BY next_timer_at LIMIT ${limit}`);
  return rows.map((row) => row.id);
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
