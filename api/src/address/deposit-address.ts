import type { PublicWallet } from "../chains/signer";
import { depositAddress } from "../chains/wallet";
import type { ChainId } from "../core/assets";
import type { Tx } from "../db/client";
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

/** Derives from public keys, or takes from the pool that the signer filled; the http role holds no private key. */
export function createAddressBook(wallets: ReadonlyMap<ChainId, PublicWallet>): AddressBook {
  const next: AddressBook["next"] = async (tx, chain) => {
    const wallet = wallets.get(chain);
    if (wallet === undefined) return null;
    const index = await nextIndex(tx, chain);
    if (wallet.kind === "xpub") return { index, address: depositAddress({ wallet, index }) };
    const address = await pooledAddress(tx, chain, index);
    return address === undefined ? null : { index, address };
  };
  return {
    next,
    nextForOrder: async (tx, chain) => ((await isFull(tx, chain)) ? "full" : next(tx, chain)),
  };
}
