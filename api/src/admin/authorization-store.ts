import { and, eq, isNull, lt } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { timeMs } from "../db/columns";

const adminAuthorizations = pgTable("admin_authorizations", {
  id: text("id").primaryKey(),
  adminId: text("admin_id").notNull(),
  hash: text("hash").notNull(),
  createdAt: timeMs("created_at").notNull(),
  expiresAt: timeMs("expires_at").notNull(),
});

const adminAuthorized = pgTable("admin_authorized", {
  authorizationId: text("authorization_id").notNull(),
  operation: text("operation").notNull(),
  subject: text("subject").notNull(),
  usedAt: timeMs("used_at"),
  usedBy: text("used_by"),
});

/** One operation on one subject. */
export type Authorized = { operation: string; subject: string };

export async function insertAuthorization(
  tx: Tx,
  row: typeof adminAuthorizations.$inferInsert,
  items: readonly Authorized[],
): Promise<void> {
  await tx.insert(adminAuthorizations).values(row);
  await tx.insert(adminAuthorized).values(items.map((item) => ({ ...item, authorizationId: row.id })));
}

export async function deleteAuthorizationsBefore(tx: Tx, time: TimeMs): Promise<void> {
  await tx.delete(adminAuthorizations).where(lt(adminAuthorizations.expiresAt, time));
}

/** An authorization of an administrator; undefined where that one has none of this id. */
export async function findAuthorization(tx: Tx, of: { id: string; adminId: string }) {
  const [row] = await tx
    .select({ expiresAt: adminAuthorizations.expiresAt })
    .from(adminAuthorizations)
    .where(and(eq(adminAuthorizations.id, of.id), eq(adminAuthorizations.adminId, of.adminId)));
  return row;
}

/** Whether an item was used, and under which key; undefined where the authorization does not list it. */
export async function findAuthorized(tx: Tx, id: string, item: Authorized) {
  const [row] = await tx
    .select({ usedAt: adminAuthorized.usedAt, usedBy: adminAuthorized.usedBy })
    .from(adminAuthorized)
    .where(isItem(id, item));
  return row;
}

/** Uses an item up; false when it was used before. */
export async function takeAuthorized(
  tx: Tx,
  id: string,
  item: Authorized & { usedAt: TimeMs; usedBy: string | null },
): Promise<boolean> {
  const { usedAt, usedBy } = item;
  const rows = await tx
    .update(adminAuthorized)
    .set({ usedAt, usedBy })
    .where(and(isItem(id, item), isNull(adminAuthorized.usedAt)))
    .returning({ subject: adminAuthorized.subject });
  return rows.length === 1;
}

const isItem = (id: string, { operation, subject }: Authorized) =>
  and(
    eq(adminAuthorized.authorizationId, id),
    eq(adminAuthorized.operation, operation),
    eq(adminAuthorized.subject, subject),
  );
