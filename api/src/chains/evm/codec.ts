import { getAddress, type Hex, isAddress } from "viem";
import { assert } from "../../core/assert";
import { type AssetCode, assetOf, type ChainId, NATIVE_ASSET } from "../../core/assets";
import type { EvmCodec } from "./transaction";

/** What signed bytes of a chain are made of. */
export type CodecOptions = {
  id: ChainId;
  /** EIP-155: 1 ethereum, 56 bsc, 137 polygon; the node must be on it. */
  chainId: number;
  /** The contracts whose Transfer logs are believed, by asset; the asset must belong to the chain. */
  tokens: Partial<Record<AssetCode, Hex>>;
};

/** What a chain's transactions are made of, without a node. */
export function codecOf({ id, chainId, tokens }: CodecOptions): EvmCodec {
  const contracts = new Map<AssetCode, Hex>();
  for (const [code, contract] of Object.entries(tokens) as [AssetCode, Hex | undefined][]) {
    if (contract === undefined) continue;
    assert(assetOf(code).chain === id && assetOf(code).kind === "token", "not a token of the chain", {
      code,
      id,
    });
    contracts.set(code, checked(contract));
  }
  const byContract = new Map([...contracts].map(([code, contract]) => [contract.toLowerCase(), code]));
  assert(byContract.size === contracts.size, "two assets share a contract", { id });
  return { chain: id, chainId, contracts, tokens: byContract };
}

/** The assets of a chain whose tokens' contracts are known. */
export const assetsOf = ({
  chain,
  contracts,
}: Pick<EvmCodec, "chain" | "contracts">): readonly AssetCode[] => [NATIVE_ASSET[chain], ...contracts.keys()];

/** An address as EIP-55 spells it. */
export function checked(address: string): Hex {
  assert(isAddress(address), "not an EVM address");
  return getAddress(address);
}
