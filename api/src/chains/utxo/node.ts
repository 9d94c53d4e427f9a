import type { z } from "zod";
import type { Result } from "../../core/result";
import type { AddressNetwork } from "../addresses/bitcoin-networks";
import { ChainUnavailable } from "../chain";
import { createNodeCheck } from "../node-check";
import {
  BATCH_CALLS_MAX,
  createJsonRpc,
  type JsonRpc,
  type JsonRpcOptions,
  type RpcCall,
  RpcError,
} from "../rpc";
import { HELD_BACK } from "../unproven";
import { checkUtxoNode } from "./check-node";
import { shown } from "./fields";
import type { UtxoChainId } from "./params";

/** A node does not know a transaction or block ("invalid address or key", -5). */
export const NOT_FOUND = -5;
/** A block's transactions with what they spend; above the 4 MB of a block of Bitcoin several times over. */
const RESPONSE_BYTES_MAX = 256 * 1024 * 1024;

/** Reads from a node, parsed; whatever the node does wrong is ChainUnavailable. */
export interface UtxoNode {
  readonly chain: UtxoChainId;
  readonly network: AddressNetwork;
  read<Value>(method: string, params: readonly unknown[], schema: z.ZodType<Value>): Promise<Value>;
  /** Answers in the order of the calls; errors of single calls are values. */
  readBatch(calls: readonly RpcCall[]): Promise<readonly Result<unknown, RpcError>[]>;
  /** One answer of a batch. */
  parse<Value>(answer: Result<unknown, RpcError> | undefined, schema: z.ZodType<Value>): Value;
  /** One answer of a batch; undefined where the node does not know what was asked for. */
  parseKnown<Value>(
    answer: Result<unknown, RpcError> | undefined,
    schema: z.ZodType<Value>,
  ): Value | undefined;
  /** Asks once, never again by itself; throws RpcError when the node refuses. */
  write(method: string, params: readonly unknown[]): Promise<unknown>;
}

export type UtxoNodeOptions = Pick<JsonRpcOptions, "timeoutMs" | "via"> & {
  chain: UtxoChainId;
  network: AddressNetwork;
  url: string;
  /** See `UNPROVEN_CHAIN_IDS`: the node is asked nothing. */
  isHeldBack?: boolean;
};

/**
 * Connects to a node, and makes sure (`createNodeCheck`) that it is on our network, by its first block, that it keeps what we
 * ask for, and that its version is one that we trust.
 */
export function createUtxoNode({ url, network, isHeldBack, ...options }: UtxoNodeOptions): UtxoNode {
  const { chain } = options;
  const rpc = createJsonRpc({ ...options, url, responseBytesMax: RESPONSE_BYTES_MAX });
  const onGoodNode = createNodeCheck(() => checkUtxoNode(rpc, chain, network));
  const onRightChain = async <Value>(call: (rpc: JsonRpc) => Promise<Value>): Promise<Value> => {
    if (isHeldBack) throw new ChainUnavailable(chain, `it ${HELD_BACK}`);
    return onGoodNode(() => call(rpc));
  };
  const parse: UtxoNode["parse"] = (answer, schema) => {
    if (answer === undefined) throw new ChainUnavailable(chain, "an answer is missing");
    if (!answer.ok) throw new ChainUnavailable(chain, `JSON-RPC error ${answer.error.code}`);
    const parsed = schema.safeParse(answer.value);
    if (!parsed.success) throw new ChainUnavailable(chain, "an answer has an unexpected shape");
    return parsed.data;
  };
  return {
    chain,
    network,
    parse,
    parseKnown: (answer, schema) =>
      answer && !answer.ok && answer.error.code === NOT_FOUND ? undefined : parse(answer, schema),
    async read(method, params, schema) {
      const answer = await onRightChain((to) => answerAsValue(to.read(method, params)));
      return parse(answer, schema);
    },
    readBatch: (calls) => onRightChain((to) => to.readBatch(calls)),
    write: (method, params) => onRightChain((to) => to.write(method, params)),
  };
}

/** Asks for transactions, however many, in batches, and hands on each answer. */
export async function askForTransactions(
  node: UtxoNode,
  txIds: readonly string[],
  see: (txId: string, answer: Result<unknown, RpcError> | undefined) => void,
): Promise<void> {
  for (let start = 0; start < txIds.length; start += BATCH_CALLS_MAX) {
    const some = txIds.slice(start, start + BATCH_CALLS_MAX);
    const calls = some.map((txId) => ({ method: "getrawtransaction", params: [txId, shown(node.chain)] }));
    const answers = await node.readBatch(calls);
    for (const [at, txId] of some.entries()) see(txId, answers[at]);
  }
}

/** In what a node answers about a transaction that it does not have, where its index is not complete. */
const INDEX_NOT_COMPLETE = /being indexed/;

/** Whether an answer about a transaction leaves open whether it is in a block. */
export const isIndexBehind = (answer: Result<unknown, RpcError> | undefined): boolean =>
  answer?.ok === false && INDEX_NOT_COMPLETE.test(answer.error.message);

async function answerAsValue(call: Promise<unknown>): Promise<Result<unknown, RpcError>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (error instanceof RpcError) return { ok: false, error };
    throw error;
  }
}
