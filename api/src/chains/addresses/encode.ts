import { encodeCashAddress } from "@bitauth/libauth";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { ripemd160 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { base58 } from "@scure/base";
import { p2tr, p2wpkh } from "@scure/btc-signer";
import { bytesToHex, hexToBytes } from "viem";
import { publicKeyToAddress } from "viem/accounts";
import { AssertionError, assert, unreachable } from "../../core/assert";
import type { ChainId } from "../../core/assets";
import { base58check, TRON_VERSION } from "./base58-checked";
import { LITECOIN_NETWORK } from "./bitcoin-like";
import { simulatedMoneroAddress } from "./monero";

/**
 * The main-network address that we use for a public key: 33 bytes of compressed secp256k1, or 32 bytes of ed25519 on
 * Solana and Monero. Bitcoin is Taproot without scripts (BIP 86), Litecoin P2WPKH (BIP 84), Bitcoin Cash CashAddr.
 * Monero's is for the simulated chain only. Throws for chains where we make no addresses: dash, zcash, cardano.
 */
export function addressFromPublicKey(chain: ChainId, publicKey: Uint8Array): string {
  switch (chain) {
    case "bitcoin":
      return textOf(p2tr(compressed(publicKey).subarray(1)).address);
    case "litecoin":
      return textOf(p2wpkh(compressed(publicKey), LITECOIN_NETWORK).address);
    case "bitcoincash":
      return encodeCashAddress({
        payload: ripemd160(sha256(compressed(publicKey))),
        prefix: "bitcoincash",
        type: "p2pkh",
      }).address;
    case "ethereum":
    case "bsc":
    case "polygon":
      return evmAddress(publicKey);
    case "tron":
      return base58check.encode(new Uint8Array([TRON_VERSION, ...hexToBytes(evmAddress(publicKey))]));
    case "solana":
      assert(publicKey.length === 32, "an ed25519 public key has 32 bytes");
      return base58.encode(publicKey);
    case "monero":
      return simulatedMoneroAddress(publicKey);
    case "dash":
    case "zcash":
    case "cardano":
      throw new AssertionError("no addresses are made on this chain", { chain });
    default:
      return unreachable(chain);
  }
}

const evmAddress = (publicKey: Uint8Array) =>
  publicKeyToAddress(bytesToHex(secp256k1.Point.fromBytes(compressed(publicKey)).toBytes(false)));

function compressed(publicKey: Uint8Array): Uint8Array {
  assert(publicKey.length === 33, "a compressed secp256k1 public key has 33 bytes");
  return publicKey;
}

function textOf(address: string | undefined): string {
  assert(address !== undefined, "the script has no address");
  return address;
}
