import { z } from "zod";
import type { DecodedTransaction, Outpoint, ProofOfDeath } from "../chain";
import { type BlockReader, hashAt, readHeader } from "./blocks";
import type { Movement } from "./movements";
import type { UtxoNode } from "./node";
import { readTransaction } from "./status";
import { decodeUtxo, type UtxoCodec } from "./transaction";
import { expiryHeightOf } from "./zcash/transaction";

/** How many blocks back the other transaction is looked for: two weeks of Bitcoin. */
const BLOCKS_BACK_MAX = 2_016;

const nameOf = ({ txId, ordinal }: Outpoint): string => `${txId}:${ordinal}`;

/**
 * The transaction that has spent an input of these bytes, found by looking back from the tip; blocks are read only where an
 * input is no longer in the set of unspent outputs. Where all are unspent, bytes of Zcash may have expired. See `Chain.proofOfDeath`.
 */
export async function readUtxoDeath(
  node: UtxoNode,
  blocks: BlockReader,
  codec: UtxoCodec,
  { raw, finalHeight }: { raw: string; finalHeight: number },
): Promise<ProofOfDeath | null> {
  const ours = decodeUtxo(codec, raw);
  const { txId, inputs } = ours;
  const spent = new Map((await spentAmong(node, inputs)).map((input) => [nameOf(input), input]));
  if (spent.size === 0) return codec.chain === "zcash" ? readExpired(node, raw, finalHeight) : null;
  const tip = await node.read("getblockcount", [], z.int());
  const oldest = Math.max(await oldestSpender(node, [...spent.values()]), tip - BLOCKS_BACK_MAX, 1);
  let proof: ProofOfDeath | null = null;
  for (let height = tip; height >= oldest && spent.size > 0; height -= 1) {
    const block = await blocks.at(height);
    if (block === undefined) return null;
    for (const movement of block.movements) {
      const gone = movement.spent.filter((output) => spent.has(nameOf(output)));
      if (gone.length === 0) continue;
      if (movement.txId === txId || doesTheSame(movement, ours)) return null;
      for (const output of gone) spent.delete(nameOf(output));
      if (height > finalHeight) continue;
      const all: ProofOfDeath["gone"] = [
        ...(proof?.gone ?? []),
        ...gone.map(({ txId: of, ordinal }) => ({ txId: of, ordinal })),
      ];
      proof = { by: movement.txId, height, blockHash: block.hash, gone: all };
    }
  }
  return proof;
}

/**
 * That the last block which could hold these bytes of Zcash is final, while all that they spend is unspent: no block holds
 * them, and none ever will (ZIP 203).
 */
async function readExpired(node: UtxoNode, raw: string, finalHeight: number): Promise<ProofOfDeath | null> {
  const height = expiryHeightOf(raw);
  if (height > finalHeight) return null;
  const blockHash = await hashAt(node, height);
  return blockHash === undefined ? null : { by: null, height, blockHash, gone: [] };
}

/**
 * Whether a transaction spends and pays exactly what ours does. Only the holder of our keys can make one, or somebody who
 * gave our signatures another form, and with it the transaction another id, where that is in the bytes of the id (P2PKH): it is ours.
 */
function doesTheSame({ spent, received, paidUnits }: Movement, ours: DecodedTransaction): boolean {
  const paid = ours.outputs.map(({ to, units }, ordinal) => `${ordinal}:${to}:${units}`);
  return (
    spent.map(nameOf).join() === ours.inputs.map(nameOf).join() &&
    received.map(({ to, units, ordinal }) => `${ordinal}:${to}:${units}`).join() === paid.join() &&
    paidUnits === ours.outputs.reduce((sum, { units }) => sum + units, 0n)
  );
}

/** The inputs that are not unspent in the best chain: spent, or never there. */
async function spentAmong(node: UtxoNode, inputs: readonly Outpoint[]): Promise<readonly Outpoint[]> {
  const calls = inputs.map(({ txId, ordinal }) => ({ method: "gettxout", params: [txId, ordinal, false] }));
  const answers = await node.readBatch(calls);
  return inputs.filter((_, at) => node.parse(answers[at], z.unknown().nullable()) === null);
}

/** The lowest block that can hold a spender of one of these outputs: that of the youngest is no bound for the others. */
async function oldestSpender(node: UtxoNode, outputs: readonly Outpoint[]): Promise<number> {
  let oldest = Number.POSITIVE_INFINITY;
  for (const { txId } of outputs) {
    const parent = await readTransaction(node, txId);
    if (parent?.blockhash === undefined) continue;
    const header = await readHeader(node, parent.blockhash);
    if (header.confirmations >= 1) oldest = Math.min(oldest, header.height);
  }
  return oldest;
}
