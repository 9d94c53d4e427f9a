import { ASSETS, type AssetCode, type ChainId, NATIVE_ASSET } from "../core/assets";
import type { Chain } from "./chain";
import type { EvmMainnet } from "./evm/check-node";
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
export const evmOf = ({ contracts, network }: NetworksConfig, id: EvmChainId) => ({
  id,
  chainId: EVM_CHAIN_NUMBER[id],
  mainnet: network === "mainnet" ? MAINNET[id] : undefined,
  tokens: tokensOf(id, contracts),
});

/**
 * The first blocks, from the genesis files of go-ethereum, BSC and Bor, and Ethereum's first block of proof of stake, which its
 * forks of proof of work do not have.
 */
const MAINNET: Readonly<Record<EvmChainId, EvmMainnet>> = {
  ethereum: {
    genesis: "0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3",
    checkpoint: {
      height: 15_537_394,
      hash: "0x56a9bb0302da44b8c0b3df540781424684c3af04d0b7a38d72842b762076a664",
    },
  },
  bsc: { genesis: "0x0d21840abff46b96c84b2ac9e10e4f5cdaeb5693cb665db62a2f3b02d2d57b5b" },
  polygon: { genesis: "0xa9c28ce2141b56c474f1dc504bee9b01eb1bd7d1a507580d5519d4437a97de1b" },
};

/** Where a person looks transactions up; only where coins have value. */
export const explorerOf = ({ network }: NetworksConfig, id: NodeChainId): string | undefined =>
  network === "mainnet" ? EXPLORERS[id] : undefined;

const tokensOf = (chain: ChainId, contracts: NetworksConfig["contracts"]): NetworksConfig["contracts"] =>
  Object.fromEntries(
    ASSETS.flatMap(({ code, chain: of }) =>
      of === chain && contracts[code] ? [[code, contracts[code]]] : [],
    ),
  );
