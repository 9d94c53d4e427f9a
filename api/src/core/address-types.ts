import type { ChainId } from "./assets";

/** The types of a Bitcoin address that customers may be given: P2TR, P2WPKH, P2WPKH in P2SH, P2PKH. The first is the default. */
export const ADDRESS_TYPES = ["taproot", "native-segwit", "p2sh", "legacy"] as const;
export type AddressType = (typeof ADDRESS_TYPES)[number];

/** The types that a chain's deposit addresses may have, the default first; none where there is only one. */
export const addressTypesOf = (chain: ChainId): readonly AddressType[] =>
  chain === "bitcoin" ? ADDRESS_TYPES : [];
