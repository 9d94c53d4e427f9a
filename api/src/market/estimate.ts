import type { DepthPolicy, NetworkMode } from "../chains/policy";
import { type AssetCode, assetOf, type ChainId } from "../core/assets";
import { mixSecondsMax } from "../mixer/plan";
import type { MixerSettings } from "../mixer/settings";

/** Expected seconds between blocks. */
const BLOCK_S: Readonly<Record<ChainId, number>> = {
  bitcoin: 600,
  litecoin: 150,
  bitcoincash: 600,
  dash: 155,
  zcash: 25,
  monero: 120,
  cardano: 20,
  ethereum: 12,
  bsc: 1,
  polygon: 2,
  tron: 3,
  solana: 0.4,
};

/** How long a fixed rate is valid; longer on chains where a single block may take as long. */
const QUOTE_MS_MIN = 600_000;

export type Pace = { network: NetworkMode; simnetBlockMs: number };

/** Expected seconds between blocks of a chain. */
export const blockSeconds = (chain: ChainId, pace: Pace): number =>
  pace.network === "simnet" ? pace.simnetBlockMs / 1000 : BLOCK_S[chain];

/** How deep a deposit of this asset must lie before it is credited. */
export type DepthOf = (asset: AssetCode, units: bigint) => DepthPolicy;

/**
 * Expected seconds from payment to payout: the blocks until a deposit at this depth is credited, and one for the payout.
 */
export function estimatedSeconds(
  pair: { send: AssetCode; receive: AssetCode },
  depth: DepthPolicy,
  pace: Pace,
): number {
  const send = assetOf(pair.send).chain;
  const receive = assetOf(pair.receive).chain;
  const blocks = expectedBlocks(send, depth);
  return Math.ceil(blocks * blockSeconds(send, pace) + blockSeconds(receive, pace) + 1);
}

/** Seconds that a mix of the received asset takes beyond that; none where nothing is mixed. */
export const mixSeconds = (
  settings: Pick<MixerSettings, "rounds" | "delayMinutes"> | null,
  receive: AssetCode,
  pace: Pace,
): number => (settings === null ? 0 : mixSecondsMax(settings, blockSeconds(assetOf(receive).chain, pace)));

/** Ethereum finalizes an epoch of 32 blocks two epochs later: half an epoch more on average. */
const ETHEREUM_FINALIZED_BLOCKS = 80;

function expectedBlocks(chain: ChainId, { confirmations, finalized }: DepthPolicy): number {
  return chain === "ethereum" && finalized
    ? Math.max(confirmations, ETHEREUM_FINALIZED_BLOCKS)
    : confirmations;
}

/** How long a fixed rate of this sent asset holds, in milliseconds: ten minutes, or three blocks. */
export const quoteHoldMs = (send: AssetCode, pace: Pace): number =>
  Math.max(QUOTE_MS_MIN, 3 * blockSeconds(assetOf(send).chain, pace) * 1000);
