import { NETWORK } from "@scure/btc-signer";
import type { ChainId } from "../../core/assets";
import type { NetworkMode } from "../policy";

/** Which of a chain's networks addresses are of. */
export type AddressNetwork = "main" | "test" | "regtest";

/** The chains that descend from Bitcoin, with addresses of their own on each network. */
export type BitcoinLike = "bitcoin" | "litecoin" | "bitcoincash";

/** The prefixes of CashAddr, as its specification has them. */
export const CASH_PREFIX = { main: "bitcoincash", test: "bchtest", regtest: "bchreg" } as const;
export type CashPrefix = (typeof CASH_PREFIX)[AddressNetwork];

/** Prefixes of addresses, in the form that the library takes; `cash` where addresses are CashAddr. */
export type Prefixes = typeof NETWORK & { cash?: CashPrefix };

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
  // No SegWit, and the versions of Bitcoin in the old form.
  bitcoincash: {
    main: { ...NETWORK, bech32: "", cash: CASH_PREFIX.main },
    test: { bech32: "", pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef, cash: CASH_PREFIX.test },
    regtest: { bech32: "", pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef, cash: CASH_PREFIX.regtest },
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
  const isOf = (network: AddressNetwork) => {
    const { cash, bech32 } = PREFIXES[chain][network];
    return address.startsWith(cash === undefined ? `${bech32}1` : `${cash}:`);
  };
  return isOf("test") ? "test" : isOf("regtest") ? "regtest" : "main";
}

/** Whether a chain has addresses of its own on each of its networks. */
export const isBitcoinLike = (chain: ChainId): chain is BitcoinLike => chain in PREFIXES;
