import type { UtxoChainId } from "./params";

/** The settings that name the operator's nodes. */
type NodeSettings = Partial<
  Record<`SOTTO_${"BTC" | "LTC" | "BCH" | "DASH" | "ZEC"}_RPC_URL`, readonly string[] | undefined>
>;

/** The URLs of the nodes that are set, by chain. */
export const utxoNodeUrls = (env: NodeSettings): Partial<Record<UtxoChainId, readonly string[]>> => ({
  ...(env.SOTTO_BTC_RPC_URL && { bitcoin: env.SOTTO_BTC_RPC_URL }),
  ...(env.SOTTO_LTC_RPC_URL && { litecoin: env.SOTTO_LTC_RPC_URL }),
  ...(env.SOTTO_BCH_RPC_URL && { bitcoincash: env.SOTTO_BCH_RPC_URL }),
  ...(env.SOTTO_DASH_RPC_URL && { dash: env.SOTTO_DASH_RPC_URL }),
  ...(env.SOTTO_ZEC_RPC_URL && { zcash: env.SOTTO_ZEC_RPC_URL }),
});
