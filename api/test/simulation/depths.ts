import type { DepthPolicy, depthPolicy } from "../../src/chains/policy";

/** Confirmations by what is at stake, in whole USDT: few enough that a world of minutes sees all of them. */
const DEPTHS: readonly { fromUsdt: bigint; confirmations: number }[] = [
  { fromUsdt: 1_000n, confirmations: 5 },
  { fromUsdt: 30n, confirmations: 3 },
  { fromUsdt: 0n, confirmations: 2 },
];

/** The confirmations that coins of this worth need in a world. */
export const worldDepthOf = (valueUsdt: bigint): number =>
  DEPTHS.find(({ fromUsdt }) => valueUsdt >= fromUsdt)?.confirmations ?? 0;

/** The engine's depths in a world. */
export const worldDepth: typeof depthPolicy = (_chain, _network, { valueUsdt }): DepthPolicy => ({
  confirmations: worldDepthOf(valueUsdt),
  finalized: false,
});
