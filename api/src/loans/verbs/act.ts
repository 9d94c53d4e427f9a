import { unreachable } from "../../core/assert";
import { type AssetCode, assetOf, NATIVE_ASSET } from "../../core/assets";
import { type Problem, problem } from "../../core/errors";
import type { LoanId } from "../../core/ids";
import type { Result } from "../../core/result";
import type { Tx } from "../../db/client";
import { Conflict, type Outcome, rollback, transaction } from "../../db/transaction";
import { type Kept, once } from "../../idempotency/idempotency";
import { gasAsideUnits } from "../../market/market";
import { holdFreeReserves } from "../../reserves/store";
import { type Loan, type LoanError, type LoanEvent, transitionLoan } from "../loan";
import { advanceLoan, lockLoan } from "../store";
import type { LoanCall, LoanParts } from "./call";
import { done, type LoanAction, refuse, refuseAlone } from "./record";

/** Events that administrators cause; the others come from the worker. */
export type AdminEvent = Extract<LoanEvent, { type: "approve" | "need_approval" | "pay" | "mark_paid" }>;

export type Wish<Answer> = {
  action: LoanAction;
  call: LoanCall<Answer>;
  eventOf(tx: Tx, loan: Loan): Promise<Result<AdminEvent, Problem>>;
};

/**
 * One thing that an administrator asks of a loan: transition, reserve, loan, work, audit and answer in one transaction.
 * The public process only asks the reserve to pay: it holds what is needed, and the worker plans, signs and follows the
 * leg. Errors: `loan/unknown`, `loan/*`, `reserve/insufficient`.
 */
export async function act<Answer>(
  parts: LoanParts,
  id: LoanId,
  wish: Wish<Answer>,
): Promise<Result<Answer, Problem>> {
  const { action, call } = wish;
  // What rolls back takes a record of it back too, so it is told by this very object.
  const short = problem("reserve/insufficient");
  await parts.prices.fresh();
  const outcome = await transaction(parts.database, (tx) =>
    once(tx, call.idempotency, () => apply(parts, tx, id, { ...wish, short })),
  );
  if (outcome.ok) parts.notifier.wake("outbox");
  if (outcome.ok || outcome.error !== short) return outcome;
  return refuseAlone(parts, { action, subject: id, call }, short);
}

async function apply<Answer>(
  parts: LoanParts,
  tx: Tx,
  id: LoanId,
  wish: Wish<Answer> & { short: Problem },
): Promise<Outcome<Kept<Answer>, Problem>> {
  const at = parts.clock.now();
  const { call } = wish;
  const refused = (refusal: Problem, action = wish.action) =>
    refuse(tx, { action, at, call, subject: id }, refusal);
  const loan = await lockLoan(tx, id);
  if (loan === undefined) return refused(problem("loan/unknown"));
  const event = await wish.eventOf(tx, loan);
  if (!event.ok) return refused(event.error);
  const action = event.value.type === "mark_paid" ? "loan.mark-paid" : wish.action;
  const outcome = transitionLoan(loan, event.value);
  if (!outcome.ok) return refused(problemOf(outcome.error), action);
  const { hold } = outcome.value;
  // What it held so far of other assets is returned.
  if (!(await holdFreeReserves(tx, hold, gasAside(parts, loan.asset)))) return rollback(wish.short);
  if (!(await advanceLoan(tx, outcome.value, at))) throw new Conflict("the loan has moved on");
  // From now on it says that it needs an approval, and so it can be given one.
  if (event.value.type === "need_approval") return refused(problem("loan/approval-required"));
  return done(tx, outcome.value.loan, { action, at, call, status: 200 });
}

/** What must stay free of the native coin, for the network fees of everything else. */
function gasAside(parts: LoanParts, asset: AssetCode): ReadonlyMap<string, bigint> {
  return new Map([[NATIVE_ASSET[assetOf(asset).chain], gasAsideUnits(parts.prices.current(), asset)]]);
}

function problemOf(failure: LoanError): Problem {
  switch (failure) {
    case "not_pending":
    case "already_done":
    case "no_address":
      return problem("loan/not-pending");
    case "own_approval":
      return problem("loan/own-approval");
    case "approval_needless":
      return problem("loan/approval-needless");
    case "approval_required":
      return problem("loan/approval-required");
    default:
      return unreachable(failure);
  }
}
