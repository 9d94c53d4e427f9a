import { type BroadcastOutcome, ChainUnavailable } from "../chain";
import { RpcError } from "../rpc";
import type { UtxoNode } from "./node";
import { readStatus } from "./status";
import { decodeUtxo, type UtxoCodec } from "./transaction";

/** What a node says of the bytes: verification failed, rejected, in a block already, not decoded. */
const VERDICTS: ReadonlySet<number> = new Set([-25, -26, -27, -22]);

/** The node's words are never passed on. */
const REASONS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/expir/i, "expired"],
  [/branch.?id/i, "rules of another time"],
  [/missingorspent|missing-inputs|missing inputs/i, "inputs missing or spent"],
  [/mempool-conflict|insufficient fee|replacement/i, "replacement refused"],
  [/max-fee|maxfeerate|absurdly/i, "fee too high"],
  [/fee/i, "fee too low"],
  [/dust/i, "dust"],
  [/premature-spend/i, "immature coins"],
  [/too-long-mempool-chain|cluster/i, "too many unconfirmed parents"],
  [/script|signature|witness|decode/i, "invalid transaction"],
];

/** Sends signed bytes once; throws ChainUnavailable when what became of them is unknown. */
export async function broadcastUtxo(
  node: UtxoNode,
  codec: UtxoCodec,
  raw: string,
): Promise<BroadcastOutcome> {
  const { txId } = decodeUtxo(codec, raw);
  try {
    const answer = await node.write("sendrawtransaction", [raw]);
    if (answer !== txId)
      throw new ChainUnavailable(node.chain, "the node answered with another transaction id");
    return { outcome: "accepted" };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    // What is mined spends inputs that are gone: whatever the node says of the bytes, it may hold them already.
    const { status } = await readStatus(node, codec.prefixes, txId);
    if (status !== "unknown") return { outcome: "accepted" };
    if (!VERDICTS.has(error.code)) throw new ChainUnavailable(node.chain, `JSON-RPC error ${error.code}`);
    const reason = REASONS.find(([pattern]) => pattern.test(error.message))?.[1];
    return { outcome: "rejected", reason: reason ?? `refused (code ${error.code})` };
  }
}
