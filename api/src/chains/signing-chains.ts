import type { ChainId } from "../core/assets";
import { addressNetworkOf } from "./addresses/bitcoin-networks";
import { codecOf } from "./evm/codec";
import { decodeTransaction, type EvmCodec, signEvm } from "./evm/transaction";
import { evmOf, type NetworksConfig } from "./known";
import type { SigningChain } from "./local-signer";
import { moneroSigning } from "./monero/signing";
import { decodeSimnet } from "./simnet/building";
import { paramsOf, SIMNET_CHAIN_IDS } from "./simnet/params";
import { signSimnet } from "./simnet/signing";
import { decodeUtxo, signUtxo, type UtxoCodec, utxoCodecOf } from "./utxo/transaction";

/** How to sign for the chains of this network mode, and to read back what was signed: without a node. */
export function signingChains(
  config: NetworksConfig & { moneroSignerUrl: string | undefined },
): Partial<Record<ChainId, SigningChain>> {
  const signing =
    config.network === "simnet"
      ? SIMNET_CHAIN_IDS.map((id) => [
          id,
          { model: paramsOf(id).model, sign: signSimnet, decode: decodeSimnet },
        ])
      : [
          ...config.evmChains.map((id) => [id, evmSigning(codecOf(evmOf(config, id)))]),
          ...config.utxoChains.map((id) => [
            id,
            utxoSigning(utxoCodecOf(id, addressNetworkOf(config.network))),
          ]),
          ...moneroOf(config),
        ];
  return Object.fromEntries(signing);
}

function moneroOf(
  config: NetworksConfig & { moneroSignerUrl: string | undefined },
): (readonly [ChainId, SigningChain])[] {
  const { hasMonero, moneroSignerUrl: url, network } = config;
  if (!hasMonero) return [];
  if (url === undefined) throw new RangeError("the signer has no wallet of monero");
  return [["monero", moneroSigning({ url, network: addressNetworkOf(network) })]];
}

const evmSigning = (codec: EvmCodec): SigningChain => ({
  model: "account",
  sign: signEvm,
  decode: (raw) => decodeTransaction(codec, raw),
});

const utxoSigning = (codec: UtxoCodec): SigningChain => ({
  model: "utxo",
  sign: signUtxo(codec),
  decode: (raw) => decodeUtxo(codec, raw),
  network: codec.network,
});
