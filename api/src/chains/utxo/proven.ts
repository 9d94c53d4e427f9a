import { z } from "zod";
import { ChainUnavailable } from "../chain";
import {
  type BlockBytes,
  blockIdOf,
  FalseBytes,
  readBlockBytes,
  readTransactionBytes,
  requireRoot,
  scriptOfHeight,
  type TransactionBytes,
  workBitsOf,
} from "./block-bytes";
import { hash } from "./fields";
import type { UtxoNode } from "./node";
import { utxoParamsOf } from "./params";
import type { WireTransaction } from "./wire";

const hex = z.string();
/** A block with the ids of its transactions (verbosity 1): the first is its coinbase. */
const ids = z.object({ tx: z.array(hash).min(1) });

/** Reads a block from its bytes, which prove that it is the one with this hash. Throws ChainUnavailable where they do not. */
export async function readProvenBlock(node: UtxoNode, blockHash: string): Promise<BlockBytes> {
  const bytes = await node.read("getblock", [blockHash, 0], hex);
  return proving(node, blockHash, () => {
    const block = readBlockBytes(bytes);
    if (block.hash !== blockHash) throw new FalseBytes("another block");
    requireWork(node, block.header);
    return block;
  });
}

/**
 * The transaction that made a block's new coins, proven by the block's head and the ids of its transactions, and by what it
 * says itself to be of that height: a node could show the same new coins again at another one.
 */
export async function readProvenCoinbase(
  node: UtxoNode,
  { hash: blockHash, height }: { hash: string; height: number },
): Promise<WireTransaction> {
  const { tx: txIds } = await node.read("getblock", [blockHash, 1], ids);
  const [first = ""] = txIds;
  const head = await node.read("getblockheader", [blockHash, false], hex);
  const bytes = await node.read("getrawtransaction", [first, false, blockHash], hex);
  return proving(node, blockHash, () => {
    const header = Buffer.from(head, "hex");
    if (blockIdOf(header) !== blockHash) throw new FalseBytes("another block");
    requireRoot(header, txIds);
    requireWork(node, header);
    const coinbase = readTransactionBytes(bytes);
    if (coinbase.txId !== first) throw new FalseBytes("another transaction");
    if (coinbase.madeBy?.startsWith(scriptOfHeight(height)) !== true)
      throw new FalseBytes("new coins of another height");
    return { txid: coinbase.txId, vin: [{ coinbase: "" }], vout: outputsOf(coinbase), blockhash: blockHash };
  });
}

/** Anyone can write a head that commits to anything: on the main network it has to have cost more than that. */
function requireWork({ chain, network }: UtxoNode, header: Buffer): void {
  const { work } = utxoParamsOf(chain);
  if (network !== "main" || work === undefined) return;
  if (workBitsOf(header, work.by) < work.bitsMin) throw new FalseBytes("too little work is behind it");
}

function proving<Value>(node: UtxoNode, blockHash: string, prove: () => Value): Value {
  try {
    return prove();
  } catch (error) {
    if (!(error instanceof FalseBytes)) throw error;
    const reason = `the node does not prove what is in block ${blockHash}: ${error.message}`;
    throw new ChainUnavailable(node.chain, reason, { cause: error });
  }
}

/**
 * The transactions of a block as their bytes have them. Only what their inputs held is the node's word: it shows where coins
 * come from, and credits nothing.
 */
export function asProven(
  node: UtxoNode,
  block: BlockBytes,
  shown: readonly WireTransaction[],
): readonly WireTransaction[] {
  if (shown.length !== block.transactions.length) throw twoThings(node, block);
  return block.transactions.map((proven, at) => {
    const claimed = shown[at];
    if (claimed?.txid !== proven.txId) throw twoThings(node, block);
    const vin = proven.inputs.map(({ txId: txid, ordinal: vout }, place) => {
      const { prevout, ...spent } = claimed.vin[place] ?? {};
      if (prevout === undefined) return { txid, vout };
      if (spent.txid !== txid || spent.vout !== vout) throw twoThings(node, block);
      return { txid, vout, prevout };
    });
    const spends = vin.length === 0 ? [{ coinbase: "" }] : vin;
    return { txid: proven.txId, vin: spends, vout: outputsOf(proven), blockhash: block.hash };
  });
}

/** A CashToken is in the bytes of the script, and such a script has no address. */
const outputsOf = ({ outputs }: TransactionBytes): WireTransaction["vout"] =>
  outputs.map(({ units: value, script }, n) => ({ n, value, scriptPubKey: { hex: script } }));

const twoThings = (node: UtxoNode, { hash: id }: BlockBytes): ChainUnavailable =>
  new ChainUnavailable(node.chain, `the node says two things of block ${id}`);
