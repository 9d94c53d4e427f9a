import { assert } from "../core/assert";
import type { ChainId } from "../core/assets";
import type { Clock, Random } from "../core/ports";
import { addressNetworkOf } from "./addresses/bitcoin-networks";
import type { Chain } from "./chain";
import { connectSimnet, type SimnetConfig } from "./connect-simnet";
import { createEvmChain } from "./evm/chain";
import type { EvmChainId } from "./evm/evm-chain-id";
import { evmOf, explorerOf, type NetworksConfig, type NodeChainId } from "./known";
import { openMonero } from "./monero/chain";
import { accountOf, type MoneroAccount } from "./monero/keys";
import type { MoneroUrls } from "./monero/node-urls";
import type { JsonRpcOptions } from "./rpc";
import type { Signer } from "./signer";
import type { Simnet } from "./simnet/simnet";
import { type ChainOverTor, type ChainsOverTor, openOverTor } from "./tor";
import { isHeldBack, type UnprovenConfig } from "./unproven";
import { createUtxoChain } from "./utxo/chain";
import type { UtxoChainId } from "./utxo/params";

/** How the worker reaches their nodes. */
type NodesConfig = NetworksConfig &
  UnprovenConfig &
  SimnetConfig & {
    /** The SOCKS proxy through which Tor is reached; without it there is no way through Tor. */
    torSocks: string | undefined;
    evm: Partial<Record<EvmChainId, readonly string[]>>;
    utxo: Partial<Record<UtxoChainId, readonly string[]>>;
    monero: MoneroUrls | undefined;
  };

/** What the adapter of Monero needs beside its nodes: keys that recognise our coins, and names of coins that the signer knows. */
type SignerAccess = Pick<Signer, "publicWallets" | "learnOutputs">;

/** Below which block a chain has no coins of ours: what a wallet program that is made again need not read. */
type FirstHeight = (chain: ChainId) => Promise<number>;

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
  parts: { clock: Clock; random: Random; signer: SignerAccess; firstHeight: FirstHeight },
): Promise<ConnectedChains> {
  if (config.network !== "simnet") return connectNodes(config, parts);
  const { simnet, close } = await connectSimnet(config, { clock: parts.clock, mines: true });
  return {
    chains: new Map(simnet.chains.map((chain) => [chain.id, chain])),
    overTor: new Map(),
    simnet,
    close,
  };
}

function connectNodes(
  config: NodesConfig,
  { random, signer, firstHeight }: { random: Random; signer: SignerAccess; firstHeight: FirstHeight },
): ConnectedChains {
  const chains = new Map<ChainId, Chain>();
  const overTor = new Map<ChainId, ChainOverTor>();
  const closers: (() => void)[] = [];
  for (const [id, open] of openersOf(config, { signer, firstHeight })) {
    chains.set(id, open());
    if (config.torSocks === undefined) continue;
    const tor = openOverTor({
      chain: id,
      proxy: config.torSocks,
      timeoutMs: RPC_TIMEOUT_MS,
      random,
      open: (via) => open(via),
    });
    overTor.set(id, tor.over);
    closers.push(tor.close);
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

type Via = JsonRpcOptions["via"];

/** How each chain that has a node is opened: straight, or another way. */
function openersOf(
  config: NodesConfig,
  { signer, firstHeight }: { signer: SignerAccess; firstHeight: FirstHeight },
): ReadonlyMap<ChainId, (via?: Via) => Chain> {
  const openers = new Map<ChainId, (via?: Via) => Chain>();
  const missing = (id: ChainId): never => {
    throw new RangeError(`no node of ${id}`);
  };
  const common = (id: NodeChainId, via?: Via) => {
    const explorer = explorerOf(config, id);
    return { timeoutMs: RPC_TIMEOUT_MS, ...(explorer && { explorer }), ...(via && { via }) };
  };
  const network = addressNetworkOf(config.network);
  for (const id of config.utxoChains) {
    const rpcUrls = config.utxo[id] ?? missing(id);
    openers.set(id, (via) =>
      createUtxoChain({ id, network, rpcUrls, isHeldBack: isHeldBack(config, id), ...common(id, via) }),
    );
  }
  for (const id of config.evmChains) {
    const rpcUrls = config.evm[id] ?? missing(id);
    openers.set(id, (via) => createEvmChain({ ...evmOf(config, id), rpcUrls, ...common(id, via) }));
  }
  if (config.hasMonero) {
    const urls = config.monero ?? missing("monero");
    const account = () => moneroAccount(signer);
    const ours = { account, learnOutputs: signer.learnOutputs, firstHeight: () => firstHeight("monero") };
    openers.set("monero", openMonero({ network, ...ours, ...urls, ...common("monero") }));
  }
  return openers;
}

async function moneroAccount({ publicWallets }: SignerAccess): Promise<MoneroAccount> {
  const wallet = (await publicWallets()).find(({ chain }) => chain === "monero");
  assert(wallet?.kind === "xpub", "the signer has no account of monero");
  return accountOf(wallet.xpub);
}
