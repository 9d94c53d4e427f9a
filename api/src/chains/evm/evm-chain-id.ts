import type { ChainId } from "../../core/assets";

/** The chains that speak Ethereum's JSON-RPC. */
export type EvmChainId = Extract<ChainId, "ethereum" | "bsc" | "polygon">;
