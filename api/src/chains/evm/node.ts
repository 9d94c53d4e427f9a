import type { Hex } from "viem";
import { z } from "zod";
import type { ChainId } from "../../core/assets";
import type { Result } from "../../core/result";
import { ChainUnavailable } from "../chain";
import { createNodeCheck } from "../node-check";
import { createJsonRpc, type JsonRpc, type JsonRpcOptions, type RpcCall, RpcError } from "../rpc";

const hex = (pattern: RegExp) =>
  z
    .string()
    .regex(pattern)
    .transform((text) => text.toLowerCase() as Hex);

/** A JSON-RPC quantity (`0x1b4`), at most 256 bits. */
export const quantity = hex(/^0x[0-9a-fA-F]{1,64}$/).transform((text) => BigInt(text));
/** A quantity that must fit a JavaScript number: heights, indexes, times in seconds. */
export const smallQuantity = quantity
  .refine((value) => value <= BigInt(Number.MAX_SAFE_INTEGER))
  .transform((value) => Number(value));
export const hash32 = hex(/^0x[0-9a-fA-F]{64}$/);
export const address20 = hex(/^0x[0-9a-fA-F]{40}$/);
export const hexBytes = hex(/^0x([0-9a-fA-F]{2})*$/);

export const blockHeader = z
  .object({
    number: smallQuantity,
    hash: hash32,
    parentHash: hash32,
    timestamp: smallQuantity,
    baseFeePerGas: quantity.optional(),
  })
  .transform(({ number, hash, parentHash, timestamp, baseFeePerGas }) => ({
    ref: { height: number, hash: hash as string, parentHash: parentHash as string, timeMs: timestamp * 1000 },
    baseFeePerGas,
  }));

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
  /** The hash of the first block; undefined on a network of one's own. */
  genesis?: string | undefined;
};

/**
 * Connects to a node, and makes sure (`createNodeCheck`) that it is on the chain with `chainId` (EIP-155) and with that
 * first block: a URL or a provider that serves another chain must not be read for a moment.
 */
export function createEvmNode({ rpcUrl, chainId, genesis, ...options }: EvmNodeOptions): EvmNode {
  const { chain } = options;
  const rpc = createJsonRpc({ ...options, url: rpcUrl });
  const onGoodNode = createNodeCheck(() => checkNode(rpc, { chain, chainId, genesis }));
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

async function checkNode(
  rpc: JsonRpc,
  { chain, chainId, genesis }: Pick<EvmNodeOptions, "chain" | "chainId" | "genesis">,
): Promise<void> {
  const answer = await answerAsValue(rpc.read("eth_chainId"));
  const actual = answer.ok ? smallQuantity.safeParse(answer.value).data : undefined;
  if (actual !== chainId) {
    throw new ChainUnavailable(chain, `the node is on chain id ${actual ?? "unknown"}, not ${chainId}`);
  }
  if (genesis === undefined) return;
  const first = await answerAsValue(rpc.read("eth_getBlockByNumber", ["0x0", false]));
  const header = first.ok ? firstBlock.safeParse(first.value).data : undefined;
  // One that has pruned its first blocks does not say.
  if (header !== undefined && header.hash !== genesis)
    throw new ChainUnavailable(chain, "the node's first block is of another network");
}

const firstBlock = z.object({ hash: hash32 });

async function answerAsValue(call: Promise<unknown>): Promise<Result<unknown, RpcError>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (error instanceof RpcError) return { ok: false, error };
    throw error;
  }
}

/** A block number as a JSON-RPC quantity. */
export const quantityOf = (value: number | bigint): Hex => `0x${value.toString(16)}`;
