import type { Chain, WalletKey } from "../../src/chains/chain";
import type { JsonRpcOptions } from "../../src/chains/rpc";
import type { PrivateKey, SignFunction } from "../../src/chains/signer";
import type { AssetCode } from "../../src/core/assets";
import type { Traps } from "./trap-harness";

/**
 * What the conformance suite needs around a chain adapter: our keys, coins from outside, and a hand on the miner.
 * One harness per suite run; the suite never uses a deposit key or a stranger's address twice.
 */
export interface ChainHarness {
  chain: Chain;
  sign: SignFunction;
  /** Private keys of our wallet on this chain, by branch and index. */
  keyOf(key: WalletKey): PrivateKey;
  /** The address of a key of ours, derived the way production derives it. */
  addressOf(key: WalletKey): string;
  /** A valid address of somebody else; another one for each index. */
  strangerAddress(index: number): string;
  /** What the suite pays with: `units` is one ordinary payment, at least a hundred times a network fee if native. */
  native: { asset: AssetCode; units: bigint };
  /** Undefined on chains of a single asset. */
  token?: { asset: AssetCode; units: bigint };
  /**
   * Sends coins from outside, unconfirmed: `mine(1)` must then confirm them.
   */
  fund(payment: { address: string; asset: AssetCode; units: bigint }): Promise<{ txId: string }>;
  /** Mines blocks; no block may come by itself. */
  mine(blocks: number): Promise<void>;
  /** Replaces the last `depth` blocks by a longer branch which holds none of their transactions. */
  reorg(depth: number): Promise<void>;
  /** Whether the node puts the transactions of abandoned blocks back into its mempool by itself. */
  reorgKeepsTransactions: boolean;
  /** Whether `Chain.mempool` shows unconfirmed transfers (of tokens, and of native coins where deposits are "transfers"). */
  showsMempool: boolean;
  /** UTXO chains: whether unconfirmed transactions, as this adapter builds them, can be replaced (BIP 125). */
  replacesUnconfirmed?: boolean;
  /**
   * Has the miner leave out what offers no more than today's quote, also in blocks that are mined meanwhile, or ends that.
   */
  holdBack?(isOn: boolean): Promise<void>;
  /** Whether the node takes a replacement of any higher fee, also below what other nodes ask. */
  takesAnyReplacement?: boolean;
  /** Blocks from which on coins can be spent, where that is not the first one. */
  blocksLocked?: number;
  /**
   * Whether a wallet builds transactions, with decoys and a fee of its choice: each time others, of which the fee is no more than
   * quoted.
   */
  isPrepared?: boolean;
  /** Changes signed bytes so that their signature is wrong. */
  spoilSignature(raw: string): string;
  /** Makes an unconfirmed transaction vanish from the node. */
  drop?(txId: string): Promise<void>;
  /** Makes token transfers to `address` revert when they are mined, or stops that. */
  setReverting?(request: { address: string; on: boolean }): Promise<void>;
  /** What runs on node software: where its node is, and another adapter that asks it there, another way than straight. */
  anotherWay?: { nodeUrl: string; open(url: string, via: JsonRpcOptions["via"]): Chain };
  /** Deposits and nodes that are not what they look like. */
  traps: Traps;
  close(): Promise<void>;
}

/** Makes the harness when the suite starts (vitest's beforeAll). */
export type MakeHarness = () => Promise<ChainHarness>;
