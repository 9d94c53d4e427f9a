import type { WalletKey } from "./chain";

/** A name for a key, equal for equal keys. */
export const keyName = ({ branch, index, type }: WalletKey): string =>
  [branch, index, ...(type === undefined ? [] : [type])].join("/");

/** The keys among these, each once. */
export const uniqueKeys = (keys: readonly WalletKey[]): WalletKey[] => [
  ...new Map(keys.map((key) => [keyName(key), key])).values(),
];
