import { AssertionError, assert } from "../../core/assert";
import type { AddressNetwork } from "../addresses/bitcoin-networks";
import {
  type Block,
  type BlockRef,
  type Chain,
  ChainUnavailable,
  type Outpoint,
  type Transfer,
} from "../chain";
import { explorerUrlOf } from "../explorer-url";
import type { JsonRpcOptions } from "../rpc";
import { type ComparedNode, commonTip } from "../second-node";
import type { LearnOutputs } from "../signer";
import {
  asBooked,
  createCounted,
  createDisplaced,
  isCounted,
  named,
  ordinalsOf,
  spendsOf,
  unitsByMinor,
} from "./coins";
import { readMoneroDeath } from "./death";
import { moneroFeeUnits } from "./fees";
import { createKeyImageSync, type KeyImageSync } from "./key-image-sync";
import type { MoneroAccount } from "./keys";
import { KnownOutputs, type OutputsNow, requireSameWallet } from "./known-outputs";
import { createMoneroNode, type MoneroNode } from "./node";
import { createForgetOutdated } from "./outdated";
import { prepareMonero, RECIPIENTS_MAX } from "./prepare";
import { decodeMonero, readSigned } from "./signed";
import { createTurns } from "./turns";
import { createViewWallet, type Receipt, type ViewWallet } from "./view-wallet";

export type MoneroChainOptions = {
  network: AddressNetwork;
  /** The node that is asked; of another one only whether it has the same blocks. */
  rpcUrls: readonly string[];
  /** The monero-wallet-rpc that has the view-only wallet, and that node. */
  walletUrl: string;
  account(): Promise<MoneroAccount>;
  /** Below which block there are no coins of ours, for a wallet that is made again. */
  firstHeight(): Promise<number>;
  /** Has the signer tell the key images of outputs. */
  learnOutputs: LearnOutputs;
  explorer?: string;
  timeoutMs: number;
};

/** The wallet looks for decoys, and reads blocks, while it is asked. */
const WALLET_TIMEOUT_MS = 120_000;
/** A second node that is further behind says nothing about the first one's blocks. */
const LAG_BLOCKS_MAX = 3;
const LOOKS_MAX = 4;

/** What the adapter reads from: a wallet that has read exactly the blocks of its node. */
type Synced = { node: MoneroNode; wallet: ViewWallet; tip: BlockRef; outputs: OutputsNow };

/**
 * The adapter of Monero over monerod, and over a view-only wallet in monero-wallet-rpc. The wallet has one user at a time:
 * the adapters of all ways to the node take turns. Another way than straight there is that of what an order asks its node.
 * What all orders share, and what the wallet asks its own node, goes straight.
 */
export function openMonero(options: MoneroChainOptions): (via?: JsonRpcOptions["via"]) => Chain {
  const parts = openParts(options);
  return (via) => chainOf(parts, via === undefined ? parts.node : parts.openNode(via), options);
}

/** The adapter whose questions about one order go to `node`. */
function chainOf(parts: Parts, node: MoneroNode, { explorer }: MoneroChainOptions): Chain {
  const { inStep } = parts;
  const balances = async (addresses: readonly string[], height?: number): Promise<bigint[]> =>
    inStep(async ({ wallet, tip, outputs }) => {
      const at = height ?? tip.height;
      if (at > tip.height) throw new ChainUnavailable("monero", "the node does not have that block yet");
      const units = await unitsByMinor({ ...parts, wallet, outputs }, { at, tip });
      const minors = await Promise.all(addresses.map((address) => wallet.minorOf(address)));
      return minors.map((minor) => (minor === null ? 0n : (units.get(minor) ?? 0n)));
    });
  return {
    id: "monero",
    model: "utxo",
    assets: ["XMR"],
    nativeDeposits: "transfers",
    showsSources: false,
    recipientsMax: RECIPIENTS_MAX,
    isChangeLocked: true,
    tip: () => inStep(async ({ tip }) => ({ ...tip, finalizedHeight: null })),
    block: (height) => inStep((synced) => readBlock(synced, height)),
    mempool: () =>
      inStep(async ({ wallet }) => (await wallet.receipts(null)).filter(isCounted).flatMap(transfersOf)),
    unconfirmedSpends: () => inStep(waitingSpends),
    transaction: (txId) => readStatus(node, txId),
    proofOfDeath: (raw, finalHeight) =>
      inStep(({ wallet }) => readMoneroDeath({ node, wallet }, { raw, finalHeight })),
    forgetOutdated: (raw, finalHeight) =>
      inStep(({ tip }) => parts.forgetOutdated(node, tip, { raw, finalHeight })),
    async balance({ address, asset, height }) {
      const [units] = await balances([address], height);
      assert(units !== undefined && asset === "XMR", "not an asset of the chain");
      return units;
    },
    balances: ({ addresses, height }) => balances(addresses, height),
    nonce: async () => 0,
    async feeQuote(request) {
      assert(request.model === "utxo", "fee request of another model");
      return { feeUnits: moneroFeeUnits(await node.feePerByte(), request), detail: {} };
    },
    replacementFee: async () => {
      throw new AssertionError("a higher fee replaces nothing on this chain");
    },
    build: () => {
      throw new AssertionError("transactions of this chain are prepared by its wallet");
    },
    prepare: (request) =>
      inStep(async (synced) => {
        await parts.keyImages.syncToSign(synced.wallet);
        synced.outputs.again();
        return prepareMonero(synced, request);
      }),
    watchUpTo: async (index) => (await parts.opened()).watch(index + 1),
    oneTimeKeys: (coins) => inStep((synced) => readOneTimeKeys(synced, coins)),
    heldAsBooked: (coins) =>
      inStep(async ({ outputs }) => asBooked(await outputs.ofTransactions(txIdsOf(coins)), coins)),
    firstHeight: () =>
      inStep(async ({ wallet, tip }) =>
        (await wallet.outputs()).reduce((first, { height }) => Math.min(first, height), tip.height),
      ),
    decode: decodeMonero,
    broadcast: (raw) => node.send(readSigned(raw).bytes),
    explorerUrl: explorerUrlOf(explorer),
  };
}

const txIdsOf = (coins: readonly Outpoint[]): string[] => coins.map(({ txId }) => txId);

type Parts = ReturnType<typeof openParts>;

/** The node and the wallet, and how they are brought into step before each look. */
function openParts(options: MoneroChainOptions) {
  const { network, rpcUrls, walletUrl, timeoutMs, firstHeight } = options;
  const [url, ...otherUrls] = rpcUrls;
  assert(url !== undefined, "a chain without a node");
  const openNode = (via?: JsonRpcOptions["via"]) =>
    createMoneroNode({ network, url, timeoutMs, ...(via && { via }) });
  const node = openNode();
  const others = otherUrls.map((other) => createMoneroNode({ network, url: other, timeoutMs }));
  const turn = createTurns();
  const keyImages = createKeyImageSync(options.learnOutputs);
  const known = new KnownOutputs(node);
  let wallet: Promise<ViewWallet> | undefined;
  const opened = (): Promise<ViewWallet> => {
    wallet ??= options.account().then((account) =>
      createViewWallet({
        ...{ url: walletUrl, timeoutMs: WALLET_TIMEOUT_MS, network, account, firstHeight },
        onForgotten: keyImages.forget,
      }),
    );
    return wallet.catch((error: unknown) => {
      wallet = undefined;
      throw error;
    });
  };
  const inStep = <Value>(look: (synced: Synced) => Promise<Value>): Promise<Value> =>
    turn(async () => {
      const own = await opened();
      const { tip, outputs, restarts } = await known.follow(own, () => bringIntoStep(node, own, keyImages));
      // The wallet has read all of its node's blocks: what only that one has is less deep than any credit.
      await commonTip("monero", {
        first: compared(node, tip),
        others: others.map((other) => compared(other)),
        lagBlocksMax: LAG_BLOCKS_MAX,
      });
      const value = await look({ node, wallet: own, tip, outputs });
      requireSameWallet(own, restarts);
      return value;
    });
  const reads = {
    counted: createCounted(node),
    displaced: createDisplaced(),
  };
  return { node, openNode, opened, inStep, keyImages, forgetOutdated: createForgetOutdated(), ...reads };
}

/**
 * Has the wallet read the node's blocks, until both are at the same one, and the wallet is still the one that read them. Steady
 * where they were so at once, and where no output is spent whose key image came with them.
 */
async function bringIntoStep(
  node: MoneroNode,
  wallet: ViewWallet,
  keyImages: KeyImageSync,
): Promise<{ tip: BlockRef; isSteady: boolean }> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const before = await node.tip();
    keyImages.noteReceived(await wallet.refresh());
    const restarts = wallet.restarts();
    const [height, after] = [await wallet.height(), await node.tip()];
    if (before.hash !== after.hash || height !== after.height + 1) continue;
    const isAnySpent = await keyImages.sync(wallet);
    if (wallet.restarts() !== restarts) continue;
    return { tip: after, isSteady: look === 0 && !isAnySpent };
  }
  throw new ChainUnavailable("monero", "the wallet and its node are at different blocks");
}

/** What two nodes are compared by; `tip` where that is known. */
const compared = (node: MoneroNode, tip?: BlockRef): ComparedNode => ({
  tip: async () => tip ?? node.tip(),
  blockAt: node.headerAt,
  hashAt: async (height) => (await node.headerAt(height))?.hash,
});

async function readBlock({ node, wallet, tip, outputs }: Synced, height: number): Promise<Block | undefined> {
  if (height > tip.height) return undefined;
  const header = height === tip.height ? tip : await node.headerAt(height);
  if (header === undefined) return undefined;
  // What the wallet has read is of the tip's branch: so is this block only if the node still has that tip.
  if ((await node.headerAt(tip.height))?.hash !== tip.hash)
    throw new ChainUnavailable("monero", "the chain changed while a block was read");
  const range = { above: height - 1, to: height };
  const receipts = await wallet.receipts(range);
  const spenders = await node.transactions(await wallet.spenders(range));
  const images = spenders.flatMap(({ keyImages }) => keyImages);
  const spends = images.length === 0 ? [] : spendsOf(spenders, await outputs.spentBy(images));
  return { ...header, transfers: receipts.filter(isCounted).flatMap(transfersOf), spends };
}

/** Its coins: one, or as many as it has outputs to the hot wallet. */
function transfersOf({ txId, minor, address: to, amounts }: Receipt): Transfer[] {
  const units = new Map<number, bigint>();
  for (const [at, ordinal] of ordinalsOf(minor, amounts).entries())
    units.set(ordinal, (units.get(ordinal) ?? 0n) + (amounts[at] ?? 0n));
  return [...units].map(([ordinal, sum]) => ({ txId, ordinal, asset: "XMR", to, units: sum, from: [] }));
}

async function waitingSpends({ node, outputs }: Synced): Promise<ReturnType<typeof spendsOf>> {
  const waiting = [...(await outputs.unmined())].flatMap(([output, state]) =>
    state === "waits" ? (output.keyImage ?? []) : [],
  );
  if (waiting.length === 0) return [];
  const images = new Set(waiting);
  const spenders = new Map<string, string[]>();
  for (const [keyImage, txIds] of await node.waitingSpends())
    if (images.has(keyImage))
      for (const txId of txIds) spenders.set(txId, [...(spenders.get(txId) ?? []), keyImage]);
  return spendsOf(
    [...spenders].map(([txId, keyImages]) => ({ txId, keyImages })),
    await outputs.spentBy(waiting),
  );
}

/** Of each coin, in the order asked. */
async function readOneTimeKeys({ outputs }: Synced, coins: readonly Outpoint[]): Promise<string[][]> {
  const keys = new Map<string, string[]>();
  for (const { txId, ordinal, oneTimeKey } of named(await outputs.ofTransactions(txIdsOf(coins)))) {
    const coin = `${txId}:${ordinal}`;
    keys.set(coin, [...(keys.get(coin) ?? []), oneTimeKey]);
  }
  return coins.map(({ txId, ordinal }) => keys.get(`${txId}:${ordinal}`) ?? []);
}

async function readStatus(node: MoneroNode, txId: string): ReturnType<Chain["transaction"]> {
  const [found] = await node.transactions([txId]);
  if (found === undefined) return { status: "unknown" };
  const { height, feeUnits } = found;
  if (height === null) return { status: "mempool" };
  const header = await node.headerAt(height);
  if (header === undefined) throw new ChainUnavailable("monero", "the chain changed while a block was read");
  return { status: "mined", height, blockHash: header.hash, succeeded: true, feeUnits };
}
