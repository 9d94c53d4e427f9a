import { and, asc, eq, sql } from "drizzle-orm";
import { boolean, pgTable, text } from "drizzle-orm/pg-core";
import type { Tx } from "../db/client";
import { timeMs } from "../db/columns";
import type { AdminRole } from "./roles";
import { adminTotp } from "./totp-store";

export const adminUsers = pgTable("admin_users", {
  id: text("id").primaryKey(),
  username: text("username").notNull().unique(),
  passwordHash: text("password_hash").notNull(),
  mustChangePassword: boolean("must_change_password").notNull().default(false),
  createdAt: timeMs("created_at").notNull(),
  role: text("role").$type<AdminRole>().notNull(),
  disabledAt: timeMs("disabled_at"),
});

export async function findAdmin(tx: Tx, username: string) {
  const [row] = await tx.select().from(adminUsers).where(eq(adminUsers.username, username));
  return row;
}

export async function hasAnyAdmin(tx: Tx): Promise<boolean> {
  const rows = await tx.select({ id: adminUsers.id }).from(adminUsers).limit(1);
  return rows.length > 0;
}

/** Lets one transaction at a time change accounts; reads go on. */
export async function lockAccounts(tx: Tx): Promise<void> {
  await tx.execute(sql`LOCK TABLE admin_users IN SHARE ROW EXCLUSIVE MODE`);
}

export async function insertAdmin(tx: Tx, row: typeof adminUsers.$inferInsert): Promise<void> {
  await tx.insert(adminUsers).values(row);
}

export async function changeAdmin(
  tx: Tx,
  id: string,
  change: Partial<
    Pick<typeof adminUsers.$inferInsert, "passwordHash" | "mustChangePassword" | "role" | "disabledAt">
  >,
): Promise<void> {
  await tx.update(adminUsers).set(change).where(eq(adminUsers.id, id));
}

/** Sets a password that its owner chose; false when it is no longer the password that was checked. */
export async function setOwnPassword(
  tx: Tx,
  change: { id: string; from: string; to: string },
): Promise<boolean> {
  const rows = await tx
    .update(adminUsers)
    .set({ passwordHash: change.to, mustChangePassword: false })
    .where(and(eq(adminUsers.id, change.id), eq(adminUsers.passwordHash, change.from)))
    .returning({ id: adminUsers.id });
  return rows.length === 1;
}

export async function listAccounts(tx: Tx) {
  return tx
    .select({
      username: adminUsers.username,
      role: adminUsers.role,
      createdAt: adminUsers.createdAt,
      disabledAt: adminUsers.disabledAt,
      totpSince: adminTotp.confirmedAt,
    })
    .from(adminUsers)
    .leftJoin(adminTotp, eq(adminTotp.adminId, adminUsers.id))
    .orderBy(asc(adminUsers.username));
}
