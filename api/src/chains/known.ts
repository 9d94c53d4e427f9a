import { ASSETS, type AssetCode, type ChainId, NATIVE_ASSET } from "../core/assets";
import type { Chain } from "./chain";
import { assetsOf, codecOf } from "./evm/codec";
import type { EvmChainId } from "./evm/evm-chain-id";
import { explorerUrlOf, simnetExplorerUrl } from "./explorer-url";
import type { NetworkMode } from "./policy";
import { assetsOn, SIMNET_CHAIN_IDS } from "./simnet/params";
import type { UtxoChainId } from "./utxo/params";

/** Which networks there are. */
export type NetworksConfig = {
  network: NetworkMode;
  /** The EVM chains that have a node. */
  evmChains: readonly EvmChainId[];
  /** Bitcoin and its like that have a node. */
  utxoChains: readonly UtxoChainId[];
  /** Whether Monero has a node and its wallets. */
  hasMonero: boolean;
  contracts: Partial<Record<AssetCode, `0x${string}`>>;
};

/** What can be said of a chain without asking its node. */
export type KnownChain = Pick<Chain, "id" | "assets" | "explorerUrl">;

/** The chains that have nodes. */
export type NodeChainId = EvmChainId | UtxoChainId | "monero";

const EVM_CHAIN_NUMBER: Readonly<Record<EvmChainId, number>> = { ethereum: 1, bsc: 56, polygon: 137 };
const EXPLORERS: Readonly<Record<NodeChainId, string>> = {
  bitcoin: "https://mempool.space",
  litecoin: "https://litecoinspace.org",
  bitcoincash: "https://bchexplorer.cash",
  dash: "https://insight.dash.org/insight",
  zcash: "https://cipherscan.app",
  ethereum: "https://etherscan.io",
  bsc: "https://bscscan.com",
  polygon: "https://polygonscan.com",
  monero: "https://xmrchain.net",
};

/** The chains of this network mode as processes know them that call no node. */
export function knownChains(config: NetworksConfig): ReadonlyMap<ChainId, KnownChain> {
  const known: KnownChain[] =
    config.network === "simnet"
      ? SIMNET_CHAIN_IDS.map((id) => ({ id, assets: assetsOn(id), explorerUrl: simnetExplorerUrl }))
      : [
          ...config.utxoChains.map((id) => ({
            id,
            assets: [NATIVE_ASSET[id]],
            explorerUrl: explorerUrlOf(explorerOf(config, id)),
          })),
          ...(config.hasMonero ? (["monero"] as const) : []).map((id) => ({
            id,
            assets: [NATIVE_ASSET[id]],
            explorerUrl: explorerUrlOf(explorerOf(config, id)),
          })),
          ...config.evmChains.map((id) => ({
            id,
            assets: assetsOf(codecOf(evmOf(config, id))),
            explorerUrl: explorerUrlOf(explorerOf(config, id)),
          })),
        ];
  return new Map(known.map((chain) => [chain.id, chain]));
}

/** What an EVM chain is built with that needs no node. */
export const evmOf = ({ contracts }: NetworksConfig, id: EvmChainId) => ({
  id,
  chainId: EVM_CHAIN_NUMBER[id],
  tokens: tokensOf(id, contracts),
});

/** Where a person looks transactions up; only where coins have value. */
export const explorerOf = ({ network }: NetworksConfig, id: NodeChainId): string | undefined =>
  network === "mainnet" ? EXPLORERS[id] : undefined;

const tokensOf = (chain: ChainId, contracts: NetworksConfig["contracts"]): NetworksConfig["contracts"] =>
  Object.fromEntries(
    ASSETS.flatMap(({ code, chain: of }) =>
      of === chain && contracts[code] ? [[code, contracts[code]]] : [],
    ),
  );
