import type { AssetCode } from "../core/assets";
import { book, type Holding, type LedgerTransaction, move } from "./entry";

/** A credited deposit is no longer in the best chain (`lost`), or is again (`restored`); what we owe stays owed. */
export const reorgEntry = (reorg: {
  kind: "reorg_loss" | "reorg_restored";
  /** Deposit id and how often it happened. */
  key: string;
  asset: AssetCode;
  units: bigint;
  holding: Holding;
}): LedgerTransaction =>
  book(
    reorg.kind,
    reorg.key,
    reorg.kind === "reorg_loss"
      ? move(reorg.asset, reorg.units, { debit: "reorg_loss", credit: reorg.holding })
      : move(reorg.asset, reorg.units, { debit: reorg.holding, credit: "reorg_loss" }),
  );

/** Coins of the hot wallet that the chain does not have, booked out by an approver. `id` is that of the approver's word. */
export const missingEntry = (missing: { id: number; asset: AssetCode; units: bigint }): LedgerTransaction =>
  book("missing", `${missing.id}`, move(missing.asset, missing.units, { debit: "missing", credit: "chain" }));

/**
 * Coins of no known cause that the chain has above the books: owed to no known customer. Below zero where their cause was
 * booked, or where they left. They count as `unswept`, wherever they are: the hot wallet can promise none of them. `key` is
 * of the asset and of how often that changed.
 */
export const surplusEntry = (surplus: { key: string; asset: AssetCode; units: bigint }): LedgerTransaction =>
  book(
    "surplus",
    surplus.key,
    move(surplus.asset, surplus.units, { debit: "unswept", credit: "unallocated" }),
  );

/**
 * What a transaction took that we did not sign, and that an approver adopted: with its fee, by asset, from the hot wallet or
 * from a deposit address. Null where it took nothing that the books have.
 */
export const adoptedEntry = (adopted: {
  txId: string;
  took: readonly { asset: AssetCode; units: bigint }[];
  holding: Holding;
}): LedgerTransaction | null => {
  const entries = adopted.took.flatMap(({ asset, units }) =>
    move(asset, units, { debit: "missing", credit: adopted.holding }),
  );
  return entries.length === 0 ? null : book("adopted", adopted.txId, entries);
};

/**
 * A transaction whose block a reorg took is in another one, where its network fee is another. `key`: of the transaction,
 * and of when it lost its block; `moreUnits` may be below zero.
 */
export const feeChangedEntry = (changed: {
  key: string;
  nativeAsset: AssetCode;
  moreUnits: bigint;
  holding: Holding;
}): LedgerTransaction =>
  book(
    "network_fee",
    changed.key,
    move(changed.nativeAsset, changed.moreUnits, { debit: "network_fees", credit: changed.holding }),
  );

/** A payment that landed although an approver had another signed in its place: paid twice, with its fee. */
export const doubledEntry = (doubled: {
  txId: string;
  asset: AssetCode;
  units: bigint;
  nativeAsset: AssetCode;
  feeUnits: bigint;
}): LedgerTransaction =>
  book("doubled", doubled.txId, [
    ...move(doubled.asset, doubled.units, { debit: "missing", credit: "chain" }),
    ...move(doubled.nativeAsset, doubled.feeUnits, { debit: "network_fees", credit: "chain" }),
  ]);
