/** Why a planned leg is not signed now; it is asked for again later. */
export type LegWait =
  /** No adapter of its chain runs here. */
  | "connection"
  /** A deposit that pays for it is no longer in the best chain. */
  | "deposit_lost"
  | "deposit_chain_halted"
  | "chain_halted"
  /** The watcher of its chain, or of one that funds it, does not know the chain's tip. */
  | "chain_behind"
  /** The ledger and the chain disagree about the asset. */
  | "books"
  /** An administrator has paused payouts or stopped the signer. */
  | "pause"
  /** A transaction that we did not sign spends our coins on its chain. */
  | "unplanned_spend"
  /** A transaction that another was to take the place of is known to the node after all. */
  | "earlier"
  /** The network fee is above its cap. */
  | "fee"
  /** The hot wallet's coins are not confirmed yet: the chain only needs a moment. */
  | "coins";

/** The reason in words, for the outbox and those who read it. */
export const LEG_WAIT_TEXT: Readonly<Record<LegWait, string>> = {
  connection: "the chain is not connected",
  deposit_lost: "a deposit is no longer in the best chain",
  deposit_chain_halted: "the deposit's chain is halted",
  chain_halted: "the chain is halted",
  chain_behind: "we do not know the chain's latest blocks yet",
  books: "the ledger and the chain disagree",
  pause: "payouts are paused",
  unplanned_spend: "a transaction that we did not sign spends our coins",
  earlier: "an earlier transaction of it may land after all",
  fee: "the network fee is above its cap",
  coins: "coins are not confirmed yet",
};
