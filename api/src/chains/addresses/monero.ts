import { ed25519 } from "@noble/curves/ed25519.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { base58xmr } from "@scure/base";
import validator from "multicoin-address-validator";
import { assert } from "../../core/assert";
import { err, ok, type Result } from "../../core/result";
import { type AddressError, attempt, isZero } from "./failure";

/** Network bytes of cryptonote_config.h: standard, integrated, subaddress. */
const MAIN_PREFIXES = [18, 19, 42];
const TEST_PREFIXES = [53, 54, 63, 24, 25, 36];
const INTEGRATED_PREFIXES = [19, 54, 25];
const SUBADDRESS_PREFIX = 42;
const KEY_BYTES = 32;
const PAYMENT_ID_BYTES = 8;
const CHECKSUM_BYTES = 4;

/** Reads a standard, integrated or subaddress of Monero: prefix, both public keys, four bytes of Keccak-256. */
export function parseMonero(address: string): Result<string, AddressError> {
  const bytes = attempt(() => base58xmr.decode(address));
  if (!bytes) return err("address/format");
  const prefix = bytes[0] ?? 0;
  const body = bytes.subarray(0, -CHECKSUM_BYTES);
  const paymentIdBytes = INTEGRATED_PREFIXES.includes(prefix) ? PAYMENT_ID_BYTES : 0;
  const plainBytes = 1 + 2 * KEY_BYTES;
  if (body.length !== plainBytes && body.length !== plainBytes + PAYMENT_ID_BYTES)
    return err("address/format");
  const checksum = keccak_256(body).subarray(0, CHECKSUM_BYTES);
  if (!checksum.every((byte, at) => bytes[body.length + at] === byte)) return err("address/checksum");
  if (body.length !== plainBytes + paymentIdBytes) return err("address/format");
  if (TEST_PREFIXES.includes(prefix)) return err("address/network");
  if (!MAIN_PREFIXES.includes(prefix) || !validator.validate(address, "xmr")) return err("address/format");
  const keys = [body.subarray(1, 1 + KEY_BYTES), body.subarray(1 + KEY_BYTES, plainBytes)];
  if (keys.some(isZero)) return err("address/zero");
  return keys.every(isPoint) ? ok(address) : err("address/format");
}

/**
 * The Monero subaddress (8…) of a public spend key, for the simulated chain only: its view key is derived from the
 * spend key, so anyone could compute it. On the real chain, addresses come from the wallet.
 */
export function simulatedMoneroAddress(publicSpendKey: Uint8Array): string {
  assert(publicSpendKey.length === KEY_BYTES, "a public spend key has 32 bytes");
  const label = new TextEncoder().encode("simulated view key");
  const hash = keccak_256(new Uint8Array([...label, ...publicSpendKey]));
  const publicViewKey = ed25519.getPublicKey(hash);
  const body = new Uint8Array([SUBADDRESS_PREFIX, ...publicSpendKey, ...publicViewKey]);
  return base58xmr.encode(new Uint8Array([...body, ...keccak_256(body).subarray(0, CHECKSUM_BYTES)]));
}

/** What an address names beside its payment id: whether it is a subaddress, and its keys, as text for comparing. */
export function addressKeys(address: string): string {
  const bytes = base58xmr.decode(address);
  const isSubaddress = bytes[0] === SUBADDRESS_PREFIX;
  return `${isSubaddress ? "sub" : "own"} ${bytesToHex(bytes.subarray(1, 1 + 2 * KEY_BYTES))}`;
}

/** The two public keys of an address, each of 32 bytes. */
export function publicKeysOf(address: string): { spend: Uint8Array; view: Uint8Array } {
  const bytes = base58xmr.decode(address);
  return { spend: bytes.slice(1, 1 + KEY_BYTES), view: bytes.slice(1 + KEY_BYTES, 1 + 2 * KEY_BYTES) };
}

/** The payment id in an integrated address, in hexadecimal; undefined in any other. */
export function paymentIdOf(address: string): string | undefined {
  const bytes = base58xmr.decode(address);
  const at = 1 + 2 * KEY_BYTES;
  return INTEGRATED_PREFIXES.includes(bytes[0] ?? 0)
    ? bytesToHex(bytes.subarray(at, at + PAYMENT_ID_BYTES))
    : undefined;
}

const isPoint = (key: Uint8Array): boolean => attempt(() => ed25519.Point.fromBytes(key)) !== undefined;
