import { getAddress, zeroAddress } from "viem";
import { z } from "zod";
import { assert } from "../../core/assert";
import { type ChainId, NATIVE_ASSET } from "../../core/assets";
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
import { type ComparedNode, commonTip, ofSecond, requireAlike } from "../second-node";
import { type Balances, createBalances } from "./balances";
import { readContent } from "./block-content";
import { broadcastRaw } from "./broadcast";
import type { EvmMainnet } from "./check-node";
import { assetsOf, type CodecOptions, checked, codecOf } from "./codec";
import { readProofOfDeath } from "./death";
import { quoteFee } from "./fees";
import { address20, blockHeader, hash32, quantity, quantityOf, smallQuantity } from "./fields";
import { createEvmNode, type EvmNode } from "./node";
import { readAccounts, requireFinal } from "./receipts";
import { quoteReplacement } from "./replacement";
import { readUnconfirmedSpends } from "./spends";
import { buildTransaction, decodeTransaction, type EvmCodec } from "./transaction";

export type EvmChainOptions = CodecOptions & {
  /** The node that is asked, and another one that has to say the same of blocks and of final balances. */
  rpcUrls: readonly string[];
  /** What the main network's node has to have; undefined on a network of one's own. */
  mainnet?: EvmMainnet | undefined;
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

const TRANSACTIONS_MAX = 50_000;
/** How often a block is read again because the chain changed between two calls. */
const BLOCK_ATTEMPTS_MAX = 3;

/** A second node that is further behind, by about 45 seconds, says nothing about the first one's blocks. */
const LAG_BLOCKS_MAX: Readonly<Partial<Record<ChainId, number>>> = { ethereum: 4, bsc: 60, polygon: 25 };
const LAG_BLOCKS_MAX_ELSEWHERE = 4;

/**
 * The adapter of an EVM chain over the JSON-RPC of one node, or of two: then blocks, what is in them and final balances are
 * believed only as both have them.
 * `mempool` is empty: nodes show pending transactions of others unreliably, and blocks come within seconds.
 */
export function createEvmChain(options: EvmChainOptions): EvmChain {
  const { id, rpcUrls, explorer } = options;
  const codec = codecOf(options);
  const [url, ...otherUrls] = rpcUrls;
  assert(url !== undefined, "a chain without a node", { id });
  const [first, ...others] = [
    open(options, codec, url),
    ...otherUrls.map((one) => open(options, codec, one)),
  ];
  const { node, balances } = first;
  return {
    id,
    model: "account",
    assets: assetsOf(codec),
    nativeDeposits: "cumulative",
    showsSources: true,
    tip: () => readTip(first.node, others),
    block: createBlockReader(node, others, codec),
    async nativeTransfers(height) {
      const found = await readNativeTransfers(node, height);
      for (const other of others)
        requireAlike(id, `what is in block ${height}`, [
          found,
          await ofSecond(id, () => readNativeTransfers(other.node, height)),
        ]);
      return found;
    },
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
    async accounts(query) {
      const snapshot = await readAccounts(node, balances, query);
      for (const other of others) await requireFinal(other.node, other.balances, snapshot);
      return snapshot;
    },
  };
}

/** A node, and what is read from it. */
type OpenNode = { node: EvmNode; balances: Balances };

function open(
  { id, chainId, mainnet, timeoutMs, via }: EvmChainOptions,
  codec: EvmCodec,
  rpcUrl: string,
): OpenNode {
  const node = createEvmNode({ chain: id, rpcUrl, chainId, mainnet, timeoutMs, ...(via && { via }) });
  return { node, balances: createBalances(node, codec) };
}

/** The greatest block that all nodes have; final is what all of them call final. */
async function readTip(node: EvmNode, others: readonly OpenNode[]): Promise<Tip> {
  const tips: Tip[] = [];
  const compared = (one: EvmNode): ComparedNode => ({
    async tip() {
      const tip = await readOwnTip(one);
      tips.push(tip);
      return tip;
    },
    blockAt: async (height) => (await readHeader(one, height))?.ref,
    hashAt: async (height) => (await readHeader(one, height))?.ref.hash,
  });
  const common = await commonTip(node.chain, {
    first: compared(node),
    others: others.map((other) => compared(other.node)),
    lagBlocksMax: LAG_BLOCKS_MAX[node.chain] ?? LAG_BLOCKS_MAX_ELSEWHERE,
  });
  const finals = tips.flatMap(({ finalizedHeight }) => finalizedHeight ?? []);
  const finalizedHeight = finals.length < tips.length ? null : Math.min(common.height, ...finals);
  return { ...common, finalizedHeight };
}

async function readOwnTip(node: EvmNode): Promise<Tip> {
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

/** The head of a block; undefined above the tip. */
async function readHeader(node: EvmNode, height: number) {
  const header = await node.read("eth_getBlockByNumber", [quantityOf(height), false], blockHeader.nullable());
  if (header && header.ref.height !== height)
    throw new ChainUnavailable(node.chain, "the node sent another block");
  return header ?? undefined;
}

/**
 * Reads blocks, as all nodes have them: throws ChainUnavailable where another one has other transactions or transfers in one.
 * The last one is kept: the watcher and the comparison look at it again and again until the next one comes.
 */
function createBlockReader(node: EvmNode, others: readonly OpenNode[], codec: EvmCodec): Chain["block"] {
  let last: Block | undefined;
  return async (height) => {
    const block = await readBlock(node, codec, height, last);
    if (block === undefined || block === last) return block;
    for (const other of others) {
      const second = await ofSecond(node.chain, () => readBlock(other.node, codec, height));
      // It does not have that one yet.
      if (second === undefined) return undefined;
      requireAlike(node.chain, `block ${height}`, [block.hash, second.hash]);
      requireAlike(node.chain, `what is in block ${height}`, [withoutSystem(block), withoutSystem(second)]);
    }
    last = block;
    return block;
  };
}

/** Programs of Polygon differ in whether they show what the chain does by itself, which has no sender. */
const withoutSystem = (block: Block) => ({
  ...block,
  spends: block.spends.filter((spend) => spend.kind !== "account" || spend.sender !== zeroAddress),
});

/** Reads a block; `known` where that is it still. */
async function readBlock(
  node: EvmNode,
  codec: EvmCodec,
  height: number,
  known?: Block,
): Promise<Block | undefined> {
  for (let attempt = 0; attempt < BLOCK_ATTEMPTS_MAX; attempt += 1) {
    const header = await readHeader(node, height);
    if (!header) return undefined;
    if (known?.hash === header.ref.hash) return known;
    const content = await readContent(node, codec, header.ref.hash);
    if (content !== undefined) return { ...header.ref, ...content };
  }
  throw new ChainUnavailable(node.chain, "the block changed each time it was read");
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
