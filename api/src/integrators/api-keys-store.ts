import { and, desc, eq, isNull } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { timeMs } from "../db/columns";

const apiKeys = pgTable("api_keys", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  secretHash: text("secret_hash").notNull(),
  createdBy: text("created_by").notNull(),
  createdAt: timeMs("created_at").notNull(),
  revokedAt: timeMs("revoked_at"),
});
export type ApiKeyRow = typeof apiKeys.$inferSelect;

export async function insertApiKey(tx: Tx, row: ApiKeyRow): Promise<void> {
  await tx.insert(apiKeys).values(row);
}

/** Newest first. */
export async function readApiKeys(tx: Tx, limit: number): Promise<ApiKeyRow[]> {
  return tx.select().from(apiKeys).orderBy(desc(apiKeys.createdAt), desc(apiKeys.id)).limit(limit);
}

export async function findApiKey(tx: Tx, id: string): Promise<ApiKeyRow | undefined> {
  const [row] = await tx.select().from(apiKeys).where(eq(apiKeys.id, id));
  return row;
}

/** The key behind a secret, while it is not revoked. */
export async function findLiveApiKey(tx: Tx, secretHash: string): Promise<{ id: string } | undefined> {
  const [row] = await tx
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.secretHash, secretHash), isNull(apiKeys.revokedAt)));
  return row;
}

/** Revokes a key; false when it is unknown, or was revoked before. */
export async function endApiKey(tx: Tx, id: string, at: TimeMs): Promise<boolean> {
  const rows = await tx
    .update(apiKeys)
    .set({ revokedAt: at })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  return rows.length === 1;
}
