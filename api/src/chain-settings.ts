import type { Variables } from "../../openapi/src/environment";
import type { EvmChainId } from "./chains/evm/evm-chain-id";
import { UNPROVEN_CHAIN_IDS, type UnprovenChainId } from "./chains/unproven";
import { UTXO_CHAIN_IDS, type UtxoChainId } from "./chains/utxo/params";
import { ConfigError } from "./config-error";
import { ASSETS, type AssetCode, type ChainId } from "./core/assets";

/** What the environment says of the chains. */
export type ChainSettings = {
  /** Confirmations by chain, where the operator raised them. */
  confirmations: Confirmations;
  /** The EVM chains that have a node, for the processes that call none. */
  evmChains: readonly EvmChainId[];
  /** The same of Bitcoin and its like. */
  utxoChains: readonly UtxoChainId[];
  /** The same of Monero, with its wallets. */
  hasMonero: boolean;
  /** Chains that are used although their adapters ran against no node of theirs. */
  unprovenChains: readonly UnprovenChainId[];
  /** Token contracts, for regtest and beyond. */
  contracts: Contracts;
  /** EVM nodes: the one that is asked, and one that must agree with it. */
  evm: Partial<Record<EvmChainId, readonly string[]>>;
  /** The same of Bitcoin and its like. */
  utxo: Partial<Record<UtxoChainId, readonly string[]>>;
};

type Environment = Partial<
  Record<`SOTTO_${"CONFIRMATIONS" | "CHAINS" | "UNPROVEN_CHAINS"}`, string | undefined>
>;

/** What is said of the chains beside their nodes; `names` are those of the chains that have one. Throws ConfigError. */
export const chainSettings = (
  env: Environment,
  { variables, names }: { variables: Variables; names: readonly string[] },
): Omit<ChainSettings, "evm" | "utxo"> => ({
  confirmations: confirmationsOf(env.SOTTO_CONFIRMATIONS),
  ...chainsOf(env.SOTTO_CHAINS?.split(",") ?? names),
  unprovenChains: unprovenOf(env.SOTTO_UNPROVEN_CHAINS),
  contracts: contractsOf(variables),
});

type Confirmations = Partial<Record<ChainId, number>>;
type Contracts = Partial<Record<AssetCode, `0x${string}`>>;

/** `SOTTO_<CODE>_CONTRACT`, with `-` written `_`. */
const contractName = (code: AssetCode): string => `SOTTO_${code.replaceAll("-", "_")}_CONTRACT`;
const TOKENS = ASSETS.filter(({ kind }) => kind === "token").map(({ code }) => code);

/** The names of all settings of contracts. */
export const CONTRACT_NAMES = TOKENS.map(contractName);

/** `SOTTO_CONFIRMATIONS=bitcoin=3,ethereum=32`. Throws ConfigError. */
function confirmationsOf(list: string | undefined): Confirmations {
  const confirmations: Confirmations = {};
  for (const item of list?.split(",") ?? []) {
    const [chain, count] = item.trim().split("=");
    const known = ASSETS.find((asset) => asset.chain === chain)?.chain;
    if (known === undefined || !/^[1-9]\d{0,3}$/.test(count ?? "")) {
      throw new ConfigError("SOTTO_CONFIRMATIONS: a list such as bitcoin=3,ethereum=32");
    }
    confirmations[known] = Number(count);
  }
  return confirmations;
}

const EVM_CHAIN_IDS = Object.keys({
  ethereum: true,
  bsc: true,
  polygon: true,
} satisfies Record<EvmChainId, true>) as EvmChainId[];

/** `SOTTO_CHAINS=bitcoin,ethereum`: for the processes that are not to know the nodes. Throws ConfigError. */
function chainsOf(names: readonly string[]): {
  evmChains: readonly EvmChainId[];
  utxoChains: readonly UtxoChainId[];
  hasMonero: boolean;
} {
  const wanted = new Set(names.map((name) => name.trim()));
  const evmChains = EVM_CHAIN_IDS.filter((chain) => wanted.has(chain));
  const utxoChains = UTXO_CHAIN_IDS.filter((chain) => wanted.has(chain));
  const hasMonero = wanted.has("monero");
  if (evmChains.length + utxoChains.length + Number(hasMonero) < wanted.size)
    throw new ConfigError(
      `SOTTO_CHAINS: a list of ${[...UTXO_CHAIN_IDS, "monero", ...EVM_CHAIN_IDS].join(", ")}`,
    );
  return { evmChains, utxoChains, hasMonero };
}

/** `SOTTO_UNPROVEN_CHAINS=dash`: chains that are used although their adapters ran against no node of theirs. Throws ConfigError. */
function unprovenOf(list: string | undefined): readonly UnprovenChainId[] {
  const names = list?.split(",").map((name) => name.trim()) ?? [];
  const known = UNPROVEN_CHAIN_IDS.filter((chain) => names.includes(chain));
  if (known.length < new Set(names).size)
    throw new ConfigError(`SOTTO_UNPROVEN_CHAINS: a list of ${UNPROVEN_CHAIN_IDS.join(", ")}`);
  return known;
}

/** The token contracts of `SOTTO_<CODE>_CONTRACT`. Throws ConfigError. */
function contractsOf(variables: Variables): Contracts {
  const contracts: Contracts = {};
  for (const code of TOKENS) {
    const name = contractName(code);
    const value = variables[name];
    if (value === undefined) continue;
    if (!/^0x[0-9a-fA-F]{40}$/.test(value)) throw new ConfigError(`${name}: 0x and 40 hexadecimal digits`);
    contracts[code] = value as `0x${string}`;
  }
  return contracts;
}
