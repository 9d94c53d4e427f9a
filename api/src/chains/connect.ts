import { ASSETS, type AssetCode, type ChainId } from "../core/assets";
import type { Clock, Random } from "../core/ports";
import { closeDatabase, openDatabase } from "../db/client";
import type { Chain } from "./chain";
import { assetsOnEvm, createEvmChain, type EvmChainOptions, evmDecoder, evmExplorerUrl } from "./evm/chain";
import type { EvmChainId } from "./evm/evm-chain-id";
import { signEvm } from "./evm/transaction";
import type { SigningChain } from "./local-signer";
import type { NetworkMode } from "./policy";
import { decodeSimnet } from "./simnet/building";
import { assetsOn, paramsOf, SIMNET_CHAIN_IDS } from "./simnet/params";
import { signSimnet } from "./simnet/signing";
import { openSimnet, type Simnet } from "./simnet/simnet";
import { type ChainOverTor, type ChainsOverTor, openOverTor } from "./tor";

/** Which networks there are. */
export type NetworksConfig = {
  network: NetworkMode;
  /** The EVM chains that have a node. */
  evmChains: readonly EvmChainId[];
  contracts: Partial<Record<AssetCode, `0x${string}`>>;
};

/** How the worker reaches their nodes. */
export type NodesConfig = NetworksConfig & {
  simnetUrl: string | undefined;
  simnetBlockMs: number;
  /** The SOCKS proxy through which Tor is reached; without it there is no way through Tor. */
  torSocks: string | undefined;
  evm: Partial<Record<EvmChainId, string>>;
};

/** The chains of this network mode, and simnet itself where it is one. */
export type ConnectedChains = {
  chains: ReadonlyMap<ChainId, Chain>;
  /** The same through the SOCKS proxy; empty where none is configured, and on simnet, which has no network. */
  overTor: ChainsOverTor;
  simnet: Simnet | null;
  close(): Promise<void>;
};

/** What can be said of a chain without asking its node. */
export type KnownChain = Pick<Chain, "id" | "assets" | "explorerUrl">;

const EVM_CHAIN_NUMBER: Readonly<Record<EvmChainId, number>> = { ethereum: 1, bsc: 56, polygon: 137 };
const EXPLORERS: Readonly<Record<EvmChainId, string>> = {
  ethereum: "https://etherscan.io",
  bsc: "https://bscscan.com",
  polygon: "https://polygonscan.com",
};
const RPC_TIMEOUT_MS = 10_000;

/** The chains of this network mode as processes know them that call no node. */
export function knownChains(config: NetworksConfig): ReadonlyMap<ChainId, KnownChain> {
  const known: KnownChain[] =
    config.network === "simnet"
      ? SIMNET_CHAIN_IDS.map((id) => ({ id, assets: assetsOn(id), explorerUrl: () => null }))
      : config.evmChains.map((id) => ({
          id,
          assets: assetsOnEvm(evmOf(config, id)),
          explorerUrl: evmExplorerUrl(explorerOf(config, id)),
        }));
  return new Map(known.map((chain) => [chain.id, chain]));
}

/** How to sign for the chains of this network mode, and to read back what was signed: without a node. */
export function signingChains(config: NetworksConfig): Partial<Record<ChainId, SigningChain>> {
  const signing =
    config.network === "simnet"
      ? SIMNET_CHAIN_IDS.map((id) => [
          id,
          { model: paramsOf(id).model, sign: signSimnet, decode: decodeSimnet },
        ])
      : config.evmChains.map((id) => [
          id,
          { model: "account", sign: signEvm, decode: evmDecoder(evmOf(config, id)) },
        ]);
  return Object.fromEntries(signing);
}

/** Connects the adapters. Simnet lives in a database and pool of its own, as a node would stand apart. */
export async function connectChains(
  config: NodesConfig,
  parts: { clock: Clock; random: Random },
): Promise<ConnectedChains> {
  if (config.network !== "simnet") return connectNodes(config, parts.random);
  const { simnet, close } = await connectSimnet(config, { clock: parts.clock, mines: true });
  return {
    chains: new Map(simnet.chains.map((chain) => [chain.id, chain])),
    overTor: new Map(),
    simnet,
    close,
  };
}

/** Opens the simulated networks; one process of an installation mines. */
export async function connectSimnet(
  { simnetUrl, simnetBlockMs }: Pick<NodesConfig, "simnetUrl" | "simnetBlockMs">,
  { clock, mines }: { clock: Clock; mines: boolean },
): Promise<{ simnet: Simnet; close(): Promise<void> }> {
  if (simnetUrl === undefined) throw new RangeError("no address of the simulated networks");
  const pool = openDatabase({ url: simnetUrl, role: "simnet", connectionsMax: mines ? 6 : 2 });
  const simnet = await openSimnet({ sql: pool.$client, clock, blockMs: simnetBlockMs, auto: mines });
  return {
    simnet,
    async close() {
      await simnet.close();
      await closeDatabase(pool);
    },
  };
}

const evmOf = ({ contracts }: NetworksConfig, id: EvmChainId) => ({
  id,
  chainId: EVM_CHAIN_NUMBER[id],
  tokens: tokensOf(id, contracts),
});

const explorerOf = ({ network }: NetworksConfig, id: EvmChainId): string | undefined =>
  network === "mainnet" ? EXPLORERS[id] : undefined;

function connectNodes(config: NodesConfig, random: Random): ConnectedChains {
  const chains = new Map<ChainId, Chain>();
  const overTor = new Map<ChainId, ChainOverTor>();
  const closers: (() => void)[] = [];
  for (const id of config.evmChains) {
    const rpcUrl = config.evm[id];
    if (rpcUrl === undefined) throw new RangeError(`no node of ${id}`);
    const explorer = explorerOf(config, id);
    const options: EvmChainOptions = {
      ...evmOf(config, id),
      rpcUrl,
      timeoutMs: RPC_TIMEOUT_MS,
      ...(explorer && { explorer }),
    };
    const chain = createEvmChain(options);
    chains.set(id, chain);
    if (config.torSocks !== undefined) {
      const tor = openOverTor({
        chain: id,
        proxy: config.torSocks,
        timeoutMs: RPC_TIMEOUT_MS,
        random,
        open: (via) => createEvmChain({ ...options, via }),
      });
      overTor.set(id, tor.over);
      closers.push(tor.close);
    }
  }
  return {
    chains,
    overTor,
    simnet: null,
    async close() {
      for (const close of closers) close();
    },
  };
}

const tokensOf = (chain: ChainId, contracts: NetworksConfig["contracts"]): NetworksConfig["contracts"] =>
  Object.fromEntries(
    ASSETS.flatMap(({ code, chain: of }) =>
      of === chain && contracts[code] ? [[code, contracts[code]]] : [],
    ),
  );
