import { type AuditDraft, appendAudit } from "../audit/audit";
import type { Problem } from "../core/errors";
import type { Clock, TimeMs } from "../core/ports";
import { err, type Result } from "../core/result";
import type { Database } from "../db/client";
import { transaction } from "../db/transaction";
import type { Administrator } from "./administrator";

/** The row of the audit log for what an administrator did with the own account. */
export const doneBy = ({ username }: Administrator, what: { action: string; at: TimeMs }): AuditDraft => ({
  ...what,
  admin: username,
  outcome: "done",
  subject: null,
  reason: null,
});

/** Records in the audit log what an administrator was refused with the own account, and returns it. */
export async function refuse(
  { database, clock }: { database: Database; clock: Clock },
  admin: Administrator,
  refusal: { action: string; problem: Problem },
): Promise<Result<never, Problem>> {
  const row = doneBy(admin, { action: refusal.action, at: clock.now() });
  await transaction(database, (tx) =>
    appendAudit(tx, { ...row, outcome: "refused", reason: refusal.problem.code }),
  );
  return err(refusal.problem);
}
