import type { WalletKey } from "./chain";

/** A name for a key, equal for equal keys. */
export const keyName = ({ branch, index, type, home }: WalletKey): string =>
  [branch, index, ...(type === undefined ? [] : [type]), ...(home === undefined ? [] : [`of ${home}`])].join(
    "/",
  );

/** The keys among these, each once. */
export const uniqueKeys = (keys: readonly WalletKey[]): WalletKey[] => [
  ...new Map(keys.map((key) => [keyName(key), key])).values(),
];
