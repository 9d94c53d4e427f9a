import { z } from "zod";
import type { Prefixes } from "../addresses/bitcoin-networks";
import type { Outpoint } from "../chain";
import { hash, shown } from "./fields";
import { knownMovementsOf, type Movement } from "./movements";
import type { UtxoNode } from "./node";
import { type WireTransaction, wireTransaction } from "./wire";

/** A node's mempool, of which each transaction is read once. */
export type MempoolView = {
  /** What waits there now. */
  look(): Promise<readonly Movement[]>;
  /** What a transaction spends that waits there, or has waited; undefined where it was forgotten. */
  spentBy(txId: string): readonly Outpoint[] | undefined;
};

/** Transactions read in one look: a full mempool of a busy chain is read by and by, so that blocks need not wait for it. */
const NEW_MAX = 2_000;
/** Inputs of them: each may need another transaction of the node, and a few transactions can have very many. */
const INPUTS_MAX = 10_000;
/** Transactions that have left it, and whose inputs are remembered: those of half a day of full blocks of Bitcoin. */
const PAST_MAX = 100_000;
const poolIds = z.array(hash);

/** Follows a node's mempool. After a restart all of it is read again; nothing in it is money yet. */
export function createMempoolView(node: UtxoNode, prefixes: Prefixes): MempoolView {
  let known = new Map<string, Movement>();
  const past = new Map<string, readonly Outpoint[]>();
  const remember = ({ txId, spent }: Movement): void => {
    past.set(
      txId,
      spent.map((one) => ({ txId: one.txId, ordinal: one.ordinal })),
    );
    for (const oldest of past.keys()) {
      if (past.size <= PAST_MAX) return;
      past.delete(oldest);
    }
  };
  return {
    spentBy: (txId) => known.get(txId)?.spent ?? past.get(txId),
    async look() {
      const ids = await node.read("getrawmempool", [], poolIds);
      const fresh = ids.filter((txId) => !known.has(txId)).slice(0, NEW_MAX);
      const read = await knownMovementsOf(node, prefixes, firstOf(await readKnown(node, fresh)));
      const found = new Map(read.map((movement) => [movement.txId, movement]));
      const here = new Set(ids);
      for (const movement of known.values()) if (!here.has(movement.txId)) remember(movement);
      known = new Map(
        ids.flatMap((txId) => {
          const movement = known.get(txId) ?? found.get(txId);
          return movement === undefined ? [] : [[txId, movement]];
        }),
      );
      return [...known.values()];
    },
  };
}

/** The first of these transactions, at least one, as many as have no more inputs than one look is for. */
function firstOf(transactions: readonly WireTransaction[]): readonly WireTransaction[] {
  let inputs = 0;
  return transactions.filter(({ vin }, at) => {
    inputs += vin.length;
    return at === 0 || inputs <= INPUTS_MAX;
  });
}

/** Those of these transactions that the node still has. */
async function readKnown(node: UtxoNode, txIds: readonly string[]): Promise<WireTransaction[]> {
  const calls = txIds.map((txId) => ({ method: "getrawtransaction", params: [txId, shown(node.chain)] }));
  const answers = await node.readBatch(calls);
  return answers.flatMap((answer) => node.parseKnown(answer, wireTransaction) ?? []);
}
