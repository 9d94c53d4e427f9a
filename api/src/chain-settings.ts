import type { Variables } from "../../openapi/src/environment";
import type { EvmChainId } from "./chains/evm/evm-chain-id";
import { UTXO_CHAIN_IDS, type UtxoChainId } from "./chains/utxo/params";
import { ConfigError } from "./config-error";
import { ASSETS, type AssetCode, type ChainId } from "./core/assets";

/** Confirmations by chain, where the operator raised them. */
export type Confirmations = Partial<Record<ChainId, number>>;
export type Contracts = Partial<Record<AssetCode, `0x${string}`>>;

/** `SOTTO_<CODE>_CONTRACT`, with `-` written `_`. */
const contractName = (code: AssetCode): string => `SOTTO_${code.replaceAll("-", "_")}_CONTRACT`;
const TOKENS = ASSETS.filter(({ kind }) => kind === "token").map(({ code }) => code);

/** The names of all settings of contracts. */
export const CONTRACT_NAMES = TOKENS.map(contractName);

/** `SOTTO_CONFIRMATIONS=bitcoin=3,ethereum=32`. Throws ConfigError. */
export function confirmationsOf(list: string | undefined): Confirmations {
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

const EVM_CHAIN_IDS: readonly EvmChainId[] = ["ethereum", "bsc", "polygon"];

/** `SOTTO_CHAINS=bitcoin,ethereum`: for the processes that are not to know the nodes. Throws ConfigError. */
export function chainsOf(names: readonly string[]): {
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

/** The token contracts of `SOTTO_<CODE>_CONTRACT`. Throws ConfigError. */
export function contractsOf(variables: Variables): Contracts {
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
