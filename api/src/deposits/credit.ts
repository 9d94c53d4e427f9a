import type { Transfer } from "../chains/chain";
import type { AssetCode } from "../core/assets";
import type { OrderId } from "../core/ids";

/** Whose address a transfer pays, as far as we know it. */
export type Recipient =
  | { kind: "order"; orderId: OrderId; index: number }
  | { kind: "hot" }
  /** An address of a forgotten order: its money has no owner until it is claimed. */
  | { kind: "forgotten"; index: number }
  | { kind: "stranger" };

export type Verdict =
  /** Counts for this order. */
  | { kind: "order"; orderId: OrderId; index: number }
  /** The operator's own money, or a sweep's: coins for the hot wallet from outside. */
  | { kind: "float" }
  /** Too small to be worth moving, or for a forgotten order; booked to no owner. */
  | { kind: "unallocated"; index: number }
  | { kind: "ignored" };

/**
 * Decides what a transfer counts as. Our own transactions and zero amounts are never deposits; dust belongs to no
 * owner; an order's money is identified only by its address, whatever the asset.
 */
export function verdictOn(
  transfer: Pick<Transfer, "asset" | "units">,
  recipient: Recipient,
  context: { isOurTransaction: boolean; dustUnits: (asset: AssetCode) => bigint },
): Verdict {
  if (context.isOurTransaction || transfer.units <= 0n || recipient.kind === "stranger")
    return { kind: "ignored" };
  if (recipient.kind === "hot") return { kind: "float" };
  if (recipient.kind === "forgotten" || transfer.units < context.dustUnits(transfer.asset))
    return { kind: "unallocated", index: recipient.index };
  return recipient;
}

/** Where credited coins of a chain are: spendable as they are, or waiting on their address to be swept. */
export const holdingOf = (model: "utxo" | "account"): "chain" | "unswept" =>
  model === "utxo" ? "chain" : "unswept";
