import { hexToBytes } from "@noble/hashes/utils.js";
import { z } from "zod";
import type { AddressNetwork } from "../addresses/bitcoin-networks";
import { type BlockRef, type BroadcastOutcome, ChainUnavailable } from "../chain";
import { createNodeCheck } from "../node-check";
import { RpcError } from "../rpc";
import { UnknownBytes } from "./byte-reader";
import { checkMoneroNode, PRUNED } from "./check-node";
import type { RingMember } from "./ring-signatures";
import { createMoneroRpc, type MoneroRpc, type MoneroRpcOptions } from "./rpc";
import { type MoneroBytes, readMoneroBytes } from "./transaction-bytes";

/** A transaction that the node knows; `height` is null while it waits. */
export type NodeTransaction = MoneroBytes & { height: number | null };

/** Whether a key image is unspent, or spent in a block, or by what waits. */
export type KeyImageState = "unspent" | "mined" | "waits";

/** An output in the best chain. */
export type NodeOutput = RingMember & { height: number };

/** What is asked of monerod; every method throws ChainUnavailable where it does not answer. */
export interface MoneroNode {
  tip(): Promise<BlockRef>;
  /** Undefined above the tip. */
  headerAt(height: number): Promise<BlockRef | undefined>;
  /** Those of these transactions that are in a block of the best chain, or wait. */
  transactions(txIds: readonly string[]): Promise<readonly NodeTransaction[]>;
  keyImageStates(keyImages: readonly string[]): Promise<readonly KeyImageState[]>;
  /** Which transactions that wait spend each key image. */
  waitingSpends(): Promise<ReadonlyMap<string, readonly string[]>>;
  /**
   * The outputs with these numbers among all of hidden amount, in the best chain, each with the height of its block; undefined
   * where the chain has not so many.
   */
  outputsAt(numbers: readonly bigint[]): Promise<readonly NodeOutput[] | undefined>;
  /** Forgets a transaction that waits. */
  forget(txId: string): Promise<void>;
  /** Of one byte of weight, at the priority that our payments have. */
  feePerByte(): Promise<{ units: bigint; roundedTo: bigint }>;
  send(hex: string): Promise<BroadcastOutcome>;
  close(): void;
}

/** After a block so many are mined before what it brought can be spent (CRYPTONOTE_DEFAULT_TX_SPENDABLE_AGE). */
export const LOCKED_BLOCKS = 10;

/** The second of wallet2's four priorities, "normal". */
export const PRIORITY = 2;

const HEIGHT_TOO_HIGH = -2;
/** What monerod looks up in one call. */
const LOOKED_UP_MAX = 100;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const height = z.bigint().min(0n).max(0x7fff_ffffn).transform(Number);
const status = z.literal("OK");

const header = z.object({
  status,
  block_header: z.object({ hash, prev_hash: hash, height, timestamp: z.bigint().transform(Number) }),
});
const found = z.object({
  status,
  txs: z
    .array(
      z.object({
        tx_hash: hash,
        as_hex: z.string(),
        /** Instead of the other, of a transaction that has nothing to prune: what a miner earns has no signatures. */
        pruned_as_hex: z.string().default(""),
        in_pool: z.boolean(),
        block_height: z.bigint().transform(Number).optional(),
      }),
    )
    .default([]),
});
const spent = z.object({ status, spent_status: z.array(z.bigint()) });
const pool = z.object({
  status,
  spent_key_images: z.array(z.object({ id_hash: hash, txs_hashes: z.array(hash) })).default([]),
});
const estimate = z.object({ status, fees: z.array(z.bigint()).min(PRIORITY), quantization_mask: z.bigint() });
const outputs = z.object({
  status: z.string(),
  outs: z.array(z.object({ key: hash, mask: hash, height })).default([]),
});
const flushed = z.object({ status });
const sent = z.object({ status: z.string() }).catchall(z.unknown());

export type MoneroNodeOptions = MoneroRpcOptions & { network: AddressNetwork };

/** Connects to monerod, and makes sure (`createNodeCheck`) that it is one that we can rely on. */
export function createMoneroNode({ network, ...options }: MoneroNodeOptions): MoneroNode {
  const rpc = createMoneroRpc(options);
  const onGoodNode = createNodeCheck(() => checkMoneroNode(rpc, network));
  const on = async <Value>(ask: (rpc: MoneroRpc) => Promise<Value>): Promise<Value> => {
    try {
      return await onGoodNode(() => ask(rpc));
    } catch (error) {
      if (error instanceof RpcError) throw new ChainUnavailable("monero", `JSON-RPC error ${error.code}`);
      throw error;
    }
  };
  return {
    tip: () => on(async (to) => blockOf(await to.call("get_last_block_header", {}, header))),
    headerAt: (at) => on((to) => headerAt(to, at)),
    transactions: (txIds) => on((to) => readTransactions(to, txIds)),
    keyImageStates: (keyImages) => on((to) => keyImageStates(to, keyImages)),
    waitingSpends: () =>
      on(async (to) => {
        const { spent_key_images: spends } = await to.post("/get_transaction_pool", {}, pool);
        return new Map(spends.map(({ id_hash, txs_hashes }) => [id_hash, txs_hashes]));
      }),
    outputsAt: (numbers) => on((to) => outputsAt(to, numbers)),
    forget: (txId) => on(async (to) => void (await to.call("flush_txpool", { txids: [txId] }, flushed))),
    feePerByte: () =>
      on(async (to) => {
        const { fees, quantization_mask } = await to.call("get_fee_estimate", {}, estimate);
        return { units: fees[PRIORITY - 1] ?? 0n, roundedTo: quantization_mask };
      }),
    send: (hex) => on((to) => send(to, hex)),
    close: rpc.close,
  };
}

const blockOf = ({ block_header: one }: z.output<typeof header>): BlockRef => ({
  height: one.height,
  hash: one.hash,
  parentHash: one.prev_hash,
  timeMs: one.timestamp * 1000,
});

async function headerAt(rpc: MoneroRpc, at: number): Promise<BlockRef | undefined> {
  if (!Number.isSafeInteger(at) || at < 0) return undefined;
  try {
    return blockOf(await rpc.call("get_block_header_by_height", { height: at }, header));
  } catch (error) {
    if (error instanceof RpcError && error.code === HEIGHT_TOO_HIGH) return undefined;
    throw error;
  }
}

async function readTransactions(rpc: MoneroRpc, txIds: readonly string[]): Promise<NodeTransaction[]> {
  const known: NodeTransaction[] = [];
  for (let start = 0; start < txIds.length; start += LOOKED_UP_MAX) {
    const txs_hashes = txIds.slice(start, start + LOOKED_UP_MAX);
    const answer = await rpc.post("/get_transactions", { txs_hashes, prune: false }, found);
    for (const { tx_hash, as_hex, pruned_as_hex, in_pool, block_height } of answer.txs) {
      const read = as_hex === "" ? withoutSignatures(pruned_as_hex) : bytesOf(as_hex);
      if (read.txId !== tx_hash) throw new ChainUnavailable("monero", "the node sent another transaction");
      if (!in_pool && block_height === undefined)
        throw new ChainUnavailable("monero", "the node does not say where a transaction is");
      known.push({ ...read, height: in_pool ? null : (block_height ?? null) });
    }
  }
  return known;
}

/** What a miner earns has no signatures; of any other transaction a node shows so little that has pruned it. */
function withoutSignatures(hex: string): MoneroBytes {
  try {
    return readMoneroBytes(hex);
  } catch (error) {
    if (!(error instanceof UnknownBytes)) throw error;
    throw new ChainUnavailable("monero", PRUNED, { cause: error });
  }
}

function bytesOf(hex: string): MoneroBytes {
  try {
    return readMoneroBytes(hex);
  } catch (error) {
    if (!(error instanceof UnknownBytes)) throw error;
    throw new ChainUnavailable("monero", `a transaction cannot be read: ${error.message}`, { cause: error });
  }
}

const STATES: readonly KeyImageState[] = ["unspent", "mined", "waits"];

async function keyImageStates(rpc: MoneroRpc, keyImages: readonly string[]): Promise<KeyImageState[]> {
  if (keyImages.length === 0) return [];
  const { spent_status: states } = await rpc.post("/is_key_image_spent", { key_images: keyImages }, spent);
  if (states.length !== keyImages.length) throw new ChainUnavailable("monero", "an answer is missing");
  return states.map((state) => {
    const named = STATES[Number(state)];
    if (named === undefined) throw new ChainUnavailable("monero", "a key image has an unknown state");
    return named;
  });
}

async function outputsAt(rpc: MoneroRpc, numbers: readonly bigint[]): Promise<NodeOutput[] | undefined> {
  const asked = { outputs: numbers.map((index) => ({ amount: 0, index })), get_txid: false };
  const { status: said, outs } = await rpc.post("/get_outs", asked, outputs);
  // It answers for all or for none: one of them may not be there yet.
  if (said !== "OK") return undefined;
  if (outs.length !== numbers.length) throw new ChainUnavailable("monero", "an answer is missing");
  return outs.map((one) => ({ key: hexToBytes(one.key), mask: hexToBytes(one.mask), height: one.height }));
}

/** What the node says of bytes that it refuses: it sets one of these, and may leave its own words empty. */
const REASONS = [
  ["double_spend", "inputs missing or spent"],
  ["fee_too_low", "fee too low"],
  ["too_big", "too big"],
  ["overspend", "invalid transaction"],
  ["invalid_input", "invalid transaction"],
  ["invalid_output", "invalid transaction"],
  ["low_mixin", "invalid transaction"],
  ["sanity_check_failed", "invalid transaction"],
] as const;

/** Sends signed bytes once. Those that it has, waiting or mined, it takes again. */
async function send(rpc: MoneroRpc, hex: string): Promise<BroadcastOutcome> {
  const answer = await rpc.post("/send_raw_transaction", { tx_as_hex: hex, do_sanity_checks: true }, sent);
  if (answer.status === "OK") return { outcome: "accepted" };
  if (answer.status === "BUSY") throw new ChainUnavailable("monero", "the node is busy");
  const reason = REASONS.find(([flag]) => answer[flag] === true)?.[1];
  return { outcome: "rejected", reason: reason ?? "refused" };
}
