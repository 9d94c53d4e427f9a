import { z } from "zod";
import { NATIVE_ASSET } from "../../core/assets";
import type { Prefixes } from "../addresses/bitcoin-networks";
import { type Block, type BlockRef, ChainUnavailable, type Transfer } from "../chain";
import { hash } from "./fields";
import { type Movement, movementsOf, sourcesOf, spendsOf } from "./movements";
import type { UtxoNode } from "./node";
import { COINBASE_MATURITY, utxoParamsOf } from "./params";
import { asProven, readProvenBlock, readProvenCoinbase } from "./proven";
import { type WireTransaction, wireBlock, wireHeader, wireTransaction } from "./wire";

/** A block, and what counts from it on: coins of a coinbase count from the block after which they can be spent. */
export type UtxoBlock = BlockRef & { movements: readonly Movement[] } & Matured;
/** The coinbase whose outputs can be spent in the next block, and its block. */
type Matured = { matured: Movement | null; maturedIn: { height: number; hash: string } | null };

export type BlockReader = {
  /** The block at a height of the best chain; undefined above the tip. */
  at(height: number): Promise<UtxoBlock | undefined>;
};

/** A block with the ids of its transactions (verbosity 1): the first is its coinbase. */
const coinbaseOf = z.object({ tx: z.array(hash).min(1) });

/** The watcher, the comparison and proofs look at the same few blocks again and again. */
const KEPT_MAX = 12;
const OUT_OF_RANGE = -8;

/** Reads blocks, each with all that it moves; the last few are kept. */
export function createBlockReader(node: UtxoNode, prefixes: Prefixes): BlockReader {
  const kept = new Map<string, UtxoBlock>();
  return {
    async at(height) {
      if (!Number.isSafeInteger(height) || height < 0) return undefined;
      const wanted = await hashAt(node, height);
      if (wanted === undefined) return undefined;
      const block = kept.get(wanted) ?? (await readBlock(node, prefixes, { hash: wanted, height }));
      kept.delete(wanted);
      kept.set(wanted, block);
      for (const oldest of kept.keys()) {
        if (kept.size <= KEPT_MAX) break;
        kept.delete(oldest);
      }
      return block;
    },
  };
}

/** The hash of the block at a height of the best chain; undefined above the tip. */
export async function hashAt(node: UtxoNode, height: number): Promise<string | undefined> {
  const [answer] = await node.readBatch([{ method: "getblockhash", params: [height] }]);
  return answer && !answer.ok && answer.error.code === OUT_OF_RANGE ? undefined : node.parse(answer, hash);
}

/** Reads what the node calls a block's head. */
export async function readHeader(node: UtxoNode, blockHash: string) {
  return node.read("getblockheader", [blockHash, true], wireHeader);
}

async function readBlock(
  node: UtxoNode,
  prefixes: Prefixes,
  wanted: { hash: string; height: number },
): Promise<UtxoBlock> {
  const verbosity = utxoParamsOf(node.chain).showsPrevouts ? 3 : 2;
  const found = await node.read("getblock", [wanted.hash, verbosity], wireBlock);
  if (found.hash !== wanted.hash || found.height !== wanted.height)
    throw new ChainUnavailable(node.chain, "the node sent another block");
  const { provesBlocks } = utxoParamsOf(node.chain);
  const proven = provesBlocks && found.height > 0 ? await readProvenBlock(node, wanted.hash) : undefined;
  const all = proven === undefined ? found.tx : asProven(node, proven, found.tx);
  // The coins of the first block are in no node's set of outputs, and its index does not have them.
  const transactions = found.height === 0 ? [] : all;
  return {
    height: found.height,
    hash: found.hash,
    parentHash: proven?.parentHash ?? found.previousblockhash ?? "",
    timeMs: proven?.timeMs ?? found.time * 1000,
    movements: await movementsOf(node, prefixes, transactions),
    ...(await maturedBy(node, prefixes, found)),
  };
}

/** The coinbase whose outputs can be spent after a block, in the block's own branch. */
async function maturedBy(
  node: UtxoNode,
  prefixes: Prefixes,
  { height, hash: tip }: { height: number; hash: string },
): Promise<Matured> {
  const old = height - COINBASE_MATURITY + 1;
  const { spendsCoinbase, provesBlocks } = utxoParamsOf(node.chain);
  if (old < 1 || !spendsCoinbase) return { matured: null, maturedIn: null };
  const blockHash = await hashAt(node, old);
  // Deeper than any reorg that a node follows by itself: it is asked again if this one came in between.
  if (blockHash === undefined || (await hashAt(node, height)) !== tip)
    throw new ChainUnavailable(node.chain, "the chain changed while a block was read");
  const read = provesBlocks ? readProvenCoinbase : readCoinbase;
  const maturedIn = { height: old, hash: blockHash };
  const [coinbase] = await movementsOf(node, prefixes, [await read(node, maturedIn)]);
  return { matured: coinbase ?? null, maturedIn };
}

async function readCoinbase(node: UtxoNode, { hash: blockHash }: { hash: string }): Promise<WireTransaction> {
  const { tx } = await node.read("getblock", [blockHash, 1], coinbaseOf);
  return node.read("getrawtransaction", [tx[0], true, blockHash], wireTransaction);
}

/** What a block moves: what its transactions pay, but for new coins, and the coins that can be spent from now on. */
export const countedIn = ({ movements, matured }: UtxoBlock): readonly Movement[] => [
  ...movements.filter(({ isCoinbase }) => !isCoinbase),
  ...(matured === null ? [] : [matured]),
];

/** The block as the port describes it. */
export function blockOf(node: UtxoNode, block: UtxoBlock): Block {
  const { height, hash: blockHash, parentHash, timeMs } = block;
  return {
    ...{ height, hash: blockHash, parentHash, timeMs },
    transfers: countedIn(block).flatMap((movement) => transfersOf(node, movement)),
    spends: block.movements.flatMap(spendsOf),
  };
}

/** What a transaction pays to addresses. */
export function transfersOf(node: UtxoNode, movement: Movement): Transfer[] {
  const from = sourcesOf(movement);
  const asset = NATIVE_ASSET[node.chain];
  return movement.received.map((received) => ({ ...received, asset, from }));
}
