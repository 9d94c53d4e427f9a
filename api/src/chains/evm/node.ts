import type { z } from "zod";
import type { ChainId } from "../../core/assets";
import type { Result } from "../../core/result";
import { ChainUnavailable } from "../chain";
import { createNodeCheck } from "../node-check";
import { createJsonRpc, type JsonRpc, type JsonRpcOptions, type RpcCall, RpcError } from "../rpc";
import { checkEvmNode, type EvmMainnet } from "./check-node";

/** Reads from one EVM node, parsed; whatever the node does wrong is ChainUnavailable. */
export interface EvmNode {
  readonly chain: ChainId;
  read<Value>(method: string, params: readonly unknown[], schema: z.ZodType<Value>): Promise<Value>;
  /** Answers in the order of the calls; errors of single calls are values. */
  readBatch(calls: readonly RpcCall[]): Promise<readonly Result<unknown, RpcError>[]>;
  /** One answer of a batch. */
  parse<Value>(answer: Result<unknown, RpcError> | undefined, schema: z.ZodType<Value>): Value;
  /** Asks once, never again by itself; throws RpcError when the node refuses. */
  write(method: string, params: readonly unknown[]): Promise<unknown>;
}

type EvmNodeOptions = Pick<JsonRpcOptions, "chain" | "timeoutMs" | "via"> & {
  rpcUrl: string;
  chainId: number;
  /** What the main network's node has to have; undefined on a network of one's own. */
  mainnet?: EvmMainnet | undefined;
};

/**
 * Connects to a node, and makes sure (`createNodeCheck`) that it is on the chain with `chainId` (EIP-155), has caught up, and
 * is fit for the main network where that is ours: a URL or a provider that serves another chain must not be read for a moment.
 */
export function createEvmNode({ rpcUrl, chainId, mainnet, ...options }: EvmNodeOptions): EvmNode {
  const { chain } = options;
  const rpc = createJsonRpc({ ...options, url: rpcUrl });
  const onGoodNode = createNodeCheck(() => checkEvmNode(rpc, { chain, chainId, mainnet }));
  const onRightChain = <Value>(call: (rpc: JsonRpc) => Promise<Value>): Promise<Value> =>
    onGoodNode(() => call(rpc));

  const parse = <Value>(answer: Result<unknown, RpcError> | undefined, schema: z.ZodType<Value>): Value => {
    if (answer === undefined) throw new ChainUnavailable(chain, "an answer is missing");
    if (!answer.ok) throw new ChainUnavailable(chain, `JSON-RPC error ${answer.error.code}`);
    const parsed = schema.safeParse(answer.value);
    if (!parsed.success) throw new ChainUnavailable(chain, "an answer has an unexpected shape");
    return parsed.data;
  };

  return {
    chain,
    parse,
    async read(method, params, schema) {
      const answer = await onRightChain((to) => answerAsValue(to.read(method, params)));
      return parse(answer, schema);
    },
    readBatch: (calls) => onRightChain((to) => to.readBatch(calls)),
    write: (method, params) => onRightChain((to) => to.write(method, params)),
  };
}

async function answerAsValue(call: Promise<unknown>): Promise<Result<unknown, RpcError>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (error instanceof RpcError) return { ok: false, error };
    throw error;
  }
}
