import { NETWORK } from "@scure/btc-signer";
import type { NetworkMode } from "../policy";

/** Which of a chain's networks addresses are of. */
export type AddressNetwork = "main" | "test" | "regtest";

/** The chains whose addresses are Bitcoin's with other prefixes. */
export type BitcoinLike = "bitcoin" | "litecoin";

/** Prefixes of addresses, in the form that the library takes. */
export type Prefixes = typeof NETWORK;

/**
 * As in the chains' own chainparams.cpp. Litecoin's P2SH versions are the ones of its own; the old version 5 is left out,
 * being Bitcoin's too.
 */
const PREFIXES: Readonly<Record<BitcoinLike, Readonly<Record<AddressNetwork, Prefixes>>>> = {
  bitcoin: {
    main: NETWORK,
    test: { bech32: "tb", pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
    regtest: { bech32: "bcrt", pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
  },
  litecoin: {
    main: { bech32: "ltc", pubKeyHash: 0x30, scriptHash: 0x32, wif: 0xb0 },
    test: { bech32: "tltc", pubKeyHash: 0x6f, scriptHash: 0x3a, wif: 0xef },
    regtest: { bech32: "rltc", pubKeyHash: 0x6f, scriptHash: 0x3a, wif: 0xef },
  },
};

/** The prefixes of a chain's addresses on one of its networks. */
export const prefixesOf = (chain: BitcoinLike, network: AddressNetwork): Prefixes => PREFIXES[chain][network];

/** The networks of a chain but one: their addresses are recognised, and refused. */
export const otherPrefixes = (chain: BitcoinLike, network: AddressNetwork): readonly Prefixes[] =>
  Object.entries(PREFIXES[chain]).flatMap(([name, prefixes]) => (name === network ? [] : [prefixes]));

/** The addresses of a network mode; simnet has those of the main networks. */
export const addressNetworkOf = (mode: NetworkMode): AddressNetwork =>
  mode === "testnet" ? "test" : mode === "regtest" ? "regtest" : "main";

/** The network of one of our own addresses, by its prefix: those of one wallet are all of one. */
export function networkOfAddress(chain: BitcoinLike, address: string): AddressNetwork {
  const isOf = (network: AddressNetwork) => address.startsWith(`${PREFIXES[chain][network].bech32}1`);
  return isOf("test") ? "test" : isOf("regtest") ? "regtest" : "main";
}
