import type { ChainId } from "../core/assets";
import type { Clock, Random } from "../core/ports";
import type { Chain } from "./chain";
import { connectSimnet, type SimnetConfig } from "./connect-simnet";
import { createEvmChain, type EvmChainOptions } from "./evm/chain";
import type { EvmChainId } from "./evm/evm-chain-id";
import { evmOf, explorerOf, type NetworksConfig } from "./known";
import type { Simnet } from "./simnet/simnet";
import { type ChainOverTor, type ChainsOverTor, openOverTor } from "./tor";

/** How the worker reaches their nodes. */
type NodesConfig = NetworksConfig &
  SimnetConfig & {
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

const RPC_TIMEOUT_MS = 10_000;

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
