import { and, asc, desc, eq, gt, isNull, lte, ne } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { timeMs } from "../db/columns";
import type { Administrator } from "./administrator";
import { adminUsers } from "./store";
import { adminTotp } from "./totp-store";

const adminSessions = pgTable("admin_sessions", {
  id: text("id").notNull(),
  tokenHash: text("token_hash").primaryKey(),
  adminId: text("admin_id").notNull(),
  createdAt: timeMs("created_at").notNull(),
  lastSeenAt: timeMs("last_seen_at").notNull(),
  expiresAt: timeMs("expires_at").notNull(),
});

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
      mustChangePassword: adminUsers.mustChangePassword,
      confirmedAt: adminTotp.confirmedAt,
    })
    .from(adminUsers)
    .leftJoin(adminTotp, eq(adminTotp.adminId, adminUsers.id))
    .where(and(eq(adminUsers.id, touched.adminId), isNull(adminUsers.disabledAt)));
  if (!admin) return undefined;
  const { confirmedAt, ...account } = admin;
  return { ...account, totp: confirmedAt !== null };
}

/** An account's sessions that would be accepted now, the one that was used last first. */
export async function listSessions(tx: Tx, of: { adminId: string; now: TimeMs; seenAfter: TimeMs }) {
  return tx
    .select()
    .from(adminSessions)
    .where(
      and(
        eq(adminSessions.adminId, of.adminId),
        gt(adminSessions.expiresAt, of.now),
        gt(adminSessions.lastSeenAt, of.seenAfter),
      ),
    )
    .orderBy(desc(adminSessions.lastSeenAt), asc(adminSessions.id));
}

/** Ends one session of an account; false when it has none of that id. */
export async function deleteSessionById(tx: Tx, session: { adminId: string; id: string }): Promise<boolean> {
  const { adminId, id } = session;
  const rows = await tx
    .delete(adminSessions)
    .where(and(eq(adminSessions.adminId, adminId), eq(adminSessions.id, id)))
    .returning({ id: adminSessions.id });
  return rows.length === 1;
}

export async function deleteSession(tx: Tx, tokenHash: string): Promise<void> {
  await tx.delete(adminSessions).where(eq(adminSessions.tokenHash, tokenHash));
}

/** Ends what is open of an account. */
export async function deleteSessionsOf(tx: Tx, adminId: string): Promise<void> {
  await tx.delete(adminSessions).where(eq(adminSessions.adminId, adminId));
}

/** Ends what is open of an account but for one session; returns how many ended. */
export async function deleteOtherSessions(
  tx: Tx,
  session: { adminId: string; tokenHash: string },
): Promise<number> {
  const { adminId, tokenHash } = session;
  const rows = await tx
    .delete(adminSessions)
    .where(and(eq(adminSessions.adminId, adminId), ne(adminSessions.tokenHash, tokenHash)))
    .returning({ id: adminSessions.id });
  return rows.length;
}

export async function deleteSessionsBefore(tx: Tx, time: TimeMs): Promise<void> {
  await tx.delete(adminSessions).where(lte(adminSessions.expiresAt, time));
}
