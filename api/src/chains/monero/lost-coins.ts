import type { BlockRef } from "../chain";
import type { MoneroNode } from "./node";
import type { OwnedOutput, ViewWallet } from "./view-wallet";

/** Says whether a wallet that has read the chain up to `tip` has lost coins that the chain still has. */
export type HasLostCoins = (wallet: Pick<ViewWallet, "outputs">, tip: BlockRef) => Promise<boolean>;

/**
 * Where a reorg takes a block, wallet2 forgets every output from the first one of that block on, in the order in which it keeps
 * them (`detach_blockchain` of wallet2.cpp). A later payment to a one-time key keeps the place of the first one there: a reorg that
 * takes it makes the wallet forget all coins since the first, also those in blocks that the chain keeps. It reads those blocks
 * no second time.
 */
export function createHasLostCoins(node: Pick<MoneroNode, "headerAt" | "transactions">): HasLostCoins {
  let last: { tip: BlockRef; outputs: readonly OwnedOutput[] } | undefined;
  return async (wallet, tip) => {
    if (last?.tip.hash === tip.hash) return false;
    const before = last;
    const outputs = await wallet.outputs();
    last = { tip, outputs };
    if (before === undefined || !(await isGone(node, before.tip, tip))) return false;
    return isAnyMissing(node, before.outputs, outputs, tip);
  };
}

const isGone = async (node: Pick<MoneroNode, "headerAt">, block: BlockRef, tip: BlockRef): Promise<boolean> =>
  block.height > tip.height || (await node.headerAt(block.height))?.hash !== block.hash;

/** Whether the wallet lacks an output whose transaction is in a block that it has read, and has no other with the same one-time key. */
async function isAnyMissing(
  node: Pick<MoneroNode, "transactions">,
  before: readonly OwnedOutput[],
  now: readonly OwnedOutput[],
  tip: BlockRef,
): Promise<boolean> {
  const keys = new Set(now.map(({ oneTimeKey }) => oneTimeKey));
  const vanished = before.filter(({ oneTimeKey }) => !keys.has(oneTimeKey)).map(({ txId }) => txId);
  const found = await node.transactions([...new Set(vanished)]);
  return found.some(({ height }) => height !== null && height <= tip.height);
}
