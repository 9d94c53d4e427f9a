import { and, asc, eq, gt, isNull, lte, ne, sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { timeMs } from "../db/columns";
import type { Administrator } from "./administrator";
import type { AdminRole } from "./roles";
import { adminTotp } from "./totp-store";

export const adminUsers = pgTable("admin_users", {
  id: text("id").primaryKey(),
  username: text("username").notNull().unique(),
  passwordHash: text("password_hash").notNull(),
  createdAt: timeMs("created_at").notNull(),
  role: text("role").$type<AdminRole>().notNull(),
  disabledAt: timeMs("disabled_at"),
});

export const adminSessions = pgTable("admin_sessions", {
  tokenHash: text("token_hash").primaryKey(),
  adminId: text("admin_id").notNull(),
  createdAt: timeMs("created_at").notNull(),
  lastSeenAt: timeMs("last_seen_at").notNull(),
  expiresAt: timeMs("expires_at").notNull(),
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
  change: Partial<Pick<typeof adminUsers.$inferInsert, "passwordHash" | "role" | "disabledAt">>,
): Promise<void> {
  await tx.update(adminUsers).set(change).where(eq(adminUsers.id, id));
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

export async function insertSession(tx: Tx, row: typeof adminSessions.$inferInsert): Promise<void> {
  await tx.insert(adminSessions).values(row);
}

/** The administrator of a session that has neither ended nor idled; the call counts as a sign of life. */
export async function touchSession(
  tx: Tx,
  session: { tokenHash: string; now: TimeMs; seenAfter: TimeMs },
): Promise<Administrator | undefined> {
  const live = and(
    eq(adminSessions.tokenHash, session.tokenHash),
    gt(adminSessions.expiresAt, session.now),
    gt(adminSessions.lastSeenAt, session.seenAfter),
  );
  const [touched] = await tx
    .update(adminSessions)
    .set({ lastSeenAt: session.now })
    .where(live)
    .returning({ adminId: adminSessions.adminId });
  if (!touched) return undefined;
  const [admin] = await tx
    .select({
      id: adminUsers.id,
      username: adminUsers.username,
      role: adminUsers.role,
      confirmedAt: adminTotp.confirmedAt,
    })
    .from(adminUsers)
    .leftJoin(adminTotp, eq(adminTotp.adminId, adminUsers.id))
    .where(and(eq(adminUsers.id, touched.adminId), isNull(adminUsers.disabledAt)));
  if (!admin) return undefined;
  const { confirmedAt, ...account } = admin;
  return { ...account, totp: confirmedAt !== null };
}

export async function deleteSession(tx: Tx, tokenHash: string): Promise<void> {
  await tx.delete(adminSessions).where(eq(adminSessions.tokenHash, tokenHash));
}

/** Ends what is open of an account. */
export async function deleteSessionsOf(tx: Tx, adminId: string): Promise<void> {
  await tx.delete(adminSessions).where(eq(adminSessions.adminId, adminId));
}

/** Ends what is open of an account but for one session. */
export async function deleteOtherSessions(
  tx: Tx,
  session: { adminId: string; tokenHash: string },
): Promise<void> {
  const { adminId, tokenHash } = session;
  await tx
    .delete(adminSessions)
    .where(and(eq(adminSessions.adminId, adminId), ne(adminSessions.tokenHash, tokenHash)));
}

export async function deleteSessionsBefore(tx: Tx, time: TimeMs): Promise<void> {
  await tx.delete(adminSessions).where(lte(adminSessions.expiresAt, time));
}
