import { ed25519 } from "@noble/curves/ed25519.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { type AddressType, addressTypesOf } from "../../core/address-types";
import { assert } from "../../core/assert";
import { addressFromPublicKey } from "../addresses/encode";
import type { SignFunction } from "../signer";
import { bodyDigest, decodeBody, encodeRaw, type SimnetBody, txIdOf, type Witness } from "./encoding";
import { paramsOf, type SimnetChainId } from "./params";

/** Signs a simnet payload with each of its keys once; deterministic (RFC 6979, RFC 8032). */
export const signSimnet: SignFunction = (transaction, keyOf) => {
  const body = decodeBody(transaction.payload);
  assert(body.chain === transaction.chain, "payload of another chain", { chain: transaction.chain });
  const digest = bodyDigest(body);
  const witnesses = transaction.keys.map((key) => witness(body.chain, digest, keyOf(key)));
  return { raw: encodeRaw({ body, witnesses }), txId: txIdOf(body) };
};

/** The address of a private key on a simulated chain, in the chain's mainnet format, by default of the chain's own type. */
export const addressOfPrivateKey = (
  chain: SimnetChainId,
  privateKey: Uint8Array,
  type?: AddressType,
): string => addressFromPublicKey(chain, publicKeyOf(chain, privateKey), "main", type);

/**
 * The addresses that the witnesses of a transaction prove to own: public key and signature by the same key.
 * Undefined when any signature is wrong. A key proves its address of each type; Taproot outputs are proved by their internal
 * key.
 */
export function provenAddresses(
  body: SimnetBody,
  witnesses: readonly Witness[],
): ReadonlySet<string> | undefined {
  const digest = bodyDigest(body);
  const addresses = new Set<string>();
  for (const { publicKey, signature } of witnesses) {
    const key = hexToBytes(publicKey);
    if (!verifies(body.chain, digest, key, hexToBytes(signature))) return undefined;
    addresses.add(addressFromPublicKey(body.chain, key));
    for (const type of addressTypesOf(body.chain).slice(1))
      addresses.add(addressFromPublicKey(body.chain, key, "main", type));
  }
  return addresses;
}

function publicKeyOf(chain: SimnetChainId, privateKey: Uint8Array): Uint8Array {
  return paramsOf(chain).curve === "ed25519"
    ? ed25519.getPublicKey(privateKey)
    : secp256k1.getPublicKey(privateKey, true);
}

function witness(chain: SimnetChainId, digest: Uint8Array, privateKey: Uint8Array): Witness {
  const signature =
    paramsOf(chain).curve === "ed25519"
      ? ed25519.sign(digest, privateKey)
      : secp256k1.sign(digest, privateKey, { prehash: false });
  return { publicKey: bytesToHex(publicKeyOf(chain, privateKey)), signature: bytesToHex(signature) };
}

function verifies(chain: SimnetChainId, digest: Uint8Array, key: Uint8Array, signature: Uint8Array): boolean {
  try {
    return paramsOf(chain).curve === "ed25519"
      ? ed25519.verify(signature, digest, key)
      : secp256k1.verify(signature, digest, key, { prehash: false });
  } catch {
    // A public key that is no point of the curve.
    return false;
  }
}
