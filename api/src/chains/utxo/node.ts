import { z } from "zod";
import type { Result } from "../../core/result";
import type { AddressNetwork } from "../addresses/bitcoin-networks";
import { ChainUnavailable } from "../chain";
import { createNodeCheck } from "../node-check";
import { createJsonRpc, type JsonRpc, type JsonRpcOptions, type RpcCall, RpcError } from "../rpc";
import { HELD_BACK } from "../unproven";
import { type UtxoChainId, utxoParamsOf } from "./params";

export const hash = z.string().regex(/^[0-9a-f]{64}$/);
export const height = z.int().min(0).max(0x7fff_ffff);

/**
 * An amount that the node writes as a JSON number of whole coins. Eight decimals of a double are exact below 2²⁶ coins,
 * which no output reaches.
 */
export const coins = z
  .number()
  .min(0)
  .max(2 ** 26)
  .transform((value) => BigInt(value.toFixed(8).replace(".", "")));

/** Asks a node to show a transaction, and not its bytes. Zcash's take a number only. */
export const shown = (chain: UtxoChainId): true | 1 => (chain === "zcash" ? 1 : true);

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
  const onGoodNode = createNodeCheck(() => checkNode(rpc, chain, network));
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

const state = z.object({ pruned: z.boolean(), initialblockdownload: z.boolean() });
/** From here on a node of Zcash that does not say whether it has caught up counts for one that has. */
const CAUGHT_UP = 0.999;
/** Of zcashd, and of Zebra, which prunes nothing. */
const stateOfZcash = z
  .object({
    pruned: z.boolean().default(false),
    initial_block_download_complete: z.boolean().optional(),
    verificationprogress: z.number(),
  })
  .transform(({ pruned, initial_block_download_complete: isComplete, verificationprogress: progress }) => ({
    pruned,
    initialblockdownload: !(isComplete ?? progress >= CAUGHT_UP),
  }));
const version = z.object({ version: z.int() });
const indexes = z.object({ txindex: z.object({ synced: z.boolean() }).optional() });
/** In what a node answers about a transaction that it does not have, where its index is missing or not complete. */
const WITHOUT_INDEX = /-txindex/;
const INDEX_NOT_COMPLETE = /being indexed/;
/** No transaction has this id. */
const NO_TRANSACTION = "f".repeat(64);

async function checkNode(rpc: JsonRpc, chain: UtxoChainId, network: AddressNetwork): Promise<void> {
  const isZcash = chain === "zcash";
  const calls = [
    { method: "getblockchaininfo", params: [] },
    { method: "getblockhash", params: [0] },
    ...(isZcash ? [] : [{ method: "getnetworkinfo", params: [] }]),
  ];
  const answers = await rpc.readBatch(calls);
  const refuse = (reason: string): never => {
    throw new ChainUnavailable(chain, reason);
  };
  const facts = z.tuple([isZcash ? stateOfZcash : state, hash, isZcash ? z.undefined() : version]);
  const [first, second, third] = answers.map((answer) => (answer.ok ? answer.value : null));
  const parsed = facts.safeParse([first, second, third]);
  if (!parsed.success) return refuse("the node does not say what it is");
  const [blocks, genesis, about] = parsed.data;
  const { genesis: expected, mainnetVersionMin, fork } = utxoParamsOf(chain);
  if (genesis !== expected[network]) refuse("the node's first block is of another network");
  if (blocks.pruned) refuse("the node has pruned its blocks");
  await requireIndex(rpc, chain);
  if (network === "regtest") return;
  if (blocks.initialblockdownload) refuse("the node is still catching up");
  if (network === "main" && fork !== undefined) {
    const [at] = await rpc.readBatch([{ method: "getblockhash", params: [fork.height] }]);
    if (!at?.ok || at.value !== fork.hash)
      refuse("the node's blocks are of the chain that this one parted from");
  }
  if (network === "main" && mainnetVersionMin !== null && about && about.version < mainnetVersionMin.version)
    refuse(`version ${about.version} of the node is too old: ${mainnetVersionMin.reason}`);
}

async function requireIndex(rpc: JsonRpc, chain: UtxoChainId): Promise<void> {
  const isReported = utxoParamsOf(chain).reportsIndex;
  const call = isReported
    ? { method: "getindexinfo", params: [] }
    : { method: "getrawtransaction", params: [NO_TRANSACTION, shown(chain)] };
  const [answer] = await rpc.readBatch([call]);
  const isMissing = isReported
    ? !answer?.ok || indexes.safeParse(answer.value).data?.txindex === undefined
    : answer?.ok === false && WITHOUT_INDEX.test(answer.error.message);
  if (isMissing) throw new ChainUnavailable(chain, "the node was started without -txindex");
}

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
