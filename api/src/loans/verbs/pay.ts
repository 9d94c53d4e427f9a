import { type Problem, problem } from "../../core/errors";
import type { LoanId } from "../../core/ids";
import { err, ok, type Result } from "../../core/result";
import type { Tx } from "../../db/client";
import { feeCapOf, payableUnits } from "../../market/market";
import { isPaused } from "../../switches/switches";
import type { Loan } from "../loan";
import { type AdminEvent, act } from "./act";
import type { LoanCall, LoanParts } from "./call";
import { needsApprovalNow } from "./limited";

/**
 * Asks the reserve to pay a loan, or marks as paid one that has no address or names a transaction. Errors:
 * `payouts/paused`, `currency/paused`, `loan/approval-required`, as act.
 */
export function payLoan<Answer>(
  parts: LoanParts,
  id: LoanId,
  { txHash }: { txHash?: string | undefined },
  call: LoanCall<Answer>,
): Promise<Result<Answer, Problem>> {
  // PostgreSQL cannot hold U+0000 in a text, nor halves of characters.
  const noted = txHash && Buffer.from(txHash.replaceAll("\u0000", "")).toString();
  return act(parts, id, {
    action: "loan.pay",
    call,
    eventOf: (tx, loan) => payment(parts, tx, { loan, noted, by: call.admin }),
  });
}

/** How a loan is to be paid: by the reserve, where it has an address and the caller names no transaction. */
async function payment(
  parts: LoanParts,
  tx: Tx,
  wish: { loan: Loan; noted: string | undefined; by: string },
): Promise<Result<AdminEvent, Problem>> {
  const { loan, noted, by } = wish;
  const { asset } = loan;
  if (loan.receiveAddress === null || noted !== undefined)
    return ok({ type: "mark_paid", by, txHash: noted || null, at: parts.clock.now() });
  if (loan.phase.status === "pending") {
    if (await isPaused(tx, "payouts")) return err(problem("payouts/paused"));
    const current = parts.prices.current();
    const isReady = current.assets.has(asset) && current.networkFees.has(asset);
    if (!isReady || (await isPaused(tx, `asset:${asset}`)))
      return err(problem("currency/paused", { params: { currency: asset } }));
    // What was approved stays approved; what was too small to need it may have grown, or is paid beside too many others.
    const isLarge = await needsApprovalNow(parts, tx, loan, { by: "asked", now: parts.clock.now() });
    if (!loan.approvalRequired && isLarge) return ok({ type: "need_approval" });
    // One transaction must be able to pay it, with as many coins as it can have.
    const isOfCoins = current.networkFees.get(asset)?.beyondUnits !== undefined;
    if (isOfCoins && loan.units > payableUnits(current, asset)) return err(problem("reserve/insufficient"));
  }
  const current = parts.prices.current();
  const payment = { units: loan.units, heldUnits: 0n };
  const cap = feeCapOf(current, asset, parts.clock.now(), { payment, payeeUnits: null });
  return ok({ type: "pay", by, feeUnitsMax: cap.feeUnitsMax });
}
