import type { OwnedOutput } from "./owned-outputs";

/** Outputs of ours, found by what names them; what it costs to find or to replace one does not depend on their number. */
export type OutputIndex = {
  /** Keeps an output, in place of what had its one-time key. */
  put(output: OwnedOutput): void;
  byKey(oneTimeKey: string): OwnedOutput | undefined;
  byImage(keyImage: string): OwnedOutput | undefined;
  /** All outputs of these transactions. */
  ofTransactions(txIds: Iterable<string>): OwnedOutput[];
  clear(): void;
};

export function createOutputIndex(): OutputIndex {
  const outputs = new Map<string, OwnedOutput>();
  const keyOfImage = new Map<string, string>();
  const keysOf = new Map<string, Set<string>>();
  const take = ({ oneTimeKey, txId, keyImage }: OwnedOutput): void => {
    const others = keysOf.get(txId);
    others?.delete(oneTimeKey);
    if (others?.size === 0) keysOf.delete(txId);
    if (keyImage !== null) keyOfImage.delete(keyImage);
  };
  const byKey = (oneTimeKey: string): OwnedOutput | undefined => outputs.get(oneTimeKey);
  return {
    put(output) {
      const { oneTimeKey, txId, keyImage } = output;
      const before = outputs.get(oneTimeKey);
      if (before !== undefined) take(before);
      outputs.set(oneTimeKey, output);
      keysOf.set(txId, (keysOf.get(txId) ?? new Set()).add(oneTimeKey));
      if (keyImage !== null) keyOfImage.set(keyImage, oneTimeKey);
    },
    byKey,
    byImage: (keyImage) => byKey(keyOfImage.get(keyImage) ?? ""),
    ofTransactions: (txIds) =>
      [...new Set(txIds)]
        .flatMap((txId) => [...(keysOf.get(txId) ?? [])])
        .flatMap((oneTimeKey) => byKey(oneTimeKey) ?? []),
    clear() {
      outputs.clear();
      keyOfImage.clear();
      keysOf.clear();
    },
  };
}
