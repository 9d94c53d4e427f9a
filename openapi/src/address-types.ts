import type { Order } from "./client";

/** A type of deposit address, where a currency has several. */
export type AddressType = NonNullable<Order["depositAddressType"]>;

/** What wallets call the types of address: names, which no language translates. */
export const ADDRESS_TYPE_NAMES: Readonly<Record<AddressType, string>> = {
  taproot: "Taproot",
  "native-segwit": "Native SegWit",
  p2sh: "P2SH",
  legacy: "Legacy",
};

/** Whether a text is a type of address. */
export const isAddressType = (text: string): text is AddressType => Object.hasOwn(ADDRESS_TYPE_NAMES, text);
