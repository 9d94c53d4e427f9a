import { base58 } from "@scure/base";
import { NETWORK } from "@scure/btc-signer";
import type { ChainId } from "../../core/assets";
import type { NetworkMode } from "../policy";

/** Which of a chain's networks addresses are of. */
export type AddressNetwork = "main" | "test" | "regtest";

/** The chains that descend from Bitcoin, with addresses of their own on each network. */
export type BitcoinLike = "bitcoin" | "litecoin" | "bitcoincash" | "dash" | "zcash";

/** The prefixes of CashAddr, as its specification has them. */
export const CASH_PREFIX = { main: "bitcoincash", test: "bchtest", regtest: "bchreg" } as const;
export type CashPrefix = (typeof CASH_PREFIX)[AddressNetwork];

/** The version bytes of addresses of Base58 with a checksum: those to a public key's hash, and to a script's. */
export type Base58Versions = { keyHash: readonly number[]; scriptHash: readonly number[] };

/**
 * Prefixes of addresses, in the form that the library takes; `cash` where addresses are CashAddr, `base58` where they are
 * Base58 and nothing else.
 */
export type Prefixes = typeof NETWORK & { cash?: CashPrefix; base58?: Base58Versions };

/** What the library would take where addresses are Base58 and nothing else: it makes and reads none of them. */
const NOT_FOR_THE_LIBRARY = { bech32: "", pubKeyHash: -1, scriptHash: -1, wif: -1 };
const onlyBase58 = (keyHash: readonly number[], scriptHash: readonly number[]): Prefixes => ({
  ...NOT_FOR_THE_LIBRARY,
  base58: { keyHash, scriptHash },
});

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
  // Test networks share their versions with regtest.
  dash: {
    main: onlyBase58([0x4c], [0x10]),
    test: onlyBase58([0x8c], [0x13]),
    regtest: onlyBase58([0x8c], [0x13]),
  },
  // Transparent addresses.
  zcash: {
    main: onlyBase58([0x1c, 0xb8], [0x1c, 0xbd]),
    test: onlyBase58([0x1d, 0x25], [0x1c, 0xba]),
    regtest: onlyBase58([0x1d, 0x25], [0x1c, 0xba]),
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

/**
 * The network of one of our own addresses, by its prefix: those of one wallet are all of one. Where test networks and regtest
 * have the same addresses, it is the test network.
 */
export function networkOfAddress(chain: BitcoinLike, address: string): AddressNetwork {
  const isOf = (network: AddressNetwork) => {
    const { cash, bech32, base58: versions } = PREFIXES[chain][network];
    if (versions !== undefined) return startsWith(base58.decode(address), versions.keyHash);
    return address.startsWith(cash === undefined ? `${bech32}1` : `${cash}:`);
  };
  return isOf("test") ? "test" : isOf("regtest") ? "regtest" : "main";
}

/** Whether bytes begin with a version. */
export const startsWith = (bytes: Uint8Array, version: readonly number[]): boolean =>
  version.every((byte, at) => bytes[at] === byte);

/** Whether a chain has addresses of its own on each of its networks. */
export const isBitcoinLike = (chain: ChainId): chain is BitcoinLike => chain in PREFIXES;
