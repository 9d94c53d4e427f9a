import type { Prefixes } from "../addresses/bitcoin-networks";
import { ChainUnavailable, type Spend } from "../chain";
import { askForTransactions, type UtxoNode } from "./node";
import { addressOfScript } from "./script";
import { carriesToken, type WireTransaction, wireTransaction } from "./wire";

/** An output that has an address and carries coins only, and where it is. */
export type Received = { txId: string; ordinal: number; to: string; units: bigint };
/** An output that a transaction spends; its address where it has one, and whether it was one of coins only. */
export type Spent = { txId: string; ordinal: number; from: string | null; units: bigint; isCoins: boolean };

/** What a transaction moves. */
export type Movement = {
  txId: string;
  isCoinbase: boolean;
  received: readonly Received[];
  spent: readonly Spent[];
  /** All that its outputs hold, those without an address too. */
  paidUnits: bigint;
};

/**
 * What transactions move. Outputs that they spend and that the node did not show are asked for; a transaction for which it
 * lacks one is left out.
 */
export async function knownMovementsOf(
  node: UtxoNode,
  prefixes: Prefixes,
  transactions: readonly WireTransaction[],
): Promise<readonly Movement[]> {
  const parents = await parentsOf(node, transactions);
  return transactions.flatMap((transaction): Movement[] => {
    const { txid: txId, vin, vout } = transaction;
    const spent: Spent[] = [];
    for (const { txid, vout: ordinal, prevout } of vin) {
      if (txid === undefined || ordinal === undefined) continue;
      const output = prevout ?? parents.get(txid)?.vout.find(({ n }) => n === ordinal);
      if (output === undefined) return [];
      const from = addressOfScript(output.scriptPubKey.hex, prefixes);
      spent.push({ txId: txid, ordinal, from, units: output.value, isCoins: !carriesToken(output) });
    }
    const received = vout.flatMap((output): Received[] => {
      const { n, value, scriptPubKey } = output;
      const isCoins = value > 0n && !carriesToken(output);
      const to = isCoins ? addressOfScript(scriptPubKey.hex, prefixes) : null;
      return to === null ? [] : [{ txId, ordinal: n, to, units: value }];
    });
    const paidUnits = vout.reduce((sum, { value }) => sum + value, 0n);
    return [{ txId, isCoinbase: vin[0]?.coinbase !== undefined, received, spent, paidUnits }];
  });
}

/** The same of transactions of blocks, whose parents a node has. */
export async function movementsOf(
  node: UtxoNode,
  prefixes: Prefixes,
  transactions: readonly WireTransaction[],
): Promise<readonly Movement[]> {
  const movements = await knownMovementsOf(node, prefixes, transactions);
  if (movements.length < transactions.length)
    throw new ChainUnavailable(node.chain, "the node lacks what a transaction spends");
  return movements;
}

/** What was spent, as facts. */
export const spendsOf = ({ txId, spent }: Movement): Spend[] =>
  spent.map((one) => ({ kind: "output", txId, output: { txId: one.txId, ordinal: one.ordinal } }));

/** The addresses that a transaction spends from, each once. */
export const sourcesOf = ({ spent }: Movement): string[] => [
  ...new Set(spent.flatMap(({ from }) => (from === null ? [] : [from]))),
];

async function parentsOf(
  node: UtxoNode,
  transactions: readonly WireTransaction[],
): Promise<ReadonlyMap<string, WireTransaction>> {
  const known = new Map(transactions.map((transaction) => [transaction.txid, transaction]));
  const hidden = transactions.flatMap(({ vin }) =>
    vin.flatMap(({ txid, prevout }) => (txid === undefined || prevout !== undefined ? [] : [txid])),
  );
  const wanted = [...new Set(hidden)].filter((txId) => !known.has(txId));
  await askForTransactions(node, wanted, (txId, answer) => {
    const parent = node.parseKnown(answer, wireTransaction);
    if (parent !== undefined) known.set(txId, parent);
  });
  return known;
}
