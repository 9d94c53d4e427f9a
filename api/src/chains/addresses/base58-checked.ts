import { sha256 } from "@noble/hashes/sha2.js";
import { base58, createBase58check } from "@scure/base";
import validator from "multicoin-address-validator";
import { err, ok, type Result } from "../../core/result";
import {
  type AddressNetwork,
  otherPrefixes,
  type Prefixes,
  prefixesOf,
  startsWith,
} from "./bitcoin-networks";
import { type AddressError, type AddressParser, attempt, isZero } from "./failure";

/** Base58 with four bytes of double SHA-256 behind it, as in Bitcoin's first addresses. */
export const base58check = createBase58check(sha256);

const CHECKSUM_BYTES = 4;
/** TRON's address version (java-tron, Constant.ADD_PRE_FIX_BYTE_MAINNET); its test networks share it. */
export const TRON_VERSION = 0x41;

/** The checked payload of a base58check text; errors: `address/checksum` when it has the right length, else `address/format`. */
export function base58Payload(text: string, bytes: number): Result<Uint8Array, AddressError> {
  const whole = attempt(() => base58.decode(text));
  if (whole?.length !== bytes + CHECKSUM_BYTES) return err("address/format");
  const payload = attempt(() => base58check.decode(text));
  return payload ? ok(payload) : err("address/checksum");
}

/** Reads a TRON address, base58 text starting with T. */
export const parseTron: AddressParser = (address) => parse(address, { own: [[TRON_VERSION]], others: [] });

/** Reads Dash P2PKH and P2SH: X and 7 on the main network, y and 8 or 9 on the others. */
export const parseDash: AddressParser = (address, network) => parseOnly("dash", "dash", address, network);

/** Reads Zcash's transparent addresses, t1 and t3, on other networks tm and t2; shielded and unified ones are not paid. */
export const parseZcash: AddressParser = (address, network) => parseOnly("zcash", "zec", address, network);

type Version = readonly number[];
type Format = { own: readonly Version[]; others: readonly Version[]; symbol?: string };

/** Of chains that have no other addresses; the validator knows those of the main network only. */
function parseOnly(
  chain: "dash" | "zcash",
  symbol: string,
  address: string,
  network: AddressNetwork,
): Result<string, AddressError> {
  const own = versionsOf(prefixesOf(chain, network));
  const others = otherPrefixes(chain, network).flatMap(versionsOf);
  return parse(address, { own, others, ...(network === "main" && { symbol }) });
}

const versionsOf = ({ base58: versions }: Prefixes): Version[] =>
  versions === undefined ? [] : [versions.keyHash, versions.scriptHash];

function parse(address: string, { own, others, symbol }: Format): Result<string, AddressError> {
  const versionBytes = own[0]?.length ?? 1;
  const payload = base58Payload(address, versionBytes + 20);
  if (!payload.ok) return payload;
  const has = (versions: readonly Version[]) =>
    versions.some((version) => startsWith(payload.value, version));
  if (!has(own)) return err(has(others) ? "address/network" : "address/format");
  if (isZero(payload.value.subarray(versionBytes))) return err("address/zero");
  if (symbol !== undefined && !validator.validate(address, symbol)) return err("address/format");
  return ok(address);
}
