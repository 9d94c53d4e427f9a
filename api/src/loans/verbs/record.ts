import { appendAudit } from "../../audit/audit";
import type { Problem } from "../../core/errors";
import type { LoanId } from "../../core/ids";
import type { TimeMs } from "../../core/ports";
import { err, ok, type Result } from "../../core/result";
import type { Tx } from "../../db/client";
import { transaction } from "../../db/transaction";
import type { Kept } from "../../idempotency/idempotency";
import type { Loan } from "../loan";
import type { LoanCall, LoanParts } from "./call";

export type LoanAction = "loan.create" | "loan.approve" | "loan.pay" | "loan.mark-paid";

type Attempt = { action: LoanAction; at: TimeMs; call: Pick<LoanCall<unknown>, "admin"> };

/** Records the action and answers it; only the answer's own row is written after it. */
export async function done<Answer>(
  tx: Tx,
  loan: Loan,
  { action, at, call, status }: Attempt & { call: LoanCall<Answer>; status: number },
): Promise<Result<Kept<Answer>, Problem>> {
  const { admin } = call;
  await appendAudit(tx, { at, admin, action, outcome: "done", subject: loan.id, reason: null });
  return ok({ answer: call.answer(loan), orderId: null, status });
}

/** Records what was refused, as the last write before the commit, and answers it. */
export async function refuse(
  tx: Tx,
  { action, at, call, subject }: Attempt & { subject: LoanId | null },
  refusal: Problem,
): Promise<Result<never, Problem>> {
  const { admin } = call;
  await appendAudit(tx, { at, admin, action, outcome: "refused", subject, reason: refusal.code });
  return err(refusal);
}

/** The same in a transaction of its own, where nothing else is written. */
export const refuseAlone = (
  { database, clock }: LoanParts,
  attempt: Omit<Parameters<typeof refuse>[1], "at">,
  refusal: Problem,
): Promise<Result<never, Problem>> =>
  transaction(database, (tx) => refuse(tx, { ...attempt, at: clock.now() }, refusal));
