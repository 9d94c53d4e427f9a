import { type BlockRef, ChainUnavailable } from "../chain";
import type { MoneroNode } from "./node";
import type { OwnedOutput } from "./owned-outputs";

export type LostCoins = {
  /** Whether a wallet that has read the chain up to `tip`, and has these outputs, lacks coins that it had and that the chain still has. */
  areLost(outputs: readonly OwnedOutput[], tip: BlockRef): Promise<boolean>;
  /** Takes note of outputs that it has now. */
  note(outputs: readonly OwnedOutput[]): void;
  /** The wallet has read the chain again: until then they are lost at every look, and what it has from then on counts. */
  forget(): void;
};

/** Transactions with an output of ours, by its one-time key. */
type Made = Map<string, Set<string>>;

/**
 * Where a reorg takes a block, wallet2 forgets every output from the first one of that block on, in the order in which it keeps
 * them (`detach_blockchain` of wallet2.cpp). A later payment to a one-time key keeps the place of the first one there: a reorg that
 * takes it makes the wallet forget all coins since the first, also those in blocks that the chain keeps. It reads those blocks
 * no second time.
 */
export function createLostCoins(node: Pick<MoneroNode, "headerAt" | "transactions">): LostCoins {
  const made: Made = new Map();
  const note = (outputs: readonly OwnedOutput[]): void => {
    for (const { oneTimeKey, txId } of outputs)
      made.set(oneTimeKey, (made.get(oneTimeKey) ?? new Set()).add(txId));
  };
  return {
    async areLost(outputs, tip) {
      if (await isAnyLost(node, made, outputs, tip)) return true;
      note(outputs);
      return false;
    },
    note,
    forget: () => made.clear(),
  };
}

/**
 * Whether the wallet has no output with a one-time key that a transaction has which is in a block that it has read. Keys are
 * forgotten once the node knows none of their transactions any more.
 */
async function isAnyLost(
  node: Pick<MoneroNode, "headerAt" | "transactions">,
  made: Made,
  now: readonly OwnedOutput[],
  tip: BlockRef,
): Promise<boolean> {
  const keys = new Set(now.map(({ oneTimeKey }) => oneTimeKey));
  const vanished = [...made].filter(([key]) => !keys.has(key));
  if (vanished.length === 0) return false;
  const found = await node.transactions([...new Set(vanished.flatMap(([, txIds]) => [...txIds]))]);
  if ((await node.headerAt(tip.height))?.hash !== tip.hash)
    throw new ChainUnavailable("monero", "the chain changed while it was read");
  const known = new Set(found.map(({ txId }) => txId));
  for (const [key, txIds] of vanished) if (![...txIds].some((txId) => known.has(txId))) made.delete(key);
  return found.some(({ height }) => height !== null && height <= tip.height);
}
