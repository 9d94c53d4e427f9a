import type { TimeMs } from "../../core/ports";
import type { Tx } from "../../db/client";
import { loanPrices, needsApproval } from "../approval";
import type { Loan } from "../loan";
import { lockLoanSums, sumLoans } from "../sums-store";
import type { LoanParts } from "./call";

type Weighed = Pick<Loan, "asset" | "units" | "figures" | "receiveAddress" | "createdBy">;

/**
 * Whether a loan that is about to be created, or paid (`asked`), needs a second person's approval. Until the transaction
 * ends, no other one can read the sums: the loan must count in them before the next is weighed.
 */
export async function needsApprovalNow(
  { prices, limits }: Pick<LoanParts, "prices" | "limits">,
  tx: Tx,
  loan: Weighed,
  { by, now }: { by: "created" | "asked"; now: TimeMs },
): Promise<boolean> {
  const { createdBy, receiveAddress } = loan;
  if (receiveAddress === null) return false;
  await lockLoanSums(tx);
  const known = loanPrices(prices.current(), now);
  const sums = await sumLoans(tx, { createdBy, receiveAddress }, { by, prices: known, now });
  return needsApproval(loan, { limits, prices: known, sums });
}
