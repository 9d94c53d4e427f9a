import type { AssetCode } from "../core/assets";
import { type Board, payableUnits } from "../market/market";

/** The pool holds this many times a mix's amount, so that its rounds and its payout need not touch its own deposit. */
const POOL_TO_AMOUNT = 2n;

/** Whether the receiving asset's pool is large enough to pay a mix with coins that do not descend from its own deposit. */
export const isPoolSufficient = (board: Board, payout: { asset: AssetCode; units: bigint }): boolean =>
  payableUnits(board, payout.asset) >= payout.units * POOL_TO_AMOUNT;
