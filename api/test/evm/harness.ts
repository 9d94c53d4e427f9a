import {
  getAddress,
  type Hex,
  hexToBytes,
  keccak256,
  parseTransaction,
  serializeTransaction,
  type TransactionSerializableEIP1559,
  toHex,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { WalletKey } from "../../src/chains/chain";
import { createEvmChain, type EvmChain } from "../../src/chains/evm/chain";
import { signEvm } from "../../src/chains/evm/transaction";
import { type AssetCode, type ChainId, NATIVE_ASSET } from "../../src/core/assets";
import type { ChainHarness } from "../conformance/harness";
import {
  type Anvil,
  type AnvilOptions,
  type DeployedTokens,
  deployTokens,
  startAnvil,
  testKey,
} from "./anvil";
import { evmTraps } from "./traps";

/** Chain ids of EIP-155, and the assets that play the standard and the tether-style token in tests. */
export const EVM_CHAINS = {
  ethereum: { chainId: 1, standard: "USDC-ERC20", tether: "USDT-ERC20" },
  bsc: { chainId: 56, standard: "USDC-BEP20", tether: "USDT-BEP20" },
  polygon: { chainId: 137, standard: "USDC-POLYGON", tether: "USDT-POLYGON" },
} as const satisfies Partial<Record<ChainId, { chainId: number; standard: AssetCode; tether: AssetCode }>>;

export type EvmHarness = ChainHarness & { chain: EvmChain; anvil: Anvil; tokens: DeployedTokens };

/** An anvil with both tokens, and an adapter for it; `token` is what the conformance suite pays with. */
export async function makeEvmHarness(
  options: { id: keyof typeof EVM_CHAINS; token: "standard" | "tether" } & AnvilOptions,
): Promise<EvmHarness> {
  const { id } = options;
  const assets = EVM_CHAINS[id];
  const anvil = await startAnvil({ chainId: assets.chainId, ...options });
  try {
    const tokens = await deployTokens(anvil);
    const contracts = { [assets.standard]: tokens.standard, [assets.tether]: tokens.tether };
    const { chainId } = assets;
    const ofChain = { id, chainId, tokens: contracts, timeoutMs: 5_000 };
    return {
      chain: createEvmChain({ ...ofChain, rpcUrls: [anvil.url] }),
      anotherWay: {
        nodeUrl: anvil.url,
        open: (url, via) => createEvmChain({ ...ofChain, rpcUrls: [url], ...(via && { via }) }),
      },
      anvil,
      tokens,
      ...aroundChain({ anvil, tokens, id, token: assets[options.token], contracts }),
    };
  } catch (error) {
    await anvil.close();
    throw error;
  }
}

const hexKeyOf = (key: WalletKey): Hex => testKey(`${key.branch} ${key.index}`);

type Around = {
  anvil: Anvil;
  tokens: DeployedTokens;
  id: keyof typeof EVM_CHAINS;
  token: AssetCode;
  contracts: Partial<Record<AssetCode, Hex>>;
};

function aroundChain({ anvil, tokens, id, token, contracts }: Around): Omit<ChainHarness, "chain"> {
  return {
    sign: signEvm,
    keyOf: (key) => hexToBytes(hexKeyOf(key)),
    addressOf: (key) => privateKeyToAccount(hexKeyOf(key)).address,
    strangerAddress: (index) => getAddress(`0x${keccak256(toHex(`stranger ${index}`)).slice(-40)}`),
    native: { asset: NATIVE_ASSET[id], units: 10n ** 18n },
    token: { asset: token, units: 25_000_000n },
    async fund({ address, asset, units }) {
      if (asset === NATIVE_ASSET[id]) return anvil.pay({ to: address, units });
      const contract = contracts[asset];
      if (!contract) throw new Error(`no contract of ${asset}`);
      return tokens.transfer({ token: contract, address, units });
    },
    mine: anvil.mine,
    reorg: anvil.reorg,
    reorgKeepsTransactions: false,
    showsMempool: false,
    replacesUnconfirmed: false,
    // anvil drops what pays less than the base fee, and mines nothing by itself: what is sent waits for `mine`.
    holdBack: async () => {},
    takesAnyReplacement: true,
    spoilSignature: (raw) => spoilSignature(raw as Hex),
    async drop(txId) {
      await anvil.rpc("anvil_dropTransaction", [txId]);
    },
    async setReverting({ address, on }) {
      for (const contract of [tokens.standard, tokens.tether]) {
        await tokens.setBlackListed({ token: contract, address, on });
      }
      await anvil.mine(1);
    },
    traps: evmTraps({ anvil, tokens, id, chainId: EVM_CHAINS[id].chainId, token, contracts }),
    close: anvil.close,
  };
}

/** Another number in place of the signature's s: the sender it proves has no coins. */
function spoilSignature(raw: Hex): string {
  const { r, s, v, yParity, ...fields } = parseTransaction(raw) as TransactionSerializableEIP1559 & {
    r: Hex;
    s: Hex;
    v?: bigint;
    yParity: number;
  };
  const other = toHex(BigInt(s) - 1n, { size: 32 });
  return serializeTransaction(fields, { r, s: other, yParity, v: BigInt(27 + yParity) });
}
