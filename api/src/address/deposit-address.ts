import type { PublicWallet } from "../chains/signer";
import { depositAddress } from "../chains/wallet";
import { type AddressType, addressTypesOf } from "../core/address-types";
import type { ChainId } from "../core/assets";
import type { Tx } from "../db/client";
import { createDerivedAhead } from "./derived-ahead";
import { countOpen, nextIndex, OPEN_MAX, pooledAddress } from "./store";

type Address = { address: string; index: number };

export type AddressBook = {
  /**
   * Returns a deposit address that was never used before, taken inside the order's own transaction; null when the
   * pool is empty.
   */
  next(tx: Tx, chain: ChainId): Promise<Address | null>;
  /**
   * The same for a visitor's new order, of the type that was chosen, by default the chain's own; "full" while the chain has as
   * many open ones as can be watched.
   */
  nextForOrder(tx: Tx, chain: ChainId, type?: AddressType): Promise<Address | "full" | null>;
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
  const hasRoom = createRoom();
  const nextOf = async (tx: Tx, chain: ChainId, type?: AddressType): Promise<Address | null> => {
    if (!known.has(chain) && reload !== undefined) known = await reload(tx);
    const wallet = known.get(chain);
    if (wallet === undefined) return null;
    const index = await nextIndex(tx, chain);
    const isOwnType = type === undefined || type === addressTypesOf(chain)[0];
    if (wallet.kind === "xpub")
      return {
        index,
        address: isOwnType ? derivedAhead(wallet, index) : depositAddress({ wallet, index, type }),
      };
    const address = await pooledAddress(tx, chain, index);
    return address === undefined ? null : { index, address };
  };
  return {
    next: (tx, chain) => nextOf(tx, chain),
    nextForOrder: async (tx, chain, type) => ((await hasRoom(tx, chain)) ? nextOf(tx, chain, type) : "full"),
  };
}

/** Counting takes as long as there are open orders. Of the room that it found, a process uses this part before it counts again. */
const PART_OF_ROOM = 8;
const COUNTED_MS = 10_000;

/**
 * Says whether a chain has room for another open order. Where there is little, it counts each time; otherwise other processes may
 * have used the room meanwhile, so that a chain can come to have some more than that: per process an eighth of the room of ten
 * seconds ago. They are watched all the same.
 */
function createRoom(): (tx: Tx, chain: ChainId) => Promise<boolean> {
  const counted = new Map<ChainId, { left: number; until: number }>();
  return async (tx, chain) => {
    const now = performance.now();
    const known = counted.get(chain);
    if (known !== undefined && known.left > 0 && now < known.until) {
      known.left--;
      return true;
    }
    const room = OPEN_MAX - (await countOpen(tx, chain));
    counted.set(chain, { left: Math.floor(room / PART_OF_ROOM), until: now + COUNTED_MS });
    return room > 0;
  };
}
