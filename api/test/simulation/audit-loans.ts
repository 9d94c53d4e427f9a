import type { Receipt } from "./audit-mixes";

/** A loan as the administrators' script has it, and its status as the console shows it. */
export type LoanFacts = {
  asset: string;
  units: bigint;
  address: string;
  creator: string;
  /** Who approved it; null where no one has. */
  approver: string | null;
  /** Somebody was answered that it will be paid. */
  isAskedFor: boolean;
  status: string;
};

/** What may be paid without a second person's word, in whole USDT: one loan, one creator's, and all. */
export type LoanLimits = { loanUsdt: bigint; creatorUsdt: bigint; totalUsdt: bigint };

/**
 * Takes what came to the payees of loans out of the receipts that are left, and returns it: a completed loan was paid once,
 * as it was written, another one never; and what no second person approved stays within the limits, at the lowest price that was.
 */
export function loansPaid(
  loans: readonly LoanFacts[],
  left: Receipt[],
  given: { limits: LoanLimits; leastWorth(asset: string, units: bigint): bigint },
  complaints: string[],
): Receipt[] {
  const paid: Receipt[] = [];
  for (const loan of loans) {
    const { address, asset, units, status } = loan;
    const got = left.filter((receipt) => receipt.address === address);
    left.splice(0, left.length, ...left.filter((receipt) => receipt.address !== address));
    paid.push(...got);
    const complain = (text: string) => complaints.push(`the loan to ${address} (${status}) ${text}`);
    const isAsWritten = got.length === 1 && got[0]?.asset === asset && got[0].units === units;
    if (status === "completed" && !isAsWritten)
      complain(
        `is ${units} ${asset}; it got ${got.map((one) => `${one.units} ${one.asset}`).join() || "nothing"}`,
      );
    if (status !== "completed" && got.length > 0) complain(`got ${got[0]?.units} ${got[0]?.asset}`);
    if (status === "completed" && !loan.isAskedFor) complain("was paid without a word");
    if (status === "processing" || status === "gone") complain("never ends");
  }
  checkLimits(loans, given, complaints);
  return paid;
}

function checkLimits(
  loans: readonly LoanFacts[],
  { limits, leastWorth }: { limits: LoanLimits; leastWorth(asset: string, units: bigint): bigint },
  complaints: string[],
): void {
  const alone = loans.filter(
    ({ status, approver, creator }) => status === "completed" && (approver === null || approver === creator),
  );
  const worth = (some: readonly LoanFacts[]): bigint =>
    some.reduce((sum, { asset, units }) => sum + leastWorth(asset, units), 0n);
  for (const loan of alone)
    if (worth([loan]) > limits.loanUsdt) complaints.push(`the loan to ${loan.address} was not approved`);
  for (const creator of new Set(alone.map((loan) => loan.creator)))
    if (worth(alone.filter((loan) => loan.creator === creator)) > limits.creatorUsdt)
      complaints.push(`${creator} had more paid out than one person may`);
  if (worth(alone) > limits.totalUsdt) complaints.push("more was paid out than may be without approval");
}
