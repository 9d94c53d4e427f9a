import { ASSETS, type AssetCode, type ChainId } from "../core/assets";
import type { Clock, Random } from "../core/ports";
import { closeDatabase, openDatabase } from "../db/client";
import { ensureDatabase, type Server } from "../db/connect";
import type { Chain } from "./chain";
import { createEvmChain, type EvmChainOptions } from "./evm/chain";
import type { EvmChainId } from "./evm/evm-chain-id";
import { signEvm } from "./evm/transaction";
import type { SigningChain } from "./local-signer";
import type { NetworkMode } from "./policy";
import { openSimnet, type Simnet } from "./simnet/simnet";
import { type ChainOverTor, type ChainsOverTor, openOverTor } from "./tor";

/** Which networks to connect to, and by which nodes. */
export type ChainsConfig = {
  network: NetworkMode;
  simnetBlockMs: number;
  /** The SOCKS proxy through which Tor is reached; without it there is no way through Tor. */
  torSocks: string | undefined;
  /** EVM nodes and token contracts. */
  evm: Partial<Record<EvmChainId, string>>;
  contracts: Partial<Record<AssetCode, `0x${string}`>>;
};

/** The chains of this network mode, how to sign for them, and simnet itself where it is one. */
export type ConnectedChains = {
  chains: ReadonlyMap<ChainId, Chain>;
  /** The same through the SOCKS proxy; empty where none is configured, and on simnet, which has no network. */
  overTor: ChainsOverTor;
  signing: Partial<Record<ChainId, SigningChain>>;
  simnet: Simnet | null;
  close(): Promise<void>;
};

const EVM_CHAIN_NUMBER: Readonly<Record<EvmChainId, number>> = { ethereum: 1, bsc: 56, polygon: 137 };
const EXPLORERS: Readonly<Record<EvmChainId, string>> = {
  ethereum: "https://etherscan.io",
  bsc: "https://bscscan.com",
  polygon: "https://polygonscan.com",
};
const RPC_TIMEOUT_MS = 10_000;

/** Connects the adapters. Simnet lives in a database, role and pool of its own, as a node would stand apart. */
export async function connectChains(
  config: ChainsConfig,
  parts: { server: Server; clock: Clock; random: Random; mines: boolean },
): Promise<ConnectedChains> {
  return config.network === "simnet" ? connectSimnet(config, parts) : connectNodes(config, parts.random);
}

async function connectSimnet(
  config: ChainsConfig,
  parts: { server: Server; clock: Clock; mines: boolean },
): Promise<ConnectedChains> {
  const name = `${new URL(parts.server.url).pathname.slice(1) || "sotto"}_simnet`;
  await ensureDatabase(parts.server, name, "sotto_simnet");
  const pool = openDatabase({
    url: parts.server.urlOf(name),
    role: "sotto_simnet",
    connectionsMax: parts.mines ? 6 : 2,
  });
  const simnet = await openSimnet({
    sql: pool.$client,
    clock: parts.clock,
    blockMs: config.simnetBlockMs,
    auto: parts.mines,
  });
  return {
    chains: new Map(simnet.chains.map((chain) => [chain.id, chain])),
    overTor: new Map(),
    signing: Object.fromEntries(
      simnet.chains.map((chain) => [
        chain.id,
        { model: chain.model, sign: simnet.sign, decode: (raw: string) => chain.decode(raw) },
      ]),
    ),
    simnet,
    async close() {
      await simnet.close();
      await closeDatabase(pool);
    },
  };
}

function connectNodes(config: ChainsConfig, random: Random): ConnectedChains {
  const chains = new Map<ChainId, Chain>();
  const overTor = new Map<ChainId, ChainOverTor>();
  const closers: (() => void)[] = [];
  const signing: Partial<Record<ChainId, SigningChain>> = {};
  for (const [id, number] of Object.entries(EVM_CHAIN_NUMBER) as [EvmChainId, number][]) {
    const rpcUrl = config.evm[id];
    if (rpcUrl === undefined) continue;
    const options: EvmChainOptions = {
      id,
      rpcUrl,
      chainId: number,
      tokens: tokensOf(id, config.contracts),
      timeoutMs: RPC_TIMEOUT_MS,
      ...(config.network === "mainnet" ? { explorer: EXPLORERS[id] } : {}),
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
    signing[id] = { model: "account", sign: signEvm, decode: (raw) => chain.decode(raw) };
  }
  return {
    chains,
    overTor,
    signing,
    simnet: null,
    async close() {
      for (const close of closers) close();
    },
  };
}

const tokensOf = (chain: ChainId, contracts: ChainsConfig["contracts"]): ChainsConfig["contracts"] =>
  Object.fromEntries(
    ASSETS.flatMap(({ code, chain: of }) =>
      of === chain && contracts[code] ? [[code, contracts[code]]] : [],
    ),
  );
