import type { PublicWallet } from "../chains/signer";
import { depositAddress } from "../chains/wallet";
import { type AddressType, addressTypesOf } from "../core/address-types";
import type { ChainId } from "../core/assets";
import type { Tx } from "../db/client";
import { createDerivedAhead } from "./derived-ahead";
import { countOpen, nextIndexes, OPEN_MAX, pooledAddress } from "./store";

type Address = { address: string; index: number };

/** On which chain an address is wanted, and of which type; by default the chain's own. */
export type WantedAddress = { chain: ChainId; type?: AddressType | undefined };

export type AddressBook = {
  /**
   * Returns a deposit address that was never used before, taken inside the order's own transaction; null when the
   * pool is empty.
   */
  next(tx: Tx, chain: ChainId): Promise<Address | null>;
  /**
   * The same for visitors' new orders that are made together, in the order given; "full" where the chain has as many open ones
   * as can be watched.
   */
  nextForOrders(tx: Tx, wanted: readonly WantedAddress[]): Promise<(Address | "full" | null)[]>;
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
  const roomFor = createRoom();
  const nextOn = async (tx: Tx, chain: ChainId, types: readonly (AddressType | undefined)[]) => {
    if (!known.has(chain) && reload !== undefined) known = await reload(tx);
    const wallet = known.get(chain);
    if (wallet === undefined) return types.map(() => null);
    const indexes = await nextIndexes(tx, chain, types.length);
    return Promise.all(
      indexes.map(async (index, at): Promise<Address | null> => {
        const type = types[at];
        if (wallet.kind === "pool") {
          const address = await pooledAddress(tx, chain, index);
          return address === undefined ? null : { index, address };
        }
        const isOwnType = type === undefined || type === addressTypesOf(chain)[0];
        return {
          index,
          address: isOwnType ? derivedAhead(wallet, index) : depositAddress({ wallet, index, type }),
        };
      }),
    );
  };
  return {
    next: async (tx, chain) => (await nextOn(tx, chain, [undefined]))[0] ?? null,
    nextForOrders: async (tx, wanted) => {
      const given = new Map<WantedAddress, Address | "full" | null>();
      for (const chain of new Set(wanted.map((one) => one.chain))) {
        const here = wanted.filter((one) => one.chain === chain);
        const room = await roomFor(tx, chain, here.length);
        const types = here.slice(0, room).map(({ type }) => type);
        const next = room === 0 ? [] : await nextOn(tx, chain, types);
        for (const [at, one] of here.entries()) given.set(one, at < room ? (next[at] ?? null) : "full");
      }
      return wanted.map((one) => given.get(one) ?? null);
    },
  };
}

/** Counting takes as long as there are open orders. Of the room that it found, a process uses this part before it counts again. */
const PART_OF_ROOM = 8;
const COUNTED_MS = 10_000;

/**
 * Says for how many of so many more open orders a chain has room. Where there is little, it counts each time; otherwise other processes
 * may have used the room meanwhile, so that a chain can come to have some more than that: per process an eighth of the room of ten
 * seconds ago. They are watched all the same.
 */
function createRoom(): (tx: Tx, chain: ChainId, more: number) => Promise<number> {
  const counted = new Map<ChainId, { left: number; until: number }>();
  return async (tx, chain, more) => {
    const now = performance.now();
    const known = counted.get(chain);
    if (known !== undefined && known.left >= more && now < known.until) {
      known.left -= more;
      return more;
    }
    const room = Math.max(0, OPEN_MAX - (await countOpen(tx, chain)));
    counted.set(chain, {
      left: Math.floor((room - Math.min(more, room)) / PART_OF_ROOM),
      until: now + COUNTED_MS,
    });
    return Math.min(more, room);
  };
}
