import type { ChainId } from "../core/assets";
import { codecOf } from "./evm/codec";
import { decodeTransaction, signEvm } from "./evm/transaction";
import { evmOf, type NetworksConfig } from "./known";
import type { SigningChain } from "./local-signer";
import { decodeSimnet } from "./simnet/building";
import { paramsOf, SIMNET_CHAIN_IDS } from "./simnet/params";
import { signSimnet } from "./simnet/signing";

/** How to sign for the chains of this network mode, and to read back what was signed: without a node. */
export function signingChains(config: NetworksConfig): Partial<Record<ChainId, SigningChain>> {
  const signing =
    config.network === "simnet"
      ? SIMNET_CHAIN_IDS.map((id) => [
          id,
          { model: paramsOf(id).model, sign: signSimnet, decode: decodeSimnet },
        ])
      : config.evmChains.map((id) => {
          const codec = codecOf(evmOf(config, id));
          return [
            id,
            { model: "account", sign: signEvm, decode: (raw: string) => decodeTransaction(codec, raw) },
          ];
        });
  return Object.fromEntries(signing);
}
