import { sha256 } from "@noble/hashes/sha2.js";
import { base58, createBase58check } from "@scure/base";
import validator from "multicoin-address-validator";
import { err, ok, type Result } from "../../core/result";
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
export const parseTron: AddressParser = (address) => parse(address, { main: [[TRON_VERSION]], test: [] });

/** The versions of P2PKH addresses on the main networks, as in the chains' own chainparams.cpp. */
export const DASH_PUBKEY_VERSION = [0x4c] as const;
export const ZCASH_PUBKEY_VERSION = [0x1c, 0xb8] as const;

/** Reads Dash P2PKH (X) and P2SH (7). */
export const parseDash: AddressParser = (address) =>
  parse(address, { main: [DASH_PUBKEY_VERSION, [0x10]], test: [[0x8c], [0x13]], symbol: "dash" });

/** Reads Zcash's transparent addresses, t1 and t3; shielded and unified ones are not paid. */
export const parseZcash: AddressParser = (address) =>
  parse(address, {
    main: [ZCASH_PUBKEY_VERSION, [0x1c, 0xbd]],
    test: [
      [0x1d, 0x25],
      [0x1c, 0xba],
    ],
    symbol: "zec",
  });

type Version = readonly number[];
type Format = { main: readonly Version[]; test: readonly Version[]; symbol?: string };

function parse(address: string, { main, test, symbol }: Format): Result<string, AddressError> {
  const versionBytes = main[0]?.length ?? 1;
  const payload = base58Payload(address, versionBytes + 20);
  if (!payload.ok) return payload;
  const has = (versions: readonly Version[]) =>
    versions.some((version) => version.every((byte, at) => payload.value[at] === byte));
  if (has(test)) return err("address/network");
  if (!has(main)) return err("address/format");
  if (isZero(payload.value.subarray(versionBytes))) return err("address/zero");
  if (symbol !== undefined && !validator.validate(address, symbol)) return err("address/format");
  return ok(address);
}
