import type { TimeMs } from "../../core/ports";
import { type ApprovalLimits, LOAN_SUM_MS, loanPrices } from "../approval";
import { listLoanSums } from "../sums-store";
import type { LoanParts } from "./call";

/** What the loans after `from` come to, with the limits above which a loan needs approval. */
export type LoanSumsNow = Awaited<ReturnType<typeof listLoanSums>> & { from: TimeMs; limits: ApprovalLimits };

/** Returns the sums of the last 24 hours: of all loans, and of the creators and addresses with the highest ones. */
export async function readLoanSums({ database, prices, clock, limits }: LoanParts): Promise<LoanSumsNow> {
  const now = clock.now();
  const sums = await listLoanSums(database, { prices: loanPrices(prices.current(), now), now });
  return { ...sums, from: now - LOAN_SUM_MS, limits };
}
