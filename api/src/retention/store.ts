import { isNull, type SQL, sql } from "drizzle-orm";
import { pgTable, timestamp } from "drizzle-orm/pg-core";
import type { AssetCode, ChainId } from "../core/assets";
import type { DepositId, OrderId, TrackingCode } from "../core/ids";
import { isoOf } from "../core/instant";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { bytes } from "../db/columns";

const brakes = pgTable("retention_brake", {
  heldSince: timestamp("held_since", { withTimezone: true }).notNull(),
  releasedAt: timestamp("released_at", { withTimezone: true }),
});
const noteKeys = pgTable("note_keys", { privateKey: bytes("private_key").notNull() });

export type Forgetting = {
  outcome: "forgotten" | "unknown" | "unfinished";
  /** The order, its parent and its children: forgotten together. */
  family: OrderId[];
};

/** Deletes an ended order with its children, whole or not at all. */
export async function forgetOrder(tx: Tx, id: OrderId): Promise<Forgetting> {
  const rows = await tx.execute<{ outcome: Forgetting["outcome"]; family: OrderId[] | null }>(
    sql`SELECT outcome, family FROM forget_order(${id})`,
  );
  return { outcome: rows[0]?.outcome ?? "unknown", family: rows[0]?.family ?? [] };
}

/**
 * Forgets what came to be at addresses after their orders were forgotten, and is of no use any more: sweeps and their
 * gas, spent outputs, emptied addresses; deposits below `dustUnits` credited before a time.
 */
export async function forgetLeftovers(
  tx: Tx,
  dust: { dustUnits: ReadonlyMap<AssetCode, bigint>; before: TimeMs },
): Promise<void> {
  await tx.execute(
    sql`SELECT forget_leftovers(${jsonOf(dust.dustUnits)}::text::jsonb, ${isoOf(dust.before)}::timestamptz)`,
  );
}

/** The deposit addresses of an order's family, with the currency each was given out for. */
export async function depositAddresses(
  tx: Tx,
  id: OrderId,
): Promise<{ currency: AssetCode; address: string }[]> {
  const rows = await tx.execute<{ currency: AssetCode; address: string }>(sql`
    SELECT o.send_asset AS currency, a.address FROM addresses a JOIN orders o ON o.id = a.order_id
    WHERE NOT a.pool AND (o.id = (SELECT coalesce(parent_id, id) FROM orders WHERE id = ${id})
      OR o.parent_id = (SELECT coalesce(parent_id, id) FROM orders WHERE id = ${id}))
    ORDER BY a.chain, a.index`);
  return rows.map(({ currency, address }) => ({ currency, address }));
}

/** When an order's time is over, by when it ended: an order's, and a mix's. */
export type RetentionLimit = { before: TimeMs; mixedBefore: TimeMs };

export const limitOf = ({ before, mixedBefore }: RetentionLimit, mixed: boolean): TimeMs =>
  mixed ? mixedBefore : before;

/** Ended orders, or ended mixes; their children follow them. */
const hasEnded = (mixed: boolean): SQL =>
  sql`o.ended_at IS NOT NULL AND o.parent_id IS NULL AND ${mixed ? sql`o.is_mixed` : sql`NOT o.is_mixed`}`;
/** Whether money came for the order or one of its children. */
const isPaid = sql`(EXISTS (SELECT 1 FROM deposits d WHERE d.order_id = o.id)
  OR EXISTS (SELECT 1 FROM orders f JOIN deposits d ON d.order_id = f.id WHERE f.parent_id = o.id))`;

/** An ended order, when it ended (`at` is PostgreSQL's text, to the microsecond), and whether money came for it or one of its children. */
export type Ended = { id: OrderId; at: string; atMs: TimeMs; paid: boolean };

/** One look's worth: a statement is short, however many are kept. */
const PAGE = 50;

/** Orders, or mixes, whose time is over, the first that ended first. */
export const dueOrders = (tx: Tx, limit: RetentionLimit, mixed: boolean): AsyncGenerator<Ended> => {
  const isDue = sql`o.ended_at < ${isoOf(limitOf(limit, mixed))}`;
  return paged((after) =>
    endedPage(tx, sql`${isDue} AND ${isBeyond(after, sql`>`)}`, { mixed, order: sql`o.ended_at, o.id` }),
  );
};

/** Orders, or mixes, that have ended and are kept, the last that ended first. */
export const keptOrders = (tx: Tx, mixed: boolean): AsyncGenerator<Ended> =>
  paged((after) => endedPage(tx, isBeyond(after, sql`<`), { mixed, order: sql`o.ended_at DESC, o.id DESC` }));

const isBeyond = (after: Ended | undefined, sign: SQL): SQL =>
  after === undefined ? sql`true` : sql`(o.ended_at, o.id) ${sign} (${after.at}::timestamptz, ${after.id})`;

/** Payments are asked about for so many rows, which the planner has to know: for more it would read all payments. */
async function endedPage(
  tx: Tx,
  isChosen: SQL,
  { mixed, order }: { mixed: boolean; order: SQL },
): Promise<Ended[]> {
  const rows = await tx.execute<Ended>(sql`
    SELECT o.id, o.ended_at::text AS at, floor(extract(epoch FROM o.ended_at) * 1000)::float8 AS "atMs", ${isPaid} AS paid
    FROM (SELECT o.id, o.ended_at FROM orders o WHERE ${hasEnded(mixed)} AND ${isChosen} ORDER BY ${order}
      LIMIT ${sql.raw(String(PAGE))}) AS o ORDER BY ${order}`);
  return [...rows];
}

async function* paged(read: (after: Ended | undefined) => Promise<Ended[]>): AsyncGenerator<Ended> {
  for (let page = await read(undefined); page.length > 0; page = await read(page.at(-1))) {
    yield* page;
    if (page.length < PAGE) return;
  }
}

/** Since when the brake is on, and since when an operator has released what it holds; undefined while it is off. */
export type Brake = { heldSince: TimeMs; releasedAt: TimeMs | null };

export async function readBrake(tx: Tx): Promise<Brake | undefined> {
  const [row] = await tx.select().from(brakes);
  return row && { heldSince: row.heldSince.getTime(), releasedAt: row.releasedAt?.getTime() ?? null };
}

export async function setBrake(tx: Tx, at: TimeMs): Promise<void> {
  // Drizzle names every column, and the worker may not write when it was released.
  await tx.execute(
    sql`INSERT INTO retention_brake (held_since) VALUES (${isoOf(at)}) ON CONFLICT DO NOTHING`,
  );
}

export async function clearBrake(tx: Tx): Promise<void> {
  await tx.delete(brakes);
}

/** False while nothing is held. */
export async function releaseBrake(tx: Tx, at: TimeMs): Promise<boolean> {
  const rows = await tx
    .update(brakes)
    .set({ releasedAt: new Date(at) })
    .where(isNull(brakes.releasedAt))
    .returning();
  return rows.length > 0;
}

/** The key that signs deletion notes; undefined until a worker has made one. */
export async function noteKey(tx: Tx): Promise<Uint8Array | undefined> {
  const [row] = await tx.select().from(noteKeys);
  return row?.privateKey;
}

/** Keeps the first key that is offered, for good. */
export async function keepNoteKey(tx: Tx, privateKey: Uint8Array): Promise<void> {
  await tx.insert(noteKeys).values({ privateKey }).onConflictDoNothing();
}

/** The order that a claim opened, and where it sends the money. */
export type Claim = { id: OrderId; trackingCode: TrackingCode; refundAddress: string };

type ClaimRow = {
  id: OrderId | null;
  tracking_code: TrackingCode | null;
  refund_address: string | null;
};

const claimFrom = ({ id, tracking_code, refund_address }: ClaimRow): Claim | null =>
  id === null || tracking_code === null || refund_address === null
    ? null
    : { id, trackingCode: tracking_code, refundAddress: refund_address };

/** Who claimed a deposit, if anybody did. */
export async function claimOf(tx: Tx, depositId: DepositId): Promise<Claim | undefined> {
  const rows = await tx.execute<ClaimRow>(sql`
    SELECT o.id, o.tracking_code, o.refund_address FROM order_events e JOIN orders o ON o.id = e.order_id
    WHERE e.source = 'claim' AND e.external_id = ${depositId}`);
  return (rows[0] && claimFrom(rows[0])) ?? undefined;
}

const jsonOf = (units: ReadonlyMap<AssetCode, bigint>): string =>
  JSON.stringify(Object.fromEntries([...units].map(([asset, least]) => [asset, least.toString()])));

/**
 * Credited deposits on addresses whose orders are forgotten, each with the order that claimed it, if any: at most 20,
 * those that nobody claimed before the others. What is below its asset's `unitsMin` is not worth a claim.
 */
export async function claimable(
  tx: Tx,
  addresses: readonly { chain: ChainId; address: string }[],
  unitsMin: ReadonlyMap<AssetCode, bigint>,
): Promise<{ depositId: DepositId; order: Claim | null }[]> {
  const least = jsonOf(unitsMin);
  const rows = await tx.execute<ClaimRow & { deposit_id: DepositId }>(sql`
    SELECT d.id AS deposit_id, o.id, o.tracking_code, o.refund_address
    FROM jsonb_to_recordset(${JSON.stringify(addresses)}::text::jsonb) AS known (chain text, address text)
    JOIN deposits d ON d.chain = known.chain AND d.address = known.address AND d.state = 'credited'
    LEFT JOIN order_events e ON e.source = 'claim' AND e.external_id = d.id
    LEFT JOIN orders o ON o.id = e.order_id
    WHERE (o.id IS NOT NULL OR (d.kind = 'unallocated' AND d.units >= (${least}::text::jsonb ->> d.asset)::numeric))
      AND NOT EXISTS (SELECT 1 FROM addresses a WHERE a.chain = d.chain AND a.address = d.address)
    ORDER BY o.id IS NOT NULL, d.first_seen_at, d.id LIMIT 20`);
  return rows.map((row) => ({ depositId: row.deposit_id, order: claimFrom(row) }));
}
