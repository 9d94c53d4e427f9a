import { schnorr, secp256k1 } from "@noble/curves/secp256k1.js";
import { ripemd160 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { base58 } from "@scure/base";
import { Address, p2pkh, p2sh, p2tr, p2wpkh } from "@scure/btc-signer";
import { bytesToHex, type Hex, hexToBytes } from "viem";
import { publicKeyToAddress } from "viem/accounts";
import type { AddressType } from "../../core/address-types";
import { assert, unreachable } from "../../core/assert";
import type { ChainId } from "../../core/assets";
import { addMultiples, type CurvePoint } from "../curve-points";
import { base58check, TRON_VERSION } from "./base58-checked";
import { type AddressNetwork, CASH_PREFIX, type Prefixes, prefixesOf } from "./bitcoin-networks";
import { enterpriseAddress } from "./cardano";
import { encodeCash } from "./cash-address";
import { simulatedMoneroAddress } from "./monero";

/**
 * The address that we use for a public key, on the main network unless another is named: 33 bytes of compressed secp256k1, or 32 bytes of ed25519 on
 * Solana, Monero and Cardano. Bitcoin is Taproot without scripts (BIP 86) unless another `type` is named, Litecoin P2WPKH (BIP 84), Bitcoin Cash
 * CashAddr, Dash and Zcash P2PKH, Cardano an enterprise address (CIP-19). That of Cardano is of the main network, and Monero's
 * is for the simulated chain only.
 */
export function addressFromPublicKey(
  chain: ChainId,
  publicKey: Uint8Array,
  network: AddressNetwork = "main",
  type: AddressType = "taproot",
): string {
  assert(type === "taproot" || chain === "bitcoin", "a chain whose addresses have one type", { chain, type });
  switch (chain) {
    case "bitcoin":
      return bitcoinAddress(compressed(publicKey), prefixesOf(chain, network), type);
    case "litecoin":
      return textOf(p2wpkh(compressed(publicKey), prefixesOf(chain, network)).address);
    case "bitcoincash":
      return encodeCash(
        { type: "p2pkh", hash: ripemd160(sha256(compressed(publicKey))) },
        CASH_PREFIX[network],
      );
    case "ethereum":
    case "bsc":
    case "polygon":
      return evmAddress(publicKey);
    case "tron":
      return tronAddress(evmAddress(publicKey));
    case "solana":
      assert(publicKey.length === 32, "an ed25519 public key has 32 bytes");
      return base58.encode(publicKey);
    case "monero":
      return simulatedMoneroAddress(publicKey);
    case "dash":
    case "zcash":
      return keyHashAddress(publicKey, prefixesOf(chain, network));
    case "cardano":
      return enterpriseAddress(publicKey);
    default:
      return unreachable(chain);
  }
}

/**
 * The addresses that `addressFromPublicKey` has for these points, on a chain whose keys are of secp256k1. Many at once
 * share the work on the curve.
 */
export function addressesFromPoints(
  chain: ChainId,
  points: readonly CurvePoint[],
  network: AddressNetwork = "main",
): string[] {
  switch (chain) {
    case "bitcoin":
      return taprootKeys(points).map((pubkey) =>
        Address(prefixesOf(chain, network)).encode({ type: "tr", pubkey }),
      );
    case "litecoin":
      return points.map((point) =>
        Address(prefixesOf(chain, network)).encode({
          type: "wpkh",
          hash: ripemd160(sha256(compressedPoint(point))),
        }),
      );
    case "ethereum":
    case "bsc":
    case "polygon":
      return points.map(pointEvmAddress);
    case "tron":
      return points.map((point) => tronAddress(pointEvmAddress(point)));
    default:
      return points.map((point) => addressFromPublicKey(chain, compressedPoint(point), network));
  }
}

/** Taproot (BIP 86), P2WPKH (BIP 84), P2WPKH in P2SH (BIP 49) or P2PKH (BIP 44). */
function bitcoinAddress(publicKey: Uint8Array, prefixes: Prefixes, type: AddressType): string {
  switch (type) {
    case "taproot":
      return textOf(p2tr(publicKey.subarray(1), undefined, prefixes).address);
    case "native-segwit":
      return textOf(p2wpkh(publicKey, prefixes).address);
    case "p2sh":
      return textOf(p2sh(p2wpkh(publicKey, prefixes), prefixes).address);
    case "legacy":
      return textOf(p2pkh(publicKey, prefixes).address);
    default:
      return unreachable(type);
  }
}

/** Each point's x coordinate after the tweak of BIP 341 for a key without scripts. */
function taprootKeys(points: readonly CurvePoint[]): Uint8Array[] {
  const internal = points.map(({ x, y }) => ({ x, y: y % 2n === 0n ? y : Point.Fp.neg(y) }));
  const tweaks = internal.map(({ x }) =>
    Point.Fn.fromBytes(schnorr.utils.taggedHash("TapTweak", Point.Fp.toBytes(x))),
  );
  return addMultiples(internal, tweaks).map(({ x }) => Point.Fp.toBytes(x));
}

const { Point } = secp256k1;
const compressedPoint = (point: CurvePoint): Uint8Array => Point.fromAffine(point).toBytes();
const pointEvmAddress = (point: CurvePoint) =>
  publicKeyToAddress(bytesToHex(Point.fromAffine(point).toBytes(false)));
const evmAddress = (publicKey: Uint8Array) =>
  pointEvmAddress(Point.fromBytes(compressed(publicKey)).toAffine());
const tronAddress = (address: Hex): string =>
  base58check.encode(new Uint8Array([TRON_VERSION, ...hexToBytes(address)]));

function keyHashAddress(publicKey: Uint8Array, { base58: versions }: Prefixes): string {
  assert(versions !== undefined, "a chain whose addresses are Base58 only");
  return base58check.encode(
    new Uint8Array([...versions.keyHash, ...ripemd160(sha256(compressed(publicKey)))]),
  );
}

function compressed(publicKey: Uint8Array): Uint8Array {
  assert(publicKey.length === 33, "a compressed secp256k1 public key has 33 bytes");
  return publicKey;
}

function textOf(address: string | undefined): string {
  assert(address !== undefined, "the script has no address");
  return address;
}
