import { type Problem, type ProblemCode, problem } from "../core/errors";
import { oneAtATime } from "../core/one-at-a-time";
import { PAGE_ITEMS_MAX } from "../core/page";
import type { Clock } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import type { Database } from "../db/client";
import { transaction } from "../db/transaction";
import { type AuditPage, appendAudit, listAudit, verifyAudit } from "./audit";

/** The record of what administrators did and tried. */
export type AuditLog = ReturnType<typeof createAuditLog>;

/** The audit log as administrators read it, and where refusals are recorded. */
export function createAuditLog({ database, clock }: { database: Database; clock: Clock }) {
  return {
    /** One page, newest first. Error: `request/invalid` for a cursor that no page ended with. */
    list: async (cursor: string | undefined): Promise<Result<AuditPage, Problem>> => {
      const before = seqOf(cursor);
      if (before === undefined) return err(problem("request/invalid", { pointer: "/cursor" }));
      return ok(await listAudit(database, { before, limit: PAGE_ITEMS_MAX }));
    },
    /** Of the whole log; who asks meanwhile shares the next look. */
    verify: oneAtATime(() => verifyAudit(database)),
    /** Records that an administrator tried what the role does not allow, or what cannot be done. */
    refused: (admin: { username: string }, action: string, code: ProblemCode): Promise<void> =>
      transaction(database, (tx) =>
        appendAudit(tx, {
          at: clock.now(),
          admin: admin.username,
          action,
          outcome: "refused",
          subject: null,
          reason: code,
        }),
      ),
  };
}

/** Null for the first page; undefined for a cursor that no page ended with. */
function seqOf(cursor: string | undefined): number | null | undefined {
  if (cursor === undefined) return null;
  return /^[1-9]\d{0,14}$/.test(cursor) ? Number(cursor) : undefined;
}
