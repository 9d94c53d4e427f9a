import { ed25519 } from "@noble/curves/ed25519.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { base58xmr } from "@scure/base";
import { assert } from "../../core/assert";

/** What addresses follow from, and incoming coins are recognised by; it cannot spend. */
export type MoneroAccount = {
  /** The private view key. */
  view: Uint8Array;
  publicSpend: Uint8Array;
};

/** A subaddress of account 0; 0 is the account's own, primary address. */
type Minor = number;

const { Point } = ed25519;
const { Fn } = Point;
const KEY_BYTES = 32;
const CHECKSUM_BYTES = 4;
/** Network bytes of cryptonote_config.h; a regtest node has those of the main network. */
const PREFIX = { primary: 18, subaddress: 42 } as const;
/** The domain of subaddress keys, with its zero byte (config::HASH_KEY_SUBADDRESS). */
const SUBADDRESS_DOMAIN = utf8ToBytes("SubAddr\0");

/** The private keys that Monero's wallets make of 32 random bytes: the spend key, reduced, and the view key as its hash. */
export function moneroKeys(secret: Uint8Array): MoneroAccount & { spend: Uint8Array } {
  assert(secret.length === KEY_BYTES, "a secret has 32 bytes");
  const spend = reduced(secret);
  const spendBytes = Fn.toBytes(spend);
  return {
    spend: spendBytes,
    view: Fn.toBytes(reduced(keccak_256(spendBytes))),
    publicSpend: Point.BASE.multiply(spend).toBytes(),
  };
}

/**
 * The address of account 0 at `minor`: D = B + Hs("SubAddr" ‖ a ‖ 0 ‖ minor)·G with C = a·D for a subaddress, or the pair of public
 * keys itself (Monero Research Lab, MRL-0006; `get_subaddress` of Monero's device_default.cpp).
 */
export function moneroAddress({ view, publicSpend }: MoneroAccount, minor: Minor): string {
  assert(Number.isInteger(minor) && minor >= 0 && minor <= 0xffff_ffff, "no index of a subaddress", {
    minor,
  });
  const secret = Fn.fromBytes(view);
  const spend = Point.fromBytes(publicSpend);
  if (minor === 0) return encode(PREFIX.primary, [publicSpend, Point.BASE.multiply(secret).toBytes()]);
  const index = new Uint8Array(8);
  new DataView(index.buffer).setUint32(4, minor, true);
  const tweak = reduced(keccak_256(concatBytes(SUBADDRESS_DOMAIN, view, index)));
  const own = spend.add(Point.BASE.multiply(tweak));
  return encode(PREFIX.subaddress, [own.toBytes(), own.multiply(secret).toBytes()]);
}

/** The account as it is kept for the process that makes addresses: both keys in hexadecimal. */
export const accountText = ({ view, publicSpend }: MoneroAccount): string =>
  `${bytesToHex(view)}${bytesToHex(publicSpend)}`;

/** Reads what `accountText` wrote. */
export function accountOf(text: string): MoneroAccount {
  assert(/^[0-9a-f]{128}$/.test(text), "not the keys of an account");
  const bytes = hexToBytes(text);
  return { view: bytes.slice(0, KEY_BYTES), publicSpend: bytes.slice(KEY_BYTES) };
}

function encode(prefix: number, keys: readonly Uint8Array[]): string {
  const body = concatBytes(Uint8Array.of(prefix), ...keys);
  return base58xmr.encode(concatBytes(body, keccak_256(body).subarray(0, CHECKSUM_BYTES)));
}

/** A little-endian number modulo the group's order (`sc_reduce32`). */
export function reduced(bytes: Uint8Array): bigint {
  const number = BigInt(`0x${bytesToHex(Uint8Array.from(bytes).reverse())}`);
  return Fn.create(number);
}
