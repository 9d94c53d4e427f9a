import type { Payment } from "./auditor";
import { isReadFromBalances } from "./cumulative-chain";

/** A deposit as an order's page shows it. */
export type ShownDeposit = { address: string; asset: string; txHash: string | null; units: bigint };

/**
 * Payments as a balance shows them: those in a row that together make up a deposit of a page are one. Pages only say where
 * one receipt ends; what does not add up stays as it is, and the auditor will object. In the order of the chain.
 */
export function asReceipts(payments: readonly Payment[], shown: readonly ShownDeposit[]): Payment[] {
  const receipts: Payment[] = payments.filter(({ asset }) => !isReadFromBalances(asset));
  const others = payments.filter(({ asset }) => isReadFromBalances(asset));
  for (const address of new Set(others.map((payment) => payment.address))) {
    const open = shown.filter((one) => one.address === address && isReadFromBalances(one.asset));
    const left = others.filter((payment) => payment.address === address);
    while (left.length > 0) receipts.push(nextReceipt(left, open));
  }
  return receipts;
}

/** Takes the first payments that make up one of the deposits; the first one, where none do. */
function nextReceipt(left: Payment[], open: ShownDeposit[]): Payment {
  let units = 0n;
  for (const [at, payment] of left.entries()) {
    units += payment.units;
    const index = open.findIndex((one) => one.units === units);
    const [deposit] = index < 0 ? [] : open.splice(index, 1);
    if (deposit === undefined) continue;
    const [first, ...rest] = left.splice(0, at + 1);
    const members = first === undefined ? [] : [first, ...rest];
    return {
      ...payment,
      units,
      txHash: deposit.txHash ?? payment.txHash,
      listed: members.some(({ listed }) => listed),
      paidAt: Math.min(...members.map(({ paidAt }) => paidAt)),
      isStranger: members.every(({ isStranger }) => isStranger),
    };
  }
  const [first] = left.splice(0, 1);
  if (first === undefined) throw new RangeError("no payment is left");
  // A page may link the receipt beside it, of the same block, to this one's transaction.
  return first.isStranger ? { ...first, txHash: `stranger ${first.txHash}` } : first;
}
