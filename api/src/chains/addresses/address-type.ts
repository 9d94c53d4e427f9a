import { type AddressType, addressTypesOf } from "../../core/address-types";
import type { ChainId } from "../../core/assets";
import type { WalletKey } from "../chain";

/** How the addresses of each type begin on all networks of Bitcoin: version bytes in Base58, prefixes and versions in Bech32. */
const BEGINNINGS: readonly (readonly [start: RegExp, type: AddressType])[] = [
  [/^(bc|tb|bcrt)1p/, "taproot"],
  [/^(bc|tb|bcrt)1q/, "native-segwit"],
  [/^[32]/, "p2sh"],
  [/^[1mn]/, "legacy"],
];

/** The type of one of our own addresses, which its form shows; null on chains whose addresses have one type only. */
export function addressTypeOf(chain: ChainId, address: string): AddressType | null {
  if (addressTypesOf(chain).length === 0) return null;
  return BEGINNINGS.find(([start]) => start.test(address))?.[1] ?? null;
}

/**
 * The key of the deposit address at an index. An address and its index are all that is stored of a key, and its `home` where
 * that is a sister chain: the address shows from which account of its chain it was derived.
 */
export function depositKey({ chain, address, index, home }: DepositAddress): WalletKey {
  const type = addressTypeOf(chain, address);
  return {
    ...{ branch: "deposit", index },
    ...(type !== null && type !== addressTypesOf(chain)[0] && { type }),
    ...(home && { home }),
  };
}

/** An address of ours, and the index that it was derived at; of the keys of `home`, where that is another chain. */
type DepositAddress = { chain: ChainId; address: string; index: number; home?: ChainId | null };
