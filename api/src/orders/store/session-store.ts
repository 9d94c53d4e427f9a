import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { TimeMs } from "../../core/ports";
import type { Tx } from "../../db/client";

/** How a session's id is kept: 128 random bits need no salt. */
export const hashSessionId = (sessionId: string): string =>
  createHash("sha256").update(sessionId).digest("hex");

const iso = (at: TimeMs): string => new Date(at).toISOString();

export async function insertSession(tx: Tx, session: { idHash: string; expiresAt: TimeMs }): Promise<void> {
  await tx.execute(
    sql`INSERT INTO mixer_sessions (id_hash, expires_at) VALUES (${session.idHash}, ${iso(session.expiresAt)})`,
  );
}

/** Whether a session exists and has not ended. */
export async function isSessionLive(tx: Tx, session: { idHash: string; now: TimeMs }): Promise<boolean> {
  const rows = await tx.execute(
    sql`SELECT 1 FROM mixer_sessions WHERE id_hash = ${session.idHash} AND expires_at > ${iso(session.now)}`,
  );
  return rows.length === 1;
}

export async function deleteEndedSessions(tx: Tx, now: TimeMs): Promise<void> {
  await tx.execute(sql`DELETE FROM mixer_sessions WHERE expires_at <= ${iso(now)}`);
}
