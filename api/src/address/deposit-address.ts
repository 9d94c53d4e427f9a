import type { PublicWallet } from "../chains/signer";
import type { ChainId } from "../core/assets";
import type { Tx } from "../db/client";
import { createDerivedAhead } from "./derived-ahead";
import { isFull, nextIndex, pooledAddress } from "./store";

type Address = { address: string; index: number };

export type AddressBook = {
  /**
   * Returns a deposit address that was never used before, taken inside the order's own transaction; null when the
   * pool is empty.
   */
  next(tx: Tx, chain: ChainId): Promise<Address | null>;
  /** The same for a visitor's new order; "full" while the chain has as many open ones as can be watched. */
  nextForOrder(tx: Tx, chain: ChainId): Promise<Address | "full" | null>;
};

/**
 * Derives from public keys, or takes from the pool that the signer filled; who answers visitors holds no private key.
 * `reload` reads the keys of a chain that is not known yet, because its signer may have begun later.
 */
export function createAddressBook(
  wallets: ReadonlyMap<ChainId, PublicWallet>,
  reload?: (tx: Tx) => Promise<ReadonlyMap<ChainId, PublicWallet>>,
): AddressBook {
  let known = wallets;
  const derivedAhead = createDerivedAhead();
  const next: AddressBook["next"] = async (tx, chain) => {
    if (!known.has(chain) && reload !== undefined) known = await reload(tx);
    const wallet = known.get(chain);
    if (wallet === undefined) return null;
    const index = await nextIndex(tx, chain);
    if (wallet.kind === "xpub") return { index, address: derivedAhead(wallet, index) };
    const address = await pooledAddress(tx, chain, index);
    return address === undefined ? null : { index, address };
  };
  return {
    next,
    nextForOrder: async (tx, chain) => ((await isFull(tx, chain)) ? "full" : next(tx, chain)),
  };
}
