import type { Transfer } from "../chains/chain";
import { leastMoved } from "../core/asset-amount";
import type { AssetCode, ChainId } from "../core/assets";
import type { OrderId } from "../core/ids";

/** Whose address a transfer pays, as far as we know it. */
export type Recipient =
  | { kind: "order"; orderId: OrderId; index: number }
  | { kind: "hot" }
  /** An address of a forgotten order: its money has no owner until it is claimed. */
  | { kind: "forgotten"; index: number }
  /** An address that a sister chain handed out, at which other coins came: only an approver sends them back. */
  | { kind: "sister"; home: ChainId; index: number }
  | { kind: "stranger" };

export type Verdict =
  /** Counts for this order. */
  | { kind: "order"; orderId: OrderId; index: number }
  /** The operator's own money, or a sweep's: coins for the hot wallet from outside. */
  | { kind: "float" }
  /** Too small to be a payment, or for a forgotten order; booked to no owner. */
  | { kind: "unallocated"; index: number }
  | { kind: "ignored" };

/**
 * Decides what a transfer counts as. Our own transactions and zero amounts are never deposits; what is too
 * small to be a payment belongs to no owner, and neither does what a recipient sends back to the hot wallet within our own payment (`isReturned`); an order's
 * money is identified only by its address, whatever the asset.
 */
export function verdictOn(
  transfer: Pick<Transfer, "asset" | "units">,
  recipient: Recipient,
  context: { isOurTransaction: boolean; isReturned: boolean; leastPayment: (asset: AssetCode) => bigint },
): Verdict {
  if (context.isOurTransaction || transfer.units <= 0n || recipient.kind === "stranger")
    return { kind: "ignored" };
  // It was paid out, and somebody may ask for it.
  if (recipient.kind === "hot")
    return context.isReturned ? { kind: "unallocated", index: 0 } : { kind: "float" };
  // What is not worth its network fee is left where it is, so that strangers cannot fill the list of those that wait.
  if (recipient.kind === "sister" && transfer.units < leastMoved(transfer.asset)) return { kind: "ignored" };
  if (recipient.kind === "sister") return { kind: "unallocated", index: recipient.index };
  if (recipient.kind === "forgotten" || transfer.units < context.leastPayment(transfer.asset))
    return { kind: "unallocated", index: recipient.index };
  return recipient;
}

/** Where credited coins of a chain are: spendable as they are, or waiting on their address to be swept. */
export const holdingOf = (model: "utxo" | "account"): "chain" | "unswept" =>
  model === "utxo" ? "chain" : "unswept";

/** The same of coins of no order, which may have come to the hot wallet itself. */
export const ownHoldingOf = (
  { chain, hotAddress }: { chain: { model: "utxo" | "account" }; hotAddress: string },
  { address }: { address: string },
): "chain" | "unswept" => (address === hotAddress ? "chain" : holdingOf(chain.model));
