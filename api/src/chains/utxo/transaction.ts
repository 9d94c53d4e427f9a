import { schnorr, secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { p2wpkh, Transaction } from "@scure/btc-signer";
import { addressTypesOf } from "../../core/address-types";
import { assert } from "../../core/assert";
import { NATIVE_ASSET } from "../../core/assets";
import { addressTypeOf } from "../addresses/address-type";
import { type AddressNetwork, type Prefixes, prefixesOf } from "../addresses/bitcoin-networks";
import { addressFromPublicKey } from "../addresses/encode";
import type { BuildRequest, DecodedTransaction, UnsignedTransaction } from "../chain";
import type { SignFunction } from "../signer";
import { uniqueKeys } from "../wallet-key";
import { forkIdScript, isForkIdScript } from "./fork-id";
import { inputTypeOf } from "./input-type";
import { type UtxoChainId, utxoParamsOf } from "./params";
import { requirePrevious } from "./previous";
import { addressOfScript, scriptOfAddress } from "./script";
import { buildZcash, decodeZcash, signZcash } from "./zcash/transaction";

/** What a chain's transactions are made of, without a node. */
export type UtxoCodec = { chain: UtxoChainId; network: AddressNetwork; prefixes: Prefixes };

export const utxoCodecOf = (chain: UtxoChainId, network: AddressNetwork): UtxoCodec => ({
  chain,
  network,
  prefixes: prefixesOf(chain, network),
});

type UtxoRequest = Extract<BuildRequest, { model: "utxo" }>;

/** BIP 125: a transaction of ours may be replaced by one that pays more. */
const SEQUENCE_REPLACEABLE = 0xffff_fffd;
/** Nodes of Bitcoin Cash and Dash replace nothing. */
const SEQUENCE_FINAL = 0xffff_ffff;
/** That of all our transactions: on Dash the upper half of the field is a type, and 0 is an ordinary transaction. */
const VERSION = 2;
/** Two megabytes of hex: far above what nodes relay. */
const RAW_LENGTH_MAX = 2_000_000;
/** BIP 340 without randomness, so that the same bytes are signed again. */
const NO_RANDOMNESS = new Uint8Array(32);

/** Encodes a request as its chain's signer takes it; but for Zcash a PSBT (BIP 174) that names the script and amount of every output it spends. */
export function buildUtxo(codec: UtxoCodec, request: BuildRequest): UnsignedTransaction {
  assert(request.model === "utxo", "a chain of outputs builds transactions of outputs");
  if (codec.chain === "zcash") return buildZcash(codec, request);
  const psbt = plainTransaction(codec, request).toPSBT();
  const keys = uniqueKeys(request.inputs.map(({ key }) => key));
  return { chain: codec.chain, request, payload: bytesToHex(psbt), keys };
}

/**
 * Signs every input with the key of its address. Builds the transaction from the request by itself, and throws where the
 * payload is another one. Throws SignerRefusal where it does not see what made an input whose signature commits to too little.
 */
export const signUtxo = (codec: UtxoCodec): SignFunction =>
  codec.chain === "zcash" ? signZcash(codec) : signBitcoinLike(codec);

const signBitcoinLike =
  (codec: UtxoCodec): SignFunction =>
  (unsigned, keyOf) => {
    const { request, payload } = unsigned;
    assert(request.model === "utxo" && unsigned.chain === codec.chain, "a transaction of another chain");
    requirePrevious(codec, request.inputs);
    const transaction = plainTransaction(codec, request);
    const { signs } = utxoParamsOf(codec.chain);
    assert(bytesToHex(transaction.toPSBT()) === payload, "the payload is not what the request says");
    for (const [at, { key, address, units }] of request.inputs.entries()) {
      const privateKey = keyOf(key);
      const publicKey = secp256k1.getPublicKey(privateKey, true);
      const type = addressTypeOf(codec.chain, address) ?? undefined;
      const own = addressFromPublicKey(codec.chain, publicKey, codec.network, type);
      assert(own === address, "the key does not belong to the output's address");
      if (signs === "fork-id") {
        const script = hexToBytes(scriptOfAddress(address, codec.prefixes));
        const finalScriptSig = forkIdScript(transaction, at, { script, units, privateKey });
        transaction.updateInput(at, { finalScriptSig }, true);
        continue;
      }
      if (type === "taproot")
        transaction.updateInput(at, { tapInternalKey: schnorr.getPublicKey(privateKey) });
      if (type === "p2sh") transaction.updateInput(at, { redeemScript: p2wpkh(publicKey).script });
      transaction.signIdx(privateKey, at, undefined, NO_RANDOMNESS);
    }
    if (signs !== "fork-id") transaction.finalize();
    return { raw: bytesToHex(transaction.extract()), txId: transaction.id };
  };

/**
 * Reads signed bytes back. Throws when they are in another encoding than the one that `signUtxo` makes, pay anything that
 * has no address, or spend anything but outputs of the types of address that we have on the chain.
 */
export function decodeUtxo(codec: UtxoCodec, raw: string): DecodedTransaction {
  const { chain, prefixes } = codec;
  if (chain === "zcash") return decodeZcash(codec, raw);
  const transaction = parsed(raw);
  const asset = NATIVE_ASSET[chain];
  const { signs } = utxoParamsOf(chain);
  assert(signs !== "legacy" || transaction.version === VERSION, "a transaction of another version than ours");
  const inputs = Array.from({ length: transaction.inputsLength }, (_, at) => {
    const { txid, index, ...signed } = transaction.getInput(at);
    assert(txid && index !== undefined, "an input without what it spends");
    if (signs === "fork-id") {
      const isOurs = isForkIdScript(signed.finalScriptSig) && !signed.finalScriptWitness?.length;
      assert(isOurs, "an input that is signed in another way than ours");
      return { txId: bytesToHex(txid), ordinal: index };
    }
    const type = inputTypeOf(signed);
    const types = addressTypesOf(chain);
    const only = signs === "legacy" ? "legacy" : "native-segwit";
    const isOurs = type !== null && (types.length === 0 ? type === only : types.includes(type));
    assert(isOurs, "an input that is signed in another way than ours");
    return { txId: bytesToHex(txid), ordinal: index, ...(types.indexOf(type) > 0 && { type }) };
  });
  const outputs = Array.from({ length: transaction.outputsLength }, (_, at) => {
    const { script, amount } = transaction.getOutput(at);
    assert(script && amount !== undefined, "an output without script or amount");
    const to = addressOfScript(bytesToHex(script), prefixes);
    assert(to !== null, "an output that pays no address");
    return { asset, to, units: amount };
  });
  assert(inputs.length > 0 && outputs.length > 0, "a transaction without inputs or outputs");
  return { txId: transaction.id, outputs, inputs, sender: null, nonce: null, feeUnitsMax: null };
}

/** The virtual size of signed bytes. */
export const virtualSizeOf = (raw: string): number => parsed(raw).vsize;

function parsed(raw: string): Transaction {
  assert(
    raw.length <= RAW_LENGTH_MAX && /^([0-9a-f]{2})+$/.test(raw),
    "not the bytes of a transaction of ours",
  );
  const transaction = Transaction.fromRaw(hexToBytes(raw), { allowUnknownOutputs: true });
  assert(bytesToHex(transaction.toBytes(true, true)) === raw, "transaction in an unusual encoding");
  return transaction;
}

function plainTransaction({ chain, prefixes }: UtxoCodec, { inputs, outputs }: UtxoRequest): Transaction {
  assert(inputs.length > 0 && outputs.length > 0, "transaction without inputs or outputs");
  // What legacy inputs hold is compared before, by the transactions that made them: the library would read each once an input.
  const transaction = new Transaction({ version: VERSION, allowLegacyWitnessUtxo: true });
  for (const { txId, ordinal, units, address } of inputs) {
    const script = hexToBytes(scriptOfAddress(address, prefixes));
    transaction.addInput({
      txid: txId,
      index: ordinal,
      sequence: utxoParamsOf(chain).replaces ? SEQUENCE_REPLACEABLE : SEQUENCE_FINAL,
      witnessUtxo: { script, amount: units },
    });
  }
  for (const { address, units } of outputs) {
    assert(units > 0n, "units must be positive");
    transaction.addOutput({ script: hexToBytes(scriptOfAddress(address, prefixes)), amount: units });
  }
  return transaction;
}
