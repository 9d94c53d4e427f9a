import { appendAudit } from "../audit/audit";
import { type Problem, problem } from "../core/errors";
import type { Clock, TimeMs } from "../core/ports";
import { ok, type Result } from "../core/result";
import type { Database } from "../db/client";
import { transaction } from "../db/transaction";
import type { Administrator } from "./administrator";
import { doneBy, refuse } from "./own-account";
import { deleteOtherSessions, deleteSessionById, listSessions } from "./session-store";
import { IDLE_MS } from "./sessions";
import { tokenHash } from "./tokens";

/** A session as its owner sees it: nothing says from where it was opened. */
export type OwnSession = {
  id: string;
  createdAt: TimeMs;
  lastUsedAt: TimeMs;
  expiresAt: TimeMs;
  /** Whether it is the session that makes this call. */
  isThis: boolean;
};

/** What an administrator sees of the own sessions, and ends. */
export type OwnSessions = ReturnType<typeof createOwnSessions>;

/** Lists and ends the sessions of an account, for its owner. */
export function createOwnSessions(parts: { database: Database; clock: Clock }) {
  const { database, clock } = parts;
  return {
    /** Those that would be accepted now, the one that was used last first. */
    list: async (admin: Administrator, token: string): Promise<OwnSession[]> => {
      const now = clock.now();
      const rows = await listSessions(database, { adminId: admin.id, now, seenAfter: now - IDLE_MS });
      const current = tokenHash(token);
      return rows.map(({ id, createdAt, lastSeenAt, expiresAt, tokenHash: hash }) => ({
        ...{ id, createdAt, lastUsedAt: lastSeenAt, expiresAt },
        isThis: hash === current,
      }));
    },
    /** Error: `session/unknown`, also for a session of another account. */
    end: async (admin: Administrator, id: string): Promise<Result<{ ended: number }, Problem>> => {
      const action = "session.end";
      const isEnded = await transaction(database, async (tx) => {
        if (!(await deleteSessionById(tx, { adminId: admin.id, id }))) return false;
        await appendAudit(tx, doneBy(admin, { action, at: clock.now() }));
        return true;
      });
      return isEnded
        ? ok({ ended: 1 })
        : refuse(parts, admin, { action, problem: problem("session/unknown") });
    },
    /** Ends all but the one that asks. */
    endOthers: (admin: Administrator, token: string): Promise<{ ended: number }> =>
      transaction(database, async (tx) => {
        const ended = await deleteOtherSessions(tx, { adminId: admin.id, tokenHash: tokenHash(token) });
        await appendAudit(tx, doneBy(admin, { action: "session.end-others", at: clock.now() }));
        return { ended };
      }),
  };
}
