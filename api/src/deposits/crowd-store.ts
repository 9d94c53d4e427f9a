import { sql } from "drizzle-orm";
import type { OrderId } from "../core/ids";
import type { Tx } from "../db/client";
import { textArray } from "../db/text-array";
import type { Crowd } from "./crowd";

/** How many deposits of each of these orders are noted; orders without any are left out. */
export async function crowdsOf(tx: Tx, orderIds: readonly OrderId[]): Promise<Map<OrderId, Crowd>> {
  if (orderIds.length === 0) return new Map();
  const rows = await tx.execute<{ order_id: OrderId; noted: number; in_blocks: number }>(sql`
    SELECT order_id, count(*)::int AS noted, count(height)::int AS in_blocks FROM deposits
    WHERE order_id = ANY(${textArray(orderIds)}::text[]) GROUP BY order_id`);
  return new Map(
    rows.map(({ order_id, noted, in_blocks: inBlocks }) => [order_id, { noted, inBlocks }] as const),
  );
}
