import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { assert } from "../../../core/assert";
import type { Prefixes } from "../../addresses/bitcoin-networks";
import { addressFromPublicKey } from "../../addresses/encode";
import type { BuildRequest, DecodedTransaction, UnsignedTransaction } from "../../chain";
import type { SignFunction } from "../../signer";
import { uniqueKeys } from "../../wallet-key";
import { inputTypeOf } from "../input-type";
import { addressOfScript, scriptOfAddress } from "../script";
import { decodeTransparent, encodeTransparent, type TransparentTransaction } from "./bytes";
import { signatureDigest, txIdOf } from "./digest";

type Codec = { network: "main" | "test" | "regtest"; prefixes: Prefixes };
type UtxoRequest = Extract<BuildRequest, { model: "utxo" }>;

const SEQUENCE_FINAL = 0xffff_ffff;
const SIGHASH_ALL = 1;
const KEY_BYTES = 33;
/** Two megabytes of hex: far above what nodes relay. */
const RAW_LENGTH_MAX = 2_000_000;
/** The protocol's own limit (§ 7.1.2): beyond it a number would be a time. */
const EXPIRY_HEIGHT_MAX = 499_999_999;

/** Encodes a request as the transaction of version 5 that will be signed. */
export function buildZcash({ prefixes }: Codec, request: UtxoRequest): UnsignedTransaction {
  const payload = bytesToHex(encodeTransparent(unsigned(prefixes, request)));
  const keys = uniqueKeys(request.inputs.map(({ key }) => key));
  return { chain: "zcash", request, payload, keys };
}

/** Signs every input with the key of its address, deterministically (RFC 6979); throws where the payload is of another request. */
export const signZcash =
  ({ network, prefixes }: Codec): SignFunction =>
  ({ chain, request, payload }, keyOf) => {
    assert(chain === "zcash" && request.model === "utxo", "a transaction of another chain");
    const transaction = unsigned(prefixes, request);
    assert(
      bytesToHex(encodeTransparent(transaction)) === payload,
      "the payload is not what the request says",
    );
    const spent = request.inputs.map(({ address, units }) => ({
      script: hexToBytes(scriptOfAddress(address, prefixes)),
      units,
    }));
    const scripts = request.inputs.map(({ key, address }, at) => {
      const privateKey = keyOf(key);
      const publicKey = secp256k1.getPublicKey(privateKey, true);
      const own = addressFromPublicKey("zcash", publicKey, network);
      assert(own === address, "the key does not belong to the output's address");
      const digest = signatureDigest(transaction, at, spent);
      return scriptOf(
        secp256k1.sign(digest, privateKey, { prehash: false, lowS: true, format: "der" }),
        publicKey,
      );
    });
    const inputs = transaction.inputs.map((input, at) => {
      const finalScriptSig = scripts[at];
      assert(finalScriptSig, "a signature for each input");
      return { ...input, finalScriptSig };
    });
    return {
      raw: bytesToHex(encodeTransparent({ ...transaction, inputs })),
      txId: txIdOf(transaction),
    };
  };

/** Reads signed bytes back; throws where they are anything else than what `signZcash` makes. */
export function decodeZcash({ prefixes }: Codec, raw: string): DecodedTransaction {
  const transaction = parsed(raw);
  const inputs = transaction.inputs.map(({ txid, index, finalScriptSig, sequence }) => {
    const isOurs = inputTypeOf({ finalScriptSig }) === "legacy" && sequence === SEQUENCE_FINAL;
    assert(isOurs, "an input that is signed in another way than ours");
    return { txId: bytesToHex(txid), ordinal: index };
  });
  const outputs = transaction.outputs.map(({ script, amount }) => {
    const to = addressOfScript(bytesToHex(script), prefixes);
    assert(to !== null, "an output that pays no address");
    return { asset: "ZEC" as const, to, units: amount };
  });
  assert(inputs.length > 0 && outputs.length > 0, "a transaction without inputs or outputs");
  return { txId: txIdOf(transaction), outputs, inputs, sender: null, nonce: null, feeUnitsMax: null };
}

/** The last block that may hold these bytes of ours. */
export const expiryHeightOf = (raw: string): number => parsed(raw).expiryHeight;

function parsed(raw: string): TransparentTransaction {
  const isHex = raw.length <= RAW_LENGTH_MAX && /^([0-9a-f]{2})+$/.test(raw);
  assert(isHex, "not the bytes of a transaction of ours");
  const transaction = decodeTransparent(hexToBytes(raw));
  assert(bytesToHex(encodeTransparent(transaction)) === raw, "transaction in an unusual encoding");
  const { lockTime, expiryHeight } = transaction;
  assert(lockTime === 0 && expiryHeight > 0, "a transaction that waits, or never expires");
  return transaction;
}

function unsigned(prefixes: Prefixes, { inputs, outputs, expiry }: UtxoRequest): TransparentTransaction {
  assert(inputs.length > 0 && outputs.length > 0, "transaction without inputs or outputs");
  assert(expiry !== undefined, "a transaction of Zcash expires");
  const { height, branchId } = expiry;
  assert(
    Number.isInteger(height) && height > 0 && height <= EXPIRY_HEIGHT_MAX,
    "a transaction of ours expires",
  );
  assert(Number.isInteger(branchId) && branchId > 0 && branchId <= 0xffff_ffff, "not a branch of the chain");
  for (const { units } of [...inputs, ...outputs]) assert(units > 0n, "units must be positive");
  return {
    branchId,
    lockTime: 0,
    expiryHeight: height,
    inputs: inputs.map(({ txId, ordinal }) => ({
      ...{ txid: hexToBytes(txId), index: ordinal, sequence: SEQUENCE_FINAL },
      finalScriptSig: new Uint8Array(),
    })),
    outputs: outputs.map(({ address, units }) => ({
      script: hexToBytes(scriptOfAddress(address, prefixes)),
      amount: units,
    })),
  };
}

/** Signature and key, each pushed. */
const scriptOf = (der: Uint8Array, publicKey: Uint8Array): Uint8Array =>
  concatBytes(Uint8Array.of(der.length + 1), der, Uint8Array.of(SIGHASH_ALL, KEY_BYTES), publicKey);
