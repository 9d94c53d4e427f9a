import type { ProblemCode } from "../core/errors";
import { oneAtATime } from "../core/one-at-a-time";
import { PAGE_ITEMS_MAX } from "../core/page";
import type { Clock } from "../core/ports";
import type { Database } from "../db/client";
import { transaction } from "../db/transaction";
import { appendAudit, listAudit, verifyAudit } from "./audit";

/** The record of what administrators did and tried. */
export type AuditLog = ReturnType<typeof createAuditLog>;

/** The audit log as administrators read it, and where refusals are recorded. */
export function createAuditLog({ database, clock }: { database: Database; clock: Clock }) {
  return {
    /** One page, newest first; a cursor that is none of ours returns an empty page. */
    list: (cursor: string | undefined) =>
      listAudit(database, { before: seqOf(cursor), limit: PAGE_ITEMS_MAX }),
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

/** A cursor that is not one of ours means the start of the list. */
function seqOf(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  return /^[1-9]\d{0,14}$/.test(cursor) ? Number(cursor) : 0;
}
