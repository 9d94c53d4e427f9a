import { sql } from "drizzle-orm";
import { pgTable } from "drizzle-orm/pg-core";
import type { AssetCode, ChainId } from "../core/assets";
import type { DepositId, OrderId, TrackingCode } from "../core/ids";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { bytes } from "../db/columns";

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
    sql`SELECT forget_leftovers(${jsonOf(dust.dustUnits)}::text::jsonb, ${new Date(dust.before).toISOString()}::timestamptz)`,
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

/** Orders that ended before `before`, mixes before `mixedBefore`, oldest first, from `after` on; children follow their parents. */
export async function endedOrders(
  tx: Tx,
  choice: { before: TimeMs; mixedBefore: TimeMs; after: { at: string; id: string }; limit: number },
): Promise<{ id: OrderId; at: string }[]> {
  const rows = await tx.execute<{ id: OrderId; at: string }>(sql`
    SELECT id, updated_at::text AS at FROM orders
    WHERE state IN ('completed', 'refunded', 'expired', 'cancelled', 'failed') AND parent_id IS NULL
      AND updated_at < ${new Date(Math.max(choice.before, choice.mixedBefore)).toISOString()}
      AND updated_at < CASE WHEN terms ->> 'mixer' IS NULL THEN ${new Date(choice.before).toISOString()}::timestamptz
        ELSE ${new Date(choice.mixedBefore).toISOString()}::timestamptz END
      AND (updated_at, id) > (${choice.after.at}::timestamptz, ${choice.after.id})
    ORDER BY updated_at, id LIMIT ${choice.limit}`);
  return rows.map(({ id, at }) => ({ id, at }));
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

/** The order that a claim opened. */
export type Claim = { id: OrderId; trackingCode: TrackingCode };

type ClaimRow = { id: OrderId | null; tracking_code: TrackingCode | null };

const claimFrom = ({ id, tracking_code: trackingCode }: ClaimRow): Claim | null =>
  id === null || trackingCode === null ? null : { id, trackingCode };

/** Who claimed a deposit, if anybody did. */
export async function claimOf(tx: Tx, depositId: DepositId): Promise<Claim | undefined> {
  const rows = await tx.execute<ClaimRow>(sql`
    SELECT o.id, o.tracking_code FROM order_events e JOIN orders o ON o.id = e.order_id
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
    SELECT d.id AS deposit_id, o.id, o.tracking_code
    FROM jsonb_to_recordset(${JSON.stringify(addresses)}::text::jsonb) AS known (chain text, address text)
    JOIN deposits d ON d.chain = known.chain AND d.address = known.address AND d.state = 'credited'
    LEFT JOIN order_events e ON e.source = 'claim' AND e.external_id = d.id
    LEFT JOIN orders o ON o.id = e.order_id
    WHERE (o.id IS NOT NULL OR (d.kind = 'unallocated' AND d.units >= (${least}::text::jsonb ->> d.asset)::numeric))
      AND NOT EXISTS (SELECT 1 FROM addresses a WHERE a.chain = d.chain AND a.address = d.address)
    ORDER BY o.id IS NOT NULL, d.first_seen_at, d.id LIMIT 20`);
  return rows.map((row) => ({ depositId: row.deposit_id, order: claimFrom(row) }));
}
