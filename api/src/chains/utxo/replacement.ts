import { z } from "zod";
import type { Prefixes } from "../addresses/bitcoin-networks";
import type { Outpoint } from "../chain";
import type { MempoolView } from "./mempool";
import type { UtxoNode } from "./node";
import { readStatus } from "./status";

/** Unconfirmed transactions in a row: nodes keep 25. */
const PARENTS_MAX = 25;

type Look = { node: UtxoNode; prefixes: Prefixes; pool: MempoolView };

/** See `Chain.isReplaced`. Looked up once more at the end: it may be back, and then has spent its inputs itself. */
export const isReplaced = async (look: Look, txId: string, spends: readonly Outpoint[]): Promise<boolean> =>
  (await isReplacedIn(look, look.pool.spentBy(txId) ?? spends, PARENTS_MAX)) && !(await isThere(look, txId));

/** Whether a transaction waits or is in the best chain; one of a block that a reorg has abandoned is not. */
const isThere = async ({ node, prefixes }: Look, txId: string): Promise<boolean> =>
  (await readStatus(node, prefixes, txId)).status !== "unknown";

/**
 * Whether something else has spent one of these inputs of a transaction that the node does not know: an output that is there
 * and not unspent, of a parent that the node has, or an input of a parent that it does not have either.
 */
async function isReplacedIn(look: Look, inputs: readonly Outpoint[], parentsMax: number): Promise<boolean> {
  if (parentsMax === 0) return false;
  for (const input of await spentNow(look.node, inputs)) {
    if (await isThere(look, input.txId)) return true;
    if (await isReplacedIn(look, look.pool.spentBy(input.txId) ?? [], parentsMax - 1)) return true;
  }
  return false;
}

/** Those that are not unspent, with what waits counted. */
async function spentNow(node: UtxoNode, inputs: readonly Outpoint[]): Promise<readonly Outpoint[]> {
  const calls = inputs.map(({ txId, ordinal }) => ({ method: "gettxout", params: [txId, ordinal, true] }));
  const answers = await node.readBatch(calls);
  return inputs.filter((_, at) => node.parse(answers[at], z.unknown().nullable()) === null);
}
