import type { ChainId } from "../core/assets";

export type NetworkMode = "simnet" | "regtest" | "testnet" | "mainnet";

/** Whether the network is one for trials on one machine, which the service may run with less care for its secrets. */
export const isTrialNetwork = (network: NetworkMode): boolean =>
  network === "simnet" || network === "regtest";

/** When a transaction counts as final: a number of confirmations, or the chain's own word (`finalized`). */
export type DepthPolicy = { confirmations: number; finalized: boolean };

/** Stored blocks beyond the policy depth, for finding the fork of a reorg. */
export const BLOCKS_KEPT_BEYOND_DEPTH = 32;

/** Whole USDT below which 20 confirmations do on Ethereum, instead of `finalized`. */
const ETHEREUM_SMALL_USDT = 1_000n;

const DEPTH: Readonly<Record<ChainId, number>> = {
  bitcoin: 2,
  litecoin: 12,
  dash: 6,
  bitcoincash: 15,
  zcash: 24,
  monero: 20,
  cardano: 15,
  ethereum: 20,
  bsc: 15,
  polygon: 64,
  tron: 20,
  solana: 32,
};

/**
 * Blocks for which coins cannot be spent that came in, on chains that have such a rule: they do not count before. On Litecoin
 * only those are locked that leave MWEB (`PEGOUT_MATURITY` of Litecoin Core). Elsewhere than on regtest, depths are greater.
 */
const LOCKED_BLOCKS: Readonly<Partial<Record<ChainId, number>>> = { monero: 10, litecoin: 6 };

/**
 * What the miner of a block earns in new coins, in the native smallest unit, and the blocks of six hours: an order waits
 * for no more, because its cap is what they pay. Of the schedules in the chains' own node software, as of November 2026:
 * Bitcoin, Bitcoin Cash and Litecoin by their last halvings; Dash 2.05 since July 2026, a fifth of it for the miner since
 * Dash Core 20; Zcash 0.5208 in blocks of 25 s, as its upgrade NU7 will
 * have it, and until then more than is needed, four fifths of it for the miner; Monero's tail
 * emission. docs/money.md ("When a deposit counts") has the figures of each.
 */
const MINED: Readonly<Partial<Record<ChainId, { rewardUnits: bigint; blocksMax: bigint }>>> = {
  bitcoin: { rewardUnits: 312_500_000n, blocksMax: 36n },
  litecoin: { rewardUnits: 625_000_000n, blocksMax: 144n },
  bitcoincash: { rewardUnits: 312_500_000n, blocksMax: 36n },
  dash: { rewardUnits: 41_000_000n, blocksMax: 139n },
  zcash: { rewardUnits: 41_666_666n, blocksMax: 864n },
  monero: { rewardUnits: 600_000_000_000n, blocksMax: 180n },
};

/** How many blocks one of our payments waits for. */
export type Patience = {
  /** After so many it is replaced by one of a higher fee, again and again. */
  raiseBlocks: number;
  /** Once so many have passed since the first of its versions, and its fee is at its cap, it is cancelled. */
  cancelBlocks: number;
};

/**
 * An hour, and half a day, on chains of slow blocks; five minutes, and an hour, on chains of fast ones. On the others a
 * higher fee replaces nothing: transactions expire there, or nodes keep the first that they saw.
 */
const PATIENCE: Readonly<Partial<Record<ChainId, Patience>>> = {
  bitcoin: { raiseBlocks: 6, cancelBlocks: 72 },
  litecoin: { raiseBlocks: 24, cancelBlocks: 288 },
  ethereum: { raiseBlocks: 25, cancelBlocks: 300 },
  bsc: { raiseBlocks: 200, cancelBlocks: 2_400 },
  polygon: { raiseBlocks: 150, cancelBlocks: 1_800 },
};

/** How long our payments wait on a chain; null where none is replaced. */
export const patienceOf = (chain: ChainId): Patience | null => PATIENCE[chain] ?? null;

/** Blocks that a watcher may be behind its node's tip while payments are signed that rest on what it saw. */
export const lagBlocksMax = (chain: ChainId): number => DEPTH[chain];

/** What would be gone if a block were: its worth in whole USDT, and on proof-of-work chains its native units. */
export type Stake = { valueUsdt: bigint; units: bigint };

/** The stake of the smallest deposit. */
export const LEAST_STAKE: Stake = { valueUsdt: 0n, units: 0n };

/**
 * The credit depth for what is at stake; on proof-of-work chains the rewards of so many blocks are worth at least as
 * much. `raised` is the operator's own depth, which may only raise it; on regtest it is the depth itself.
 */
export function depthPolicy(
  chain: ChainId,
  network: NetworkMode,
  stake: Stake,
  raised: number | undefined,
): DepthPolicy {
  if (network === "simnet") return { confirmations: 2, finalized: false };
  if (network === "regtest")
    return { confirmations: Math.max(raised ?? 1, LOCKED_BLOCKS[chain] ?? 1), finalized: false };
  const base = ownDepth(chain, stake.valueUsdt);
  const confirmations = Math.max(base.confirmations, minedDepth(chain, stake.units), raised ?? 0);
  return { ...base, confirmations };
}

/** Native units that one order may send on a proof-of-work chain, so that its depth takes hours; null on others. */
export function orderUnitsMax(chain: ChainId): bigint | null {
  const mined = MINED[chain];
  return mined === undefined ? null : mined.rewardUnits * mined.blocksMax;
}

/** Blocks whose rewards are worth the units; 0 where blocks are not mined. */
function minedDepth(chain: ChainId, units: bigint): number {
  const mined = MINED[chain];
  return mined === undefined ? 0 : Number((units + mined.rewardUnits - 1n) / mined.rewardUnits);
}

function ownDepth(chain: ChainId, valueUsdt: bigint): DepthPolicy {
  if (chain === "bitcoin") {
    return { confirmations: valueUsdt > 50_000n ? 6 : valueUsdt > 1_000n ? 3 : 2, finalized: false };
  }
  if (chain === "ethereum")
    return { confirmations: DEPTH.ethereum, finalized: valueUsdt > ETHEREUM_SMALL_USDT };
  if (chain === "tron" || chain === "solana") return { confirmations: DEPTH[chain], finalized: true };
  return { confirmations: DEPTH[chain], finalized: false };
}

/** How far a chain is: its best block, and the last that nodes call final, where they say so. */
export type Heights = { height: number; finalizedHeight: number | null };

/** Whether a transaction at `height` is final under the policy, seen from this tip. */
export function isFinal(height: number, tip: Heights, policy: DepthPolicy): boolean {
  // A node that reports no finality makes nothing final where the policy asks for it.
  if (policy.finalized) return tip.finalizedHeight !== null && height <= tip.finalizedHeight;
  return tip.height - height + 1 >= policy.confirmations;
}

/** The highest block that is final under the policy, seen from this tip; null where none is. */
export function finalHeight(tip: Heights, policy: DepthPolicy): number | null {
  if (policy.finalized) return tip.finalizedHeight;
  const height = tip.height - policy.confirmations + 1;
  return height < 0 ? null : height;
}
