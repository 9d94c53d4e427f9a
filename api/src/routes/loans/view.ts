import { formatUnits } from "../../core/amount";
import { assetOf } from "../../core/assets";
import { isoOf } from "../../core/instant";
import { LOAN_USDT_DECIMALS } from "../../loans/figures";
import type { Loan } from "../../loans/loan";
import type { LoanSum } from "../../loans/sums-store";
import type { LoanSumsNow } from "../../loans/verbs/sums";
import type { LoanSumsWire, LoanWire } from "./schema";

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
    createdAt: isoOf(loan.createdAt),
    completedAt: "at" in phase ? isoOf(phase.at) : null,
  };
}

/** The sums of 24 hours as administrators see them. */
export function loanSumsWire({
  from,
  limits,
  total,
  creators,
  addresses,
  isPriced,
}: LoanSumsNow): LoanSumsWire {
  const sum = ({ createdScaled, askedScaled }: LoanSum) => ({
    created: usdtText(createdScaled),
    paid: usdtText(askedScaled),
  });
  return {
    from: isoOf(from),
    limits: {
      loan: limits.loanUsdt.toString(),
      creator: limits.creatorUsdt.toString(),
      address: limits.addressUsdt.toString(),
      total: limits.totalUsdt.toString(),
    },
    total: sum(total),
    creators: creators.map((one) => ({ createdBy: one.of ?? "", ...sum(one) })),
    addresses: addresses.map((one) => ({ receiveAddress: one.of ?? "", ...sum(one) })),
    complete: isPriced,
  };
}

/** USDT times 10^8 with all of its 8 decimals: `3000000000000n` → `"30000.00000000"`. */
export function usdtText(scaled: bigint): string {
  const digits = scaled.toString().padStart(LOAN_USDT_DECIMALS + 1, "0");
  return `${digits.slice(0, -LOAN_USDT_DECIMALS)}.${digits.slice(-LOAN_USDT_DECIMALS)}`;
}
