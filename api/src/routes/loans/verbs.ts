import type { Problem } from "../../core/errors";
import type { Result } from "../../core/result";
import type { Claim } from "../../idempotency/idempotency";
import type { CreateLoanBody, LoanStatus, LoanWire, PayLoanBody } from "./schema";

/** Who acts, by name, and the claim of the Idempotency-Key where there is one. */
export type LoanContext = { admin: string; idempotency?: Claim };

/** What administrators can do with payout (loan) orders. Expected failures are Problems. */
export type LoanVerbs = {
  /** Newest first, a page. */
  list(query: {
    status?: LoanStatus | undefined;
    reference?: string | undefined;
    cursor?: string | undefined;
  }): Promise<Result<{ items: LoanWire[]; nextCursor: string | null }, Problem>>;
  create(input: CreateLoanBody, context: LoanContext): Promise<Result<LoanWire, Problem>>;
  /** Asks the reserve to pay, or marks as paid what has no address or names a transaction. */
  pay(id: string, input: PayLoanBody, context: LoanContext): Promise<Result<LoanWire, Problem>>;
  approve(id: string, context: LoanContext): Promise<Result<LoanWire, Problem>>;
};
