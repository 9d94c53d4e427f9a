import { type Problem, problem } from "../../core/errors";
import { loanIdOf } from "../../core/ids";
import { PAGE_ITEMS_MAX } from "../../core/page";
import { err, ok, type Result } from "../../core/result";
import type { Database } from "../../db/client";
import { LOAN_ID_PATTERN, type Loan, type LoanStatus } from "../loan";
import { listLoans as loansBefore } from "../store";

export type LoansQuery = {
  status?: LoanStatus | undefined;
  /** Exactly this reference. */
  reference?: string | undefined;
  cursor?: string | undefined;
};

/** Returns a page of loans, newest first. Error: `request/invalid` for a cursor that is none of ours. */
export async function listLoans(
  database: Database,
  { status, reference, cursor }: LoansQuery,
): Promise<Result<{ items: Loan[]; nextCursor: string | null }, Problem>> {
  if (cursor !== undefined && !LOAN_ID_PATTERN.test(cursor))
    return err(problem("request/invalid", { pointer: "/cursor" }));
  const loans = await loansBefore(database, {
    limit: PAGE_ITEMS_MAX + 1,
    ...(status && { status }),
    ...(reference !== undefined && { reference: reference.replaceAll("\u0000", "") }),
    ...(cursor && { before: loanIdOf(cursor) }),
  });
  const items = loans.slice(0, PAGE_ITEMS_MAX);
  return ok({ items, nextCursor: loans.length > items.length ? (items.at(-1)?.id ?? null) : null });
}
