import type { ChainId } from "../core/assets";
import { isTrialNetwork, type NetworkMode } from "./policy";
import type { UtxoChainId } from "./utxo/params";

/** Chains whose adapters have run against no node software of their own: only against vectors, and stand-ins for a node. */
export const UNPROVEN_CHAIN_IDS = ["dash", "zcash"] as const satisfies readonly UtxoChainId[];
export type UnprovenChainId = (typeof UNPROVEN_CHAIN_IDS)[number];

export type UnprovenConfig = {
  network: NetworkMode;
  /** Those that the operator uses all the same. */
  unprovenChains: readonly UnprovenChainId[];
};

/** Whether a chain is paused because nothing shows that its adapter works with its nodes, and the operator did not name it. */
export const isHeldBack = ({ network, unprovenChains }: UnprovenConfig, chain: ChainId): boolean =>
  !isTrialNetwork(network) && UNPROVEN_CHAIN_IDS.some((id) => id === chain && !unprovenChains.includes(id));

/** Why such a chain is paused. */
export const HELD_BACK =
  "is paused: its adapter has not run against a node of its own. SOTTO_UNPROVEN_CHAINS can name it.";
