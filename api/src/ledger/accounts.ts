import type { AssetCode } from "../core/assets";

/**
 * The chart of accounts. One account exists per name and asset.
 * Debit-normal accounts are what we hold or lost; credit-normal ones are what we owe or earned.
 */
export type AccountName =
  /** Confirmed coins of the hot wallet. */
  | "chain"
  /** Credited coins still on deposit addresses of account chains. */
  | "unswept"
  /** The operator's own money. */
  | "float"
  /** Service fees earned. */
  | "fees"
  /** Network fees charged to customers, less network fees paid. */
  | "network_fees"
  /** The other side of every swap: two balanced legs, one per asset. */
  | "conversion"
  /** Coins that belong to no order yet, and those of no known cause. */
  | "unallocated"
  /** What was paid out as loans, or is committed to be. */
  | "loans"
  /** Coins that a reorg below the policy depth took back. */
  | "reorg_loss"
  /** Coins that the chain does not have, or that left without a plan, and that an approver booked out. */
  | "missing"
  /** What we owe an order, under its random book id. */
  | `customer:${string}`
  /** What is committed to one payout leg, or (under the book id) to the legs of a mix that are not planned yet. */
  | `payable:${string}`;

export type AccountKind = { normal: 1 | -1; mayOverdraw: boolean };

const FIXED: Readonly<Record<string, AccountKind>> = {
  chain: { normal: 1, mayOverdraw: false },
  unswept: { normal: 1, mayOverdraw: false },
  reorg_loss: { normal: 1, mayOverdraw: false },
  missing: { normal: 1, mayOverdraw: false },
  float: { normal: -1, mayOverdraw: false },
  fees: { normal: -1, mayOverdraw: false },
  network_fees: { normal: -1, mayOverdraw: true },
  conversion: { normal: -1, mayOverdraw: true },
  unallocated: { normal: -1, mayOverdraw: false },
  loans: { normal: 1, mayOverdraw: false },
};

/** Normal side of an account, and whether it may go below zero. */
export const accountKind = (account: AccountName): AccountKind =>
  FIXED[account] ?? { normal: -1, mayOverdraw: false };

/** One line of a ledger transaction: debit positive, credit negative, in the asset's smallest units. */
export type LedgerEntry = { account: AccountName; asset: AssetCode; units: bigint };
