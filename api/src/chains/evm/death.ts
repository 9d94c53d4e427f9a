import { z } from "zod";
import { assert } from "../../core/assert";
import type { ProofOfDeath } from "../chain";
import { address20, blockHeader, hash32, quantityOf, smallQuantity } from "./fields";
import type { EvmNode } from "./node";
import { decodeTransaction, type EvmCodec } from "./transaction";

const TRANSACTIONS_MAX = 50_000;
/** How many blocks back the other transaction is looked for: about two weeks of Ethereum. */
const BLOCKS_BACK_MAX = 100_000;

const block = z.object({
  hash: hash32,
  transactions: z
    .array(z.object({ hash: hash32, from: address20, nonce: smallQuantity }))
    .max(TRANSACTIONS_MAX),
});

/**
 * The transaction that used the nonce, found by the sender's count of transactions in old blocks. A count that is higher
 * than the nonce does not suffice: ours may be what raised it, on a node that has no index of it. See
 * `Chain.proofOfDeath`.
 */
export async function readProofOfDeath(
  node: EvmNode,
  codec: EvmCodec,
  raw: string,
  finalHeight: number,
): Promise<ProofOfDeath | null> {
  const { txId, sender, nonce } = decodeTransaction(codec, raw);
  assert(sender !== null && nonce !== null, "a transaction without its sender", { txId });
  const count = (height: number) => countAt(node, sender, height);
  const now = await count(finalHeight);
  if (now === null || now <= nonce) return null;
  const height = await firstBlockAbove(count, nonce, finalHeight);
  if (height === null) return null;
  const [found, header] = await node.readBatch([
    { method: "eth_getBlockByNumber", params: [quantityOf(height), true] },
    { method: "eth_getBlockByNumber", params: [quantityOf(height), false] },
  ]);
  const { hash, transactions } = node.parse(found, block);
  if (node.parse(header, blockHeader).ref.hash !== hash) return null;
  const rival = transactions.find((one) => one.from === sender.toLowerCase() && one.nonce === nonce);
  if (rival === undefined || rival.hash === txId.toLowerCase()) return null;
  return { by: rival.hash, height, blockHash: hash, gone: [] };
}

/** The sender's transactions up to a block; null where the node does not have that block's state any more. */
async function countAt(node: EvmNode, sender: string, height: number): Promise<number | null> {
  const [answer] = await node.readBatch([
    { method: "eth_getTransactionCount", params: [sender, quantityOf(height)] },
  ]);
  return answer?.ok === false ? null : node.parse(answer, smallQuantity);
}

/** The lowest block in which the count is above the nonce: steps back that double, then halves. */
async function firstBlockAbove(
  count: (height: number) => Promise<number | null>,
  nonce: number,
  from: number,
): Promise<number | null> {
  let above = from;
  let below = from;
  for (let step = 1; below > 0; step *= 2) {
    if (from - below > BLOCKS_BACK_MAX) return null;
    below = Math.max(0, above - step);
    const there = await count(below);
    if (there === null) return null;
    if (there <= nonce) break;
    above = below;
  }
  while (above - below > 1) {
    const middle = Math.floor((above + below) / 2);
    const there = await count(middle);
    if (there === null) return null;
    if (there <= nonce) below = middle;
    else above = middle;
  }
  return above;
}
