import { getAddress } from "viem";
import { z } from "zod";
import { assert } from "../../core/assert";
import { NATIVE_ASSET } from "../../core/assets";
import {
  type Block,
  type Chain,
  ChainUnavailable,
  type Tip,
  type TransactionStatus,
  type Transfer,
} from "../chain";
import { explorerUrlOf } from "../explorer-url";
import type { JsonRpcOptions } from "../rpc";
import { createBalances } from "./balances";
import { broadcastRaw } from "./broadcast";
import { assetsOf, type CodecOptions, checked, codecOf } from "./codec";
import { readProofOfDeath } from "./death";
import { quoteFee } from "./fees";
import {
  address20,
  blockHeader,
  createEvmNode,
  type EvmNode,
  hash32,
  quantity,
  quantityOf,
  smallQuantity,
} from "./node";
import { readAccounts } from "./receipts";
import { quoteReplacement } from "./replacement";
import { readUnconfirmedSpends, spendsOfBlock } from "./spends";
import { buildTransaction, decodeTransaction, type EvmCodec } from "./transaction";
import { logEntry, TRANSFER_TOPIC, transfersOf } from "./transfers";

export type EvmChainOptions = CodecOptions & {
  rpcUrl: string;
  /** The hash of the first block; undefined on a network of one's own. */
  genesis?: string | undefined;
  /** Where a person looks transactions up, such as `https://etherscan.io`. */
  explorer?: string;
  /** Of one attempt of one call. */
  timeoutMs: number;
  /** Another way to the node than straight there. */
  via?: JsonRpcOptions["via"];
};

export interface EvmChain extends Chain {
  /** Native balance and nonce of many addresses in the latest block and in the one at `finalHeight` (see receipts). */
  accounts(query: {
    addresses: readonly string[];
    finalHeight: number;
  }): ReturnType<NonNullable<Chain["accounts"]>>;
  balances: NonNullable<Chain["balances"]>;
}

const LOGS_MAX = 100_000;
const TRANSACTIONS_MAX = 50_000;
/** How often a block is read again because the chain changed between two calls. */
const BLOCK_ATTEMPTS_MAX = 3;

/**
 * The adapter of an EVM chain over the JSON-RPC of one node.
 * `mempool` is empty: nodes show pending transactions of others unreliably, and blocks come within seconds.
 */
export function createEvmChain(options: EvmChainOptions): EvmChain {
  const { id, rpcUrl, chainId, genesis, timeoutMs, explorer, via } = options;
  const codec = codecOf(options);
  const node = createEvmNode({ chain: id, rpcUrl, chainId, genesis, timeoutMs, ...(via && { via }) });
  const balances = createBalances(node, codec);
  return {
    id,
    model: "account",
    assets: assetsOf(codec),
    nativeDeposits: "cumulative",
    showsSources: true,
    tip: () => readTip(node),
    block: createBlockReader(node, codec),
    nativeTransfers: (height) => readNativeTransfers(node, height),
    mempool: async () => [],
    unconfirmedSpends: (senders) => readUnconfirmedSpends(node, senders),
    transaction: (txId) => readTransaction(node, txId),
    proofOfDeath: (raw, finalHeight) => readProofOfDeath(node, codec, raw, finalHeight),
    balance: balances.one,
    balances: balances.many,
    nonce: (address) => node.read("eth_getTransactionCount", [checked(address), "latest"], smallQuantity),
    feeQuote: (request) => quoteFee(node, codec.contracts, request),
    replacementFee: ({ raw }, request) => quoteReplacement(node, codec, raw, request),
    build: (request) => buildTransaction(codec, request),
    decode: (raw) => decodeTransaction(codec, raw),
    broadcast: (raw) => broadcastRaw(node, raw),
    explorerUrl: explorerUrlOf(explorer),
    accounts: (query) => readAccounts(node, balances, query),
  };
}

async function readTip(node: EvmNode): Promise<Tip> {
  const [latest, finalized] = await node.readBatch([
    { method: "eth_getBlockByNumber", params: ["latest", false] },
    { method: "eth_getBlockByNumber", params: ["finalized", false] },
  ]);
  const { ref } = node.parse(latest, blockHeader);
  // A node that does not know the tag answers with an error or null.
  const finalHeader = finalized?.ok ? blockHeader.safeParse(finalized.value).data : undefined;
  const finalizedHeight = finalHeader ? Math.min(finalHeader.ref.height, ref.height) : null;
  return { ...ref, finalizedHeight };
}

/** Reads blocks. The last one is kept: the watcher and the comparison look at it again and again until the next one comes. */
function createBlockReader(node: EvmNode, codec: EvmCodec): Chain["block"] {
  let last: Block | undefined;
  return async (height) => {
    for (let attempt = 0; attempt < BLOCK_ATTEMPTS_MAX; attempt += 1) {
      const header = await node.read(
        "eth_getBlockByNumber",
        [quantityOf(height), false],
        blockHeader.nullable(),
      );
      if (!header) return undefined;
      const { ref } = header;
      if (ref.height !== height) throw new ChainUnavailable(node.chain, "the node sent another block");
      if (last?.hash === ref.hash) return last;
      const content = await readContent(node, codec, ref.hash);
      if (content === undefined) continue;
      last = { ...ref, ...content };
      return last;
    }
    throw new ChainUnavailable(node.chain, "the block changed each time it was read");
  };
}

/**
 * The senders and the Transfer logs of exactly the block with this hash (EIP-234); undefined when the node does not have
 * it (any more). Both are asked in one batch: a node behind a load balancer that lags may answer with no logs instead of
 * an error, and an empty answer would lose deposits.
 */
async function readContent(
  node: EvmNode,
  codec: EvmCodec,
  blockHash: string,
): Promise<Pick<Block, "transfers" | "spends"> | undefined> {
  const hasTokens = codec.contracts.size > 0;
  const filter = { blockHash, address: [...codec.contracts.values()], topics: [TRANSFER_TOPIC] };
  const [block, found] = await node.readBatch([
    { method: "eth_getBlockByHash", params: [blockHash, true] },
    ...(hasTokens ? [{ method: "eth_getLogs", params: [filter] }] : []),
  ]);
  const again = block?.ok ? node.parse(block, blockHeader.and(spendsOfBlock).nullable()) : null;
  if (again?.ref.hash !== blockHash) return undefined;
  if (!hasTokens) return { transfers: [], spends: again.spends };
  if (!found?.ok) return undefined;
  const logs = node.parse(found, z.array(logEntry).max(LOGS_MAX));
  if (logs.some((log) => log.blockHash !== blockHash || log.removed === true)) return undefined;
  return { transfers: transfersOf(logs, codec.tokens), spends: again.spends };
}

const blockWithPayments = z.object({
  transactions: z
    .array(z.object({ hash: hash32, from: address20, to: address20.nullish(), value: quantity }))
    .max(TRANSACTIONS_MAX),
});

/**
 * The value that the transactions of a block carry to their recipients. Whether they succeeded is not asked: to an
 * address without code, as all of ours are, a mined payment cannot fail.
 */
async function readNativeTransfers(node: EvmNode, height: number): Promise<readonly Transfer[]> {
  const params = [quantityOf(height), true];
  const block = await node.read("eth_getBlockByNumber", params, blockWithPayments.nullable());
  // A block that one node of an address lacks is no block without payments.
  if (block === null) throw new ChainUnavailable(node.chain, "the node lacks a block that another one has");
  const asset = NATIVE_ASSET[node.chain];
  return block.transactions.flatMap(({ hash, from, to, value }) => {
    if (!to || value === 0n) return [];
    return [{ txId: hash, ordinal: 0, asset, to: getAddress(to), units: value, from: [getAddress(from)] }];
  });
}

const receipt = z.object({
  transactionHash: hash32,
  blockNumber: smallQuantity,
  blockHash: hash32,
  status: smallQuantity,
  gasUsed: quantity,
  effectiveGasPrice: quantity,
});
const sentTransaction = z.object({ hash: hash32, from: address20 });

async function readTransaction(node: EvmNode, txId: string): Promise<TransactionStatus> {
  assert(hash32.safeParse(txId).success, "not a transaction id");
  const [mined, sent] = await node.readBatch([
    { method: "eth_getTransactionReceipt", params: [txId] },
    { method: "eth_getTransactionByHash", params: [txId] },
  ]);
  const found = node.parse(mined, receipt.nullable());
  if (found) {
    return {
      status: "mined",
      height: found.blockNumber,
      blockHash: found.blockHash,
      succeeded: found.status === 1,
      feeUnits: found.gasUsed * found.effectiveGasPrice,
    };
  }
  return { status: node.parse(sent, sentTransaction.nullable()) ? "mempool" : "unknown" };
}
