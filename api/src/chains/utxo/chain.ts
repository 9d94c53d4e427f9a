import { z } from "zod";
import { assert } from "../../core/assert";
import { NATIVE_ASSET } from "../../core/assets";
import type { AddressNetwork } from "../addresses/bitcoin-networks";
import type { BlockRef, Chain, Tip } from "../chain";
import { explorerUrlOf } from "../explorer-url";
import type { JsonRpcOptions } from "../rpc";
import { type ComparedNode, commonTip } from "../second-node";
import { isCommon, type OtherNode } from "./agreement";
import { createBalances } from "./balances";
import { blockOf, createBlockReader, hashAt, readHeader, transfersOf } from "./blocks";
import { broadcastUtxo } from "./broadcast";
import { readUtxoDeath } from "./death";
import { quoteUtxoFee, quoteUtxoReplacement } from "./fees";
import { hash, height } from "./fields";
import { createMempoolView } from "./mempool";
import { spendsOf } from "./movements";
import { createUtxoNode, type UtxoNode } from "./node";
import type { UtxoChainId } from "./params";
import { asksForPrevious, withPrevious } from "./previous";
import { isReplaced } from "./replacement";
import { readStatus } from "./status";
import { buildUtxo, decodeUtxo, utxoCodecOf } from "./transaction";
import { readExpiry } from "./zcash/expiry";

export type UtxoChainOptions = {
  id: UtxoChainId;
  network: AddressNetwork;
  /** The node that is asked; of another one only whether it has the same blocks. */
  rpcUrls: readonly string[];
  /** Where a person looks transactions up, such as `https://mempool.space`. */
  explorer?: string;
  /** Of one attempt of one call. */
  timeoutMs: number;
  /** See `isHeldBack` of `unproven.ts`. */
  isHeldBack?: boolean;
  /** Another way to the nodes than straight there. */
  via?: JsonRpcOptions["via"];
};

/** How long a node may look through its unspent outputs. */
const SCAN_TIMEOUT_MS = 600_000;
/** A second node that is further behind says nothing about the first one's blocks. */
const LAG_BLOCKS_MAX = 3;

/** The adapter of Bitcoin, Litecoin, Bitcoin Cash, Dash and Zcash over the JSON-RPC of a full node with an index of transactions. */
export function createUtxoChain(options: UtxoChainOptions): Chain {
  const { id, network, rpcUrls, timeoutMs, explorer, via, isHeldBack = false } = options;
  const codec = utxoCodecOf(id, network);
  const { prefixes } = codec;
  const [url, ...otherUrls] = rpcUrls;
  assert(url !== undefined, "a chain without a node", { id });
  const open = (to: string, ms = timeoutMs): UtxoNode =>
    createUtxoNode({ chain: id, network, url: to, timeoutMs: ms, isHeldBack, ...(via && { via }) });
  const node = open(url);
  const others = otherUrls.map((other): OtherNode => {
    const another = open(other);
    return { node: another, blocks: createBlockReader(another, prefixes) };
  });
  const blocks = createBlockReader(node, prefixes);
  const pool = createMempoolView(node, prefixes);
  const balances = createBalances(open(url, SCAN_TIMEOUT_MS), prefixes, blocks);
  const balancesAt = async (addresses: readonly string[], at?: number) =>
    balances.at(addresses, at ?? (await node.read("getblockcount", [], height)));
  return {
    id,
    model: "utxo",
    assets: [NATIVE_ASSET[id]],
    nativeDeposits: "transfers",
    showsSources: true,
    tip: () => readTip(node, others),
    async block(at) {
      const block = await blocks.at(at);
      const isReady = block !== undefined && (await isCommon(id, block, others));
      return isReady ? blockOf(node, block) : undefined;
    },
    mempool: async () =>
      (await pool.look()).flatMap((movement) =>
        transfersOf(node, movement).map((transfer) => ({ ...transfer, spends: movement.spent })),
      ),
    unconfirmedSpends: async () => (await pool.look()).flatMap(spendsOf),
    transaction: (txId) => readStatus(node, prefixes, txId),
    isReplaced: (txId, spends) => isReplaced({ node, prefixes, pool }, txId, spends),
    proofOfDeath: (raw, finalHeight) => readUtxoDeath(node, blocks, codec, { raw, finalHeight }),
    async balance(query) {
      const [units] = await balancesAt([query.address], query.height);
      assert(units !== undefined && query.asset === NATIVE_ASSET[id], "not an asset of the chain");
      return units;
    },
    balances: ({ addresses, height: at }) => balancesAt(addresses, at),
    nonce: async () => 0,
    feeQuote: (request) => quoteUtxoFee(node, request),
    replacementFee: (replaced, request) => quoteUtxoReplacement(node, codec, replaced, request),
    ...(asksForPrevious(id) && { withPrevious: (inputs) => withPrevious(node, inputs) }),
    ...(id === "zcash" && { expiry: () => readExpiry(node) }),
    build: (request) => buildUtxo(codec, request),
    decode: (raw) => decodeUtxo(codec, raw),
    broadcast: (raw) => broadcastUtxo(node, codec, raw),
    explorerUrl: explorerUrlOf(explorer),
  };
}

const chainInfo = z.object({ bestblockhash: hash });

/** The greatest block that all nodes have. */
async function readTip(node: UtxoNode, others: readonly OtherNode[]): Promise<Tip> {
  const nodes = { first: compared(node), others: others.map((other) => compared(other.node)) };
  return {
    ...(await commonTip(node.chain, { ...nodes, lagBlocksMax: LAG_BLOCKS_MAX })),
    finalizedHeight: null,
  };
}

const compared = (node: UtxoNode): ComparedNode => ({
  async tip() {
    const { bestblockhash } = await node.read("getblockchaininfo", [], chainInfo);
    return refOf(await readHeader(node, bestblockhash));
  },
  async blockAt(at) {
    const found = await hashAt(node, at);
    return found === undefined ? undefined : refOf(await readHeader(node, found));
  },
  hashAt: (at) => hashAt(node, at),
});

const refOf = (header: Awaited<ReturnType<typeof readHeader>>): BlockRef => ({
  height: header.height,
  hash: header.hash,
  parentHash: header.previousblockhash ?? "",
  timeMs: header.time * 1000,
});
