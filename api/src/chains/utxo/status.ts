import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { assert } from "../../core/assert";
import type { Prefixes } from "../addresses/bitcoin-networks";
import { ChainUnavailable, type TransactionStatus } from "../chain";
import { readHeader } from "./blocks";
import { hash, height, shown } from "./fields";
import { movementsOf } from "./movements";
import { isIndexBehind, type UtxoNode } from "./node";
import { utxoParamsOf } from "./params";
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
  // New coins, and on Dash what leaves its pool of credits, spend nothing.
  const feeUnits =
    movement === undefined || movement.spent.length === 0 ? 0n : spentUnits - movement.paidUnits;
  return { status: "mined", height: header.height, blockHash: header.hash, succeeded: true, feeUnits };
}

/**
 * A transaction in the node's mempool or index. Right after a block the index lags, and a transaction of it is in neither:
 * so an answer that it is unknown counts only where the index was at the best block before it was asked.
 */
export async function readTransaction(node: UtxoNode, txId: string): Promise<WireTransaction | undefined> {
  assert(hash.safeParse(txId).success, "not a transaction id");
  const look = utxoParamsOf(node.chain).reportsIndex ? lookWithIndex : lookWithItself;
  for (let attempt = 0; attempt < INDEX_ATTEMPTS_MAX; attempt += 1) {
    const { found, isComplete } = await look(node, txId);
    if (found !== undefined || isComplete) return found;
    await sleep(INDEX_WAIT_MS);
  }
  throw new ChainUnavailable(node.chain, "the node's index of transactions lags behind its blocks");
}

type Look = { found: WireTransaction | undefined; isComplete: boolean };

/** The node says how far its index is. */
async function lookWithIndex(node: UtxoNode, txId: string): Promise<Look> {
  const [index, transaction, count] = await node.readBatch([
    { method: "getindexinfo", params: ["txindex"] },
    { method: "getrawtransaction", params: [txId, true] },
    { method: "getblockcount", params: [] },
  ]);
  const { best_block_height: indexed } = node.parse(index, indexes).txindex;
  return {
    found: node.parseKnown(transaction, wireTransaction),
    isComplete: indexed >= node.parse(count, height),
  };
}

/** The node waits for its index by itself, and says so where that is not complete. */
async function lookWithItself(node: UtxoNode, txId: string): Promise<Look> {
  const [answer] = await node.readBatch([{ method: "getrawtransaction", params: [txId, shown(node.chain)] }]);
  return { found: node.parseKnown(answer, wireTransaction), isComplete: !isIndexBehind(answer) };
}
