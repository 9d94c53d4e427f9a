import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { assert } from "../../core/assert";
import type { Prefixes } from "../addresses/bitcoin-networks";
import { ChainUnavailable, type TransactionStatus } from "../chain";
import { readHeader } from "./blocks";
import { movementsOf } from "./movements";
import { hash, height, type UtxoNode } from "./node";
import { type WireTransaction, wireTransaction } from "./wire";

/** How often, and for how long, we wait for the node's index to reach its best block. */
const INDEX_ATTEMPTS_MAX = 20;
const INDEX_WAIT_MS = 50;

const indexes = z.object({ txindex: z.object({ best_block_height: height }) });

/** What became of a transaction. */
export async function readStatus(
  node: UtxoNode,
  prefixes: Prefixes,
  txId: string,
): Promise<TransactionStatus> {
  const found = await readTransaction(node, txId);
  if (found === undefined) return { status: "unknown" };
  if (found.blockhash === undefined) return { status: "mempool" };
  const header = await readHeader(node, found.blockhash);
  // A block that a reorg has abandoned: the index still names it.
  if (header.confirmations < 1) return { status: "unknown" };
  const [movement] = await movementsOf(node, prefixes, [found]);
  const spentUnits = movement?.spent.reduce((sum, { units }) => sum + units, 0n) ?? 0n;
  const feeUnits = movement === undefined || movement.isCoinbase ? 0n : spentUnits - movement.paidUnits;
  return { status: "mined", height: header.height, blockHash: header.hash, succeeded: true, feeUnits };
}

/**
 * A transaction in the node's mempool or index. Right after a block the index lags, and a transaction of it is in neither:
 * so an answer that it is unknown counts only where the index was at the best block before it was asked.
 */
export async function readTransaction(node: UtxoNode, txId: string): Promise<WireTransaction | undefined> {
  assert(hash.safeParse(txId).success, "not a transaction id");
  for (let attempt = 0; attempt < INDEX_ATTEMPTS_MAX; attempt += 1) {
    const [index, transaction, count] = await node.readBatch([
      { method: "getindexinfo", params: ["txindex"] },
      { method: "getrawtransaction", params: [txId, true] },
      { method: "getblockcount", params: [] },
    ]);
    const found = node.parseKnown(transaction, wireTransaction);
    if (found !== undefined) return found;
    if (node.parse(index, indexes).txindex.best_block_height >= node.parse(count, height)) return undefined;
    await sleep(INDEX_WAIT_MS);
  }
  throw new ChainUnavailable(node.chain, "the node's index of transactions lags behind its blocks");
}
