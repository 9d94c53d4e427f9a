import { type Hex, isHex, keccak256 } from "viem";
import { z } from "zod";
import { assert } from "../../core/assert";
import { type BroadcastOutcome, ChainUnavailable } from "../chain";
import { RpcError } from "../rpc";
import { hash32 } from "./fields";
import type { EvmNode } from "./node";

/** What nodes (geth, bor, erigon, nethermind, anvil) answer when they hold these very bytes already. */
const ALREADY_KNOWN =
  /already known|known transaction|already imported|already exists|already in (the )?mempool/i;

/** Errors that speak of the node, not of the transaction: internal, method missing, limit exceeded. */
const NODE_TROUBLE_CODES: ReadonlySet<number> = new Set([-32_603, -32_601, -32_005, -32_001]);

/** The node's words are never passed on: they may quote addresses or the provider's account. */
const REASONS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/nonce too low|nonce is too low|old nonce/i, "nonce too low"],
  [/nonce too high|nonce gap/i, "nonce too high"],
  [
    /replacement transaction underpriced|replacement fee too low|could not replace/i,
    "replacement underpriced",
  ],
  [/insufficient (funds|balance)|not enough funds/i, "insufficient funds"],
  [/intrinsic gas|gas too low|out of gas/i, "gas limit too low"],
  [/exceeds block gas limit|gas limit (is )?too high/i, "gas limit too high"],
  [/underpriced|fee too low|fee cap|less than (the )?block base fee|gas price too low|tip/i, "fee too low"],
  [/chain.?id|invalid sender|signature|rlp|decode/i, "invalid transaction"],
];

/** Sends signed bytes once; throws ChainUnavailable when what became of them is unknown. */
export async function broadcastRaw(node: EvmNode, raw: string): Promise<BroadcastOutcome> {
  assert(isHex(raw, { strict: true }), "not the bytes of a transaction");
  const txId = keccak256(raw);
  try {
    const answer = hash32.safeParse(await node.write("eth_sendRawTransaction", [raw]));
    if (answer.data !== txId)
      throw new ChainUnavailable(node.chain, "the node answered with another transaction id");
    return { outcome: "accepted" };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if (ALREADY_KNOWN.test(error.message)) return { outcome: "accepted" };
    // A mined transaction sent again is "nonce too low" or whatever the node checks first, so the chain is asked.
    if (await isKnown(node, txId)) return { outcome: "accepted" };
    const reason = REASONS.find(([pattern]) => pattern.test(error.message))?.[1];
    if (reason === undefined && NODE_TROUBLE_CODES.has(error.code)) {
      throw new ChainUnavailable(node.chain, `JSON-RPC error ${error.code}`);
    }
    return { outcome: "rejected", reason: reason ?? `refused (code ${error.code})` };
  }
}

async function isKnown(node: EvmNode, txId: Hex): Promise<boolean> {
  const found = await node.read("eth_getTransactionByHash", [txId], z.object({ hash: hash32 }).nullable());
  return found?.hash === txId;
}
