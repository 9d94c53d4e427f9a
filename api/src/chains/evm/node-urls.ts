import type { EvmChainId } from "./evm-chain-id";

/** The settings that name the operator's nodes. */
type NodeSettings = Partial<
  Record<`SOTTO_${"ETH" | "BSC" | "POLYGON"}_RPC_URL`, readonly string[] | undefined>
>;

/** The URLs of the nodes that are set, by chain. */
export const nodeUrls = (env: NodeSettings): Partial<Record<EvmChainId, readonly string[]>> => ({
  ...(env.SOTTO_ETH_RPC_URL && { ethereum: env.SOTTO_ETH_RPC_URL }),
  ...(env.SOTTO_BSC_RPC_URL && { bsc: env.SOTTO_BSC_RPC_URL }),
  ...(env.SOTTO_POLYGON_RPC_URL && { polygon: env.SOTTO_POLYGON_RPC_URL }),
});
