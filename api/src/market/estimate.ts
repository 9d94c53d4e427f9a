import { depthPolicy, LEAST_STAKE, type NetworkMode } from "../chains/policy";
import { type AssetCode, assetOf, type ChainId } from "../core/assets";

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

/** Expected seconds from payment to payout: the deposit's confirmations, and one block for the payout. */
export function estimatedSeconds(pair: { send: AssetCode; receive: AssetCode }, pace: Pace): number {
  const send = assetOf(pair.send).chain;
  const receive = assetOf(pair.receive).chain;
  const { confirmations } = depthPolicy(send, pace.network, LEAST_STAKE, undefined);
  return Math.ceil(confirmations * blockSeconds(send, pace) + blockSeconds(receive, pace) + 1);
}

/** How long a fixed rate of this sent asset holds, in milliseconds: ten minutes, or three blocks. */
export const quoteHoldMs = (send: AssetCode, pace: Pace): number =>
  Math.max(QUOTE_MS_MIN, 3 * blockSeconds(assetOf(send).chain, pace) * 1000);
