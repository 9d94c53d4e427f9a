import { sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import type { OrderId } from "../core/ids";
import type { Tx } from "../db/client";

const apiKeyOrders = pgTable("api_key_orders", {
  orderId: text("order_id").$type<OrderId>().primaryKey(),
  keyId: text("key_id").notNull(),
});

/** Records, in the transaction that creates an order, which key makes it. */
export async function insertKeyOrder(tx: Tx, row: { orderId: OrderId; keyId: string }): Promise<void> {
  await tx.insert(apiKeyOrders).values(row);
}

/** Whether a key made an order, or the order whose late money opened it. */
export async function isOrderOfKey(
  tx: Tx,
  { orderId, keyId }: { orderId: OrderId; keyId: string },
): Promise<boolean> {
  const rows = await tx.execute(sql`
    SELECT 1 FROM orders o JOIN api_key_orders k ON k.order_id = coalesce(o.parent_id, o.id)
    WHERE o.id = ${orderId} AND k.key_id = ${keyId}`);
  return rows.length === 1;
}
