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
    const deposits = shown.filter((one) => one.address === address && isReadFromBalances(one.asset));
    const paid = others.filter((payment) => payment.address === address);
    receipts.push(...cutsOf(paid, deposits).map(receiptOf));
  }
  return receipts;
}

/** Payments in a row, and the deposit that they make up, if there is one. */
type Cut = { members: [Payment, ...Payment[]]; deposit: ShownDeposit | null };

/** Rows one after the other; how many deposits they explain, and how often a later one comes before an earlier one. */
type Cuts = { cuts: readonly Cut[]; explained: number; swapped: number };

const NONE: Cuts = { cuts: [], explained: 0, swapped: 0 };

const isBetter = (a: Cuts, b: Cuts): boolean =>
  a.explained > b.explained || (a.explained === b.explained && a.swapped < b.swapped);

/**
 * Cuts payments into rows that explain as many deposits as can be, in the order in which the page shows them. The first row
 * that makes one up need not be the right one: dust makes one payment larger, and a stranger pays as much as a customer later.
 */
function cutsOf(paid: readonly Payment[], deposits: readonly ShownDeposit[]): readonly Cut[] {
  const known = new Map<string, Cuts>();
  const bestFrom = (start: number, open: readonly ShownDeposit[]): Cuts => {
    const key = `${start} ${open.map(({ units }) => units).join()}`;
    const best = known.get(key) ?? search(start, open);
    known.set(key, best);
    return best;
  };
  const search = (start: number, open: readonly ShownDeposit[]): Cuts => {
    const first = paid[start];
    if (first === undefined) return NONE;
    const rest = bestFrom(start + 1, open);
    let best: Cuts = { ...rest, cuts: [{ members: [first], deposit: null }, ...rest.cuts] };
    let units = 0n;
    for (let end = start; end < paid.length; end++) {
      units += paid[end]?.units ?? 0n;
      const at = open.findIndex((one) => one.units === units);
      const deposit = open[at];
      if (deposit === undefined) continue;
      const after = bestFrom(end + 1, open.toSpliced(at, 1));
      const members: Cut["members"] = [first, ...paid.slice(start + 1, end + 1)];
      const cuts = [{ members, deposit }, ...after.cuts];
      const tried = { cuts, explained: after.explained + 1, swapped: after.swapped + at };
      if (isBetter(tried, best)) best = tried;
    }
    return best;
  };
  return bestFrom(0, deposits).cuts;
}

function receiptOf({ members, deposit }: Cut): Payment {
  const [first] = members;
  // A page may link the receipt beside it, of the same block, to this one's transaction.
  if (deposit === null) return first.isStranger ? { ...first, txHash: `stranger ${first.txHash}` } : first;
  const last = members.at(-1) ?? first;
  return {
    ...last,
    units: deposit.units,
    txHash: deposit.txHash ?? last.txHash,
    listed: members.some(({ listed }) => listed),
    paidAt: Math.min(...members.map(({ paidAt }) => paidAt)),
    isStranger: members.every(({ isStranger }) => isStranger),
  };
}
