import { unreachable } from "../core/assert";
import type { AssetCode } from "../core/assets";

/** What reported a deposit to us. */
export type DepositOrigin =
  /** A transfer inside a transaction. */
  | { kind: "transaction"; txId: string; ordinal: number }
  /**
   * An address's balance, on account chains: no transaction of the block need show the receipt. `totalUnits` is all
   * that the address had ever received after it.
   */
  | { kind: "balance"; totalUnits: bigint }
  /** A balance above what the books know, at the address of a forgotten order; `height` is the block that was read. */
  | { kind: "found"; height: number }
  /** What the hot wallet held when we began to watch the chain. */
  | { kind: "opening" };

/**
 * The columns `tx_id` and `ordinal`, which are unique for a chain, or (account chains) for equal transfers of it; made up where no
 * transaction reported it.
 */
export type StoredOrigin = { txId: string; ordinal: number };

export type Deposited = { origin: DepositOrigin; asset: AssetCode; address: string; units: bigint };

const BALANCE = "native";
const FOUND = "found";
const OPENING = "opening";

/** Writes an origin as the deposits table keeps it. */
export function storedOrigin({ origin, asset, address, units }: Deposited): StoredOrigin {
  switch (origin.kind) {
    case "transaction":
      return { txId: origin.txId, ordinal: origin.ordinal };
    case "balance":
      return { txId: `${BALANCE}:${address}:${origin.totalUnits}:${units}`, ordinal: 0 };
    case "found":
      return { txId: `${FOUND}:${address}:${origin.height}`, ordinal: 0 };
    case "opening":
      return { txId: `${OPENING}:${asset}`, ordinal: 0 };
    default:
      return unreachable(origin);
  }
}

/** Reads an origin back; no transaction id of a chain holds a colon. */
export function parseOrigin({ txId, ordinal }: StoredOrigin): DepositOrigin {
  const [kind, , total] = txId.split(":");
  if (kind === FOUND && total !== undefined) return { kind: "found", height: Number(total) };
  if (kind === OPENING && txId.includes(":")) return { kind: "opening" };
  if (kind !== BALANCE || total === undefined) return { kind: "transaction", txId, ordinal };
  return { kind: "balance", totalUnits: BigInt(total) };
}
