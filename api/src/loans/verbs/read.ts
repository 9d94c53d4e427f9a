import { type Problem, problem } from "../../core/errors";
import type { LoanId } from "../../core/ids";
import { err, ok, type Result } from "../../core/result";
import type { Database } from "../../db/client";
import type { Loan } from "../loan";
import { loadLoan } from "../store";

/** Returns one loan. Error: `loan/unknown`. */
export async function readLoan(database: Database, id: LoanId): Promise<Result<Loan, Problem>> {
  const loan = await loadLoan(database, id);
  return loan === undefined ? err(problem("loan/unknown")) : ok(loan);
}
