import { createHash } from "node:crypto";
import { and, eq, gt, lte } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import type { TimeMs } from "../../core/ports";
import type { Tx } from "../../db/client";
import { timeMs } from "../../db/columns";

const mixerSessions = pgTable("mixer_sessions", {
  idHash: text("id_hash").primaryKey(),
  expiresAt: timeMs("expires_at").notNull(),
});

/** How a session's id is kept: 128 random bits need no salt. */
export const hashSessionId = (sessionId: string): string =>
  createHash("sha256").update(sessionId).digest("hex");

export async function insertSession(tx: Tx, session: { idHash: string; expiresAt: TimeMs }): Promise<void> {
  await tx.insert(mixerSessions).values(session);
}

/** Whether a session exists and has not ended. */
export async function isSessionLive(tx: Tx, session: { idHash: string; now: TimeMs }): Promise<boolean> {
  const { idHash, expiresAt } = mixerSessions;
  const rows = await tx
    .select({ idHash })
    .from(mixerSessions)
    .where(and(eq(idHash, session.idHash), gt(expiresAt, session.now)));
  return rows.length === 1;
}

export async function deleteEndedSessions(tx: Tx, now: TimeMs): Promise<void> {
  await tx.delete(mixerSessions).where(lte(mixerSessions.expiresAt, now));
}
