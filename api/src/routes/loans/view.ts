import { formatUnits } from "../../core/amount";
import { assetOf } from "../../core/assets";
import type { TimeMs } from "../../core/ports";
import { LOAN_USDT_DECIMALS, type Loan } from "../../loans/loan";
import type { LoanWire } from "./schema";

const iso = (at: TimeMs): string => new Date(at).toISOString();

/** The loan as administrators see it. */
export function loanWire(loan: Loan): LoanWire {
  const { phase, figures } = loan;
  return {
    id: loan.id,
    reference: loan.reference,
    currency: loan.asset,
    amount: formatUnits(loan.units, assetOf(loan.asset).decimals),
    exchangeRate: formatUnits(loan.rateScaled, LOAN_USDT_DECIMALS),
    usdtValue: usdtText(figures.valueScaled),
    feeAmount: usdtText(figures.feeScaled),
    status: phase.status,
    receiveAddress: loan.receiveAddress,
    approvalRequired: loan.approvalRequired,
    createdBy: loan.createdBy,
    approvedBy: loan.approvedBy,
    paidBy: "paidBy" in phase ? phase.paidBy : null,
    txHash: phase.status === "paid" ? phase.txHash : "leg" in phase ? (phase.leg?.txHash ?? null) : null,
    createdAt: iso(loan.createdAt),
    completedAt: "at" in phase ? iso(phase.at) : null,
  };
}

/** USDT times 10^8 with all of its 8 decimals: `3000000000000n` → `"30000.00000000"`. */
export function usdtText(scaled: bigint): string {
  const digits = scaled.toString().padStart(LOAN_USDT_DECIMALS + 1, "0");
  return `${digits.slice(0, -LOAN_USDT_DECIMALS)}.${digits.slice(-LOAN_USDT_DECIMALS)}`;
}
