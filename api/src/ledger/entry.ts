import { assert } from "../core/assert";
import type { AssetCode } from "../core/assets";
import type { DepositId, LegId } from "../core/ids";
import type { AccountName, LedgerEntry } from "./accounts";

/** A balanced set of entries that is booked whole or not at all; `key` names the fact, which can be booked once only. */
export type LedgerTransaction = {
  kind: LedgerKind;
  key: string;
  entries: readonly LedgerEntry[];
  /**
   * The key of the transaction that booked to no owner what this one books to an owner: both are forgotten together.
   */
  supersedes?: string;
};

export type LedgerKind =
  | "float"
  | "credit"
  | "claim"
  | "aside"
  | "settle"
  | "refund_planned"
  | "refund_reversed"
  | "leg_final"
  | "leg_reverted"
  | "settle_reversed"
  | "mix_settle"
  | "mix_reversed"
  | "mix_leg"
  | "mix_round"
  | "loan_planned"
  | "loan_reversed"
  | "sweep"
  | "top_up"
  | "network_fee"
  | "reorg_loss"
  | "reorg_restored"
  | "missing"
  | "surplus"
  | "adopted"
  | "doubled"
  /** The running sums of forgotten orders (docs/money.md, "Forgetting"). */
  | "compacted";

/** Units that move from one account to another, as a debit and a credit. */
export const move = (
  asset: AssetCode,
  units: bigint,
  accounts: { debit: AccountName; credit: AccountName },
): LedgerEntry[] =>
  units === 0n
    ? []
    : [
        { account: accounts.debit, asset, units },
        { account: accounts.credit, asset, units: -units },
      ];

/** Whether the entries sum to zero in every asset. */
export function balanced(entries: readonly LedgerEntry[]): boolean {
  const sums = new Map<AssetCode, bigint>();
  for (const { asset, units } of entries) sums.set(asset, (sums.get(asset) ?? 0n) + units);
  return [...sums.values()].every((sum) => sum === 0n);
}

/** A transaction of these entries, which must balance. */
export function book(kind: LedgerKind, key: string, entries: readonly LedgerEntry[]): LedgerTransaction {
  assert(entries.length >= 2 && balanced(entries), "unbalanced ledger transaction", { kind });
  return { kind, key: `${kind}:${key}`, entries };
}

/** Where credited coins are: UTXO wallets spend a deposit as it is, account chains must sweep it first. */
export type Holding = "chain" | "unswept";

/** A final deposit becomes what we owe: to an order's book, or to no owner yet (`unallocated`). */
export const creditEntry = (deposit: {
  id: DepositId;
  asset: AssetCode;
  units: bigint;
  holding: Holding;
  owedTo: `customer:${string}` | "unallocated";
}): LedgerTransaction =>
  book(
    "credit",
    deposit.id,
    move(deposit.asset, deposit.units, { debit: deposit.holding, credit: deposit.owedTo }),
  );

/** Money booked to no owner becomes an order's, by a deletion note. */
export const claimEntry = (deposit: {
  id: DepositId;
  asset: AssetCode;
  units: bigint;
  book: string;
}): LedgerTransaction => ({
  ...book(
    "claim",
    deposit.id,
    move(deposit.asset, deposit.units, { debit: "unallocated", credit: `customer:${deposit.book}` }),
  ),
  supersedes: `credit:${deposit.id}`,
});

/** Money that was credited to an order, and is no payment for it, gets no owner. */
export const asideEntry = (deposit: {
  id: DepositId;
  asset: AssetCode;
  units: bigint;
  book: string;
}): LedgerTransaction => ({
  ...book(
    "aside",
    deposit.id,
    move(deposit.asset, deposit.units, { debit: `customer:${deposit.book}`, credit: "unallocated" }),
  ),
  supersedes: `credit:${deposit.id}`,
});

/** Money of the operator's own arriving at the hot wallet. */
export const floatEntry = (deposit: { id: DepositId; asset: AssetCode; units: bigint }): LedgerTransaction =>
  book("float", deposit.id, move(deposit.asset, deposit.units, { debit: "chain", credit: "float" }));

export type SettlementFigures = {
  sendAsset: AssetCode;
  receiveAsset: AssetCode;
  creditedUnits: bigint;
  feeUnits: bigint;
  /** floor((credited − fee) × rate), before the network fee. */
  grossUnits: bigint;
  networkFeeUnits: bigint;
  /** gross − network fee: what lands. */
  receiveUnits: bigint;
};

function swapEntries(book: string, f: SettlementFigures): LedgerEntry[] {
  const customer: AccountName = `customer:${book}`;
  return [
    ...move(f.sendAsset, f.feeUnits, { debit: customer, credit: "fees" }),
    ...move(f.sendAsset, f.creditedUnits - f.feeUnits, { debit: customer, credit: "conversion" }),
    ...move(f.receiveAsset, f.networkFeeUnits, { debit: "conversion", credit: "network_fees" }),
    ...move(f.receiveAsset, f.receiveUnits, { debit: "conversion", credit: customer }),
  ];
}

/** The same in the other direction, line by line. */
const reversed = (entries: readonly LedgerEntry[]): LedgerEntry[] =>
  entries.map((entry) => ({ ...entry, units: -entry.units })).reverse();

const settleEntries = (book: string, payable: string, f: SettlementFigures): LedgerEntry[] => [
  ...swapEntries(book, f),
  ...move(f.receiveAsset, f.receiveUnits, { debit: `customer:${book}`, credit: `payable:${payable}` }),
];

/** The swap of a mix: what is to be paid is committed to its legs, which are planned later. `key` is random. */
export const mixSettleEntry = (bookId: string, key: string, figures: SettlementFigures): LedgerTransaction =>
  book("mix_settle", key, settleEntries(bookId, bookId, figures));

/** Takes the settlement of a mix back whole, before any leg of it was planned: once, because it is not settled again. */
export const mixReversedEntry = (bookId: string, figures: SettlementFigures): LedgerTransaction =>
  book("mix_reversed", bookId, reversed(settleEntries(bookId, bookId, figures)));

/** A leg of a mix is due: its part of what we owe is committed to it. */
export const mixLegEntry = (leg: {
  legId: LegId;
  book: string;
  asset: AssetCode;
  units: bigint;
}): LedgerTransaction =>
  book(
    "mix_leg",
    leg.legId,
    move(leg.asset, leg.units, { debit: `payable:${leg.book}`, credit: `payable:${leg.legId}` }),
  );

/**
 * A round has landed: the pool's coins are at fresh addresses of ours. On UTXO chains they are spendable there and only
 * the fee is booked; on account chains they wait to be swept.
 */
export const mixRoundEntry = (round: {
  txId: string;
  asset: AssetCode;
  units: bigint;
  nativeAsset: AssetCode;
  feeUnits: bigint;
  holding: Holding;
}): LedgerTransaction =>
  book("mix_round", round.txId, [
    ...(round.holding === "chain"
      ? []
      : move(round.asset, round.units, { debit: "unswept", credit: "chain" })),
    ...move(round.nativeAsset, round.feeUnits, { debit: "network_fees", credit: "chain" }),
  ]);

/** The swap itself (currency-exchange recipe: two legs against `conversion`), and the payout leg it plans. */
export const settleEntry = (bookId: string, legId: LegId, figures: SettlementFigures): LedgerTransaction =>
  book("settle", legId, settleEntries(bookId, legId, figures));

/** Takes a settlement back whole, before any of it was paid: only after its leg failed for good. */
export const settleReversedEntry = (
  bookId: string,
  legId: LegId,
  figures: SettlementFigures,
): LedgerTransaction => book("settle_reversed", legId, reversed(settleEntries(bookId, legId, figures)));

/** A refund leg: what we owed, less the network fee, is committed to the leg. */
export const refundPlannedEntry = (refund: {
  legId: LegId;
  book: string;
  asset: AssetCode;
  units: bigint;
  networkFeeUnits: bigint;
}): LedgerTransaction => {
  const customer: AccountName = `customer:${refund.book}`;
  return book("refund_planned", refund.legId, [
    ...move(refund.asset, refund.networkFeeUnits, { debit: customer, credit: "network_fees" }),
    ...move(refund.asset, refund.units, { debit: customer, credit: `payable:${refund.legId}` }),
  ]);
};

/** A refund leg that failed for good, before any of it was paid: what it committed is owed again. */
export const refundReversedEntry = (refund: Parameters<typeof refundPlannedEntry>[0]): LedgerTransaction => ({
  kind: "refund_reversed",
  key: `refund_reversed:${refund.legId}`,
  entries: reversed(refundPlannedEntry(refund).entries),
});

/** A loan's leg: the operator's money, lent out of the reserve, is committed to it. */
export const loanPlannedEntry = (loan: {
  legId: LegId;
  asset: AssetCode;
  units: bigint;
}): LedgerTransaction =>
  book(
    "loan_planned",
    loan.legId,
    move(loan.asset, loan.units, { debit: "loans", credit: `payable:${loan.legId}` }),
  );

/** A loan's leg that failed for good, before any of it was paid: nothing was lent. */
export const loanReversedEntry = (loan: {
  legId: LegId;
  asset: AssetCode;
  units: bigint;
}): LedgerTransaction =>
  book(
    "loan_reversed",
    loan.legId,
    move(loan.asset, loan.units, { debit: `payable:${loan.legId}`, credit: "loans" }),
  );

/** The leg has landed: the debt is gone, and so are the coins and the true network fee. */
export const legFinalEntry = (leg: {
  legId: LegId;
  asset: AssetCode;
  units: bigint;
  nativeAsset: AssetCode;
  feeUnits: bigint;
}): LedgerTransaction =>
  book("leg_final", leg.legId, [
    ...move(leg.asset, leg.units, { debit: `payable:${leg.legId}`, credit: "chain" }),
    ...move(leg.nativeAsset, leg.feeUnits, { debit: "network_fees", credit: "chain" }),
  ]);

/** A transaction that cost its fee and moved nothing; with a leg, what that leg bears of it. */
export const networkFeeEntry = (fee: {
  legId?: LegId;
  txId: string;
  nativeAsset: AssetCode;
  feeUnits: bigint;
  holding: Holding;
}): LedgerTransaction =>
  book(
    fee.legId === undefined ? "network_fee" : "leg_reverted",
    fee.legId === undefined ? fee.txId : `${fee.legId}:${fee.txId}`,
    move(fee.nativeAsset, fee.feeUnits, { debit: "network_fees", credit: fee.holding }),
  );

/** A sweep has landed: deposit address → hot wallet; its fee came from the deposit address. */
export const sweepEntry = (sweep: {
  txId: string;
  asset: AssetCode;
  units: bigint;
  nativeAsset: AssetCode;
  feeUnits: bigint;
}): LedgerTransaction =>
  book("sweep", sweep.txId, [
    ...move(sweep.asset, sweep.units, { debit: "chain", credit: "unswept" }),
    ...move(sweep.nativeAsset, sweep.feeUnits, { debit: "network_fees", credit: "unswept" }),
  ]);

/** A gas top-up has landed: hot wallet → deposit address; its fee came from the hot wallet. */
export const topUpEntry = (topUp: {
  txId: string;
  nativeAsset: AssetCode;
  units: bigint;
  feeUnits: bigint;
}): LedgerTransaction =>
  book("top_up", topUp.txId, [
    ...move(topUp.nativeAsset, topUp.units, { debit: "unswept", credit: "chain" }),
    ...move(topUp.nativeAsset, topUp.feeUnits, { debit: "network_fees", credit: "chain" }),
  ]);
