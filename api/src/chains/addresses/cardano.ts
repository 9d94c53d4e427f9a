import { blake2b } from "@noble/hashes/blake2.js";
import { base58, bech32 } from "@scure/base";
import validator from "multicoin-address-validator";
import { assert } from "../../core/assert";
import { err, ok, type Result } from "../../core/result";
import { type AddressError, attempt, isZero } from "./failure";

const MAIN_HRP = "addr";
const TEST_HRP = "addr_test";
/** BIP 173 caps bech32 at 90 characters; CIP-19 does not. */
const SHELLEY_LENGTH_MAX = 120;
const MAIN_NETWORK_ID = 1;

/**
 * Reads a Cardano payment address: Shelley base or enterprise (CIP-19) or Byron (Ae2…, DdzFF…). Stake addresses
 * cannot be paid; pointer addresses are no longer made.
 */
export function parseCardano(address: string): Result<string, AddressError> {
  return address.toLowerCase().startsWith(MAIN_HRP) ? parseShelley(address) : parseByron(address);
}

/** Type 6 of CIP-19: paid to the hash of a key, without a part for staking. */
const ENTERPRISE_HEADER = (6 << 4) | MAIN_NETWORK_ID;
const KEY_HASH_BYTES = 28;

/** The Shelley address of a public key without a stake key (CIP-19), on the main network. */
export function enterpriseAddress(publicKey: Uint8Array): string {
  assert(publicKey.length === 32, "an ed25519 public key has 32 bytes");
  const hash = blake2b(publicKey, { dkLen: KEY_HASH_BYTES });
  return bech32.encode(
    MAIN_HRP,
    bech32.toWords(new Uint8Array([ENTERPRISE_HEADER, ...hash])),
    SHELLEY_LENGTH_MAX,
  );
}

function parseShelley(address: string): Result<string, AddressError> {
  const lower = address.toLowerCase();
  const isOneCase = address === lower || address === address.toUpperCase();
  if (!isOneCase || !/^addr(_test)?1[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{7,}$/.test(lower))
    return err("address/format");
  const decoded = attempt(() => bech32.decode(lower as `${string}1${string}`, SHELLEY_LENGTH_MAX));
  if (!decoded) return err("address/checksum");
  if (decoded.prefix === TEST_HRP) return err("address/network");
  const bytes = attempt(() => bech32.fromWords(decoded.words)) ?? new Uint8Array();
  const header = bytes[0] ?? 0;
  const type = header >> 4;
  const bytesExpected = type <= 3 ? 57 : type === 6 || type === 7 ? 29 : undefined;
  if (bytes.length !== bytesExpected) return err("address/format");
  if ((header & 0x0f) !== MAIN_NETWORK_ID) return err("address/network");
  if (isZero(bytes.subarray(1, 29))) return err("address/zero");
  if (!validator.validate(lower, "ada")) return err("address/format");
  return ok(lower);
}

function parseByron(address: string): Result<string, AddressError> {
  const bytes = attempt(() => base58.decode(address));
  // 0x82 0xd8 0x18: a CBOR array of two whose first is tag 24, the wrapped address; the second is its CRC-32.
  if (bytes?.[0] !== 0x82 || bytes[1] !== 0xd8 || bytes[2] !== 0x18) return err("address/format");
  if (!validator.validate(address, "ada")) return err("address/checksum");
  return /^(Ae2|DdzFF)/.test(address) ? ok(address) : err("address/network");
}
