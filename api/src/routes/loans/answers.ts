import { loanIdOf } from "../../core/ids";
import { mapOk, ok } from "../../core/result";
import type { Claim } from "../../idempotency/idempotency";
import { approveLoan } from "../../loans/verbs/approve";
import type { LoanParts } from "../../loans/verbs/call";
import { createLoan } from "../../loans/verbs/create";
import { type LoansQuery, listLoans } from "../../loans/verbs/list";
import { payLoan } from "../../loans/verbs/pay";
import { readLoan } from "../../loans/verbs/read";
import { readLoanSums } from "../../loans/verbs/sums";
import type { CreateLoanBody, PayLoanBody } from "./schema";
import { loanSumsWire, loanWire } from "./view";

/** Who acts, by name, and the claim of the Idempotency-Key where there is one. */
export type LoanContext = { admin: string; idempotency?: Claim };

/** What the operations of payout (loan) orders answer; expected failures are Problems. */
export type LoanAnswers = ReturnType<typeof createLoanAnswers>;

export function createLoanAnswers(parts: LoanParts) {
  const call = (context: LoanContext) => ({ ...context, answer: loanWire });
  return {
    list: async (query: LoansQuery) =>
      mapOk(await listLoans(parts.database, query), ({ items, nextCursor }) => ({
        items: items.map(loanWire),
        nextCursor,
      })),
    read: async (id: string) => mapOk(await readLoan(parts.database, loanIdOf(id)), loanWire),
    sums: async () => ok(loanSumsWire(await readLoanSums(parts))),
    create: (body: CreateLoanBody, context: LoanContext) => createLoan(parts, body, call(context)),
    pay: (id: string, body: PayLoanBody, context: LoanContext) =>
      payLoan(parts, loanIdOf(id), body, call(context)),
    approve: (id: string, context: LoanContext) => approveLoan(parts, loanIdOf(id), call(context)),
  };
}
