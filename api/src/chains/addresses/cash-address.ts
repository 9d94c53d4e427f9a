import {
  CashAddressDecodingError,
  CashAddressType,
  decodeCashAddress,
  decodeCashAddressFormatWithoutPrefix,
  encodeCashAddress,
} from "@bitauth/libauth";
import { err, ok, type Result } from "../../core/result";
import { base58check, base58Payload } from "./base58-checked";
import {
  type AddressNetwork,
  CASH_PREFIX,
  type CashPrefix,
  otherPrefixes,
  prefixesOf,
} from "./bitcoin-networks";
import { type AddressError, isZero } from "./failure";

/** What an address pays: the hash of a public key (20 bytes), or of a script (20 bytes, or since 2023 32). */
export type CashTarget = { type: "p2pkh" | "p2sh"; hash: Uint8Array };

const CHARSET = /^[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{14,112}$/;
/** Cheap to ask of each line of a long list. */
const MAYBE_CASH = /^(?:[a-z]+:)?[qpzr][qpzry9x8gf2tvdw0s3jn54khce6mua7l]{41,111}$/i;
const ADDRESS_NETWORKS = ["main", "test", "regtest"] as const;
const OLD_FORM = /^[123mn][1-9A-HJ-NP-Za-km-z]{24,34}$/;
const KEY_HASH_BYTES = 20;
const SCRIPT_HASH_BYTES: ReadonlySet<number> = new Set([20, 32]);

/**
 * Reads a CashAddr with or without its prefix, or the old form of a public key's hash (1…). The normal form is a CashAddr
 * with its prefix; token-aware types become the plain type of the same script. Scripts in the old form (3…) are refused: they
 * look the same as Bitcoin's, where most are SegWit, and an owner's wallet could not spend coins of Bitcoin Cash there.
 */
export function parseCashAddress(address: string, network: AddressNetwork): Result<string, AddressError> {
  const own = CASH_PREFIX[network];
  const target = OLD_FORM.test(address) ? readOldForm(address, network) : readCashAddress(address, own);
  if (!target.ok) return target;
  return isZero(target.value.hash) ? err("address/zero") : ok(encodeCash(target.value, own));
}

/** Reads a CashAddr of the network with a prefix, which may be left out. */
export function readCashAddress(address: string, own: CashPrefix): Result<CashTarget, AddressError> {
  if (address !== address.toLowerCase() && address !== address.toUpperCase()) return err("address/format");
  const prefixes: readonly string[] = Object.values(CASH_PREFIX);
  const lower = address.toLowerCase();
  const colon = lower.indexOf(":");
  const body = lower.slice(colon + 1);
  const prefix = colon < 0 ? own : lower.slice(0, colon);
  if (!CHARSET.test(body) || !prefixes.includes(prefix)) return err("address/format");
  const decoded = decodeCashAddress(`${prefix}:${body}`);
  if (typeof decoded === "string") {
    if (colon < 0 && typeof decodeCashAddressFormatWithoutPrefix(body, [...prefixes]) !== "string")
      return err("address/network");
    const isChecksum = decoded.includes(CashAddressDecodingError.invalidChecksum);
    return err(isChecksum ? "address/checksum" : "address/format");
  }
  if (prefix !== own) return err("address/network");
  const { payload: hash, type } = decoded;
  const isKey = type === CashAddressType.p2pkh || type === CashAddressType.p2pkhWithTokens;
  if (isKey ? hash.length !== KEY_HASH_BYTES : !SCRIPT_HASH_BYTES.has(hash.length))
    return err("address/format");
  return ok({ type: isKey ? "p2pkh" : "p2sh", hash });
}

/** The CashAddr of a target, with its prefix. */
export const encodeCash = ({ type, hash }: CashTarget, prefix: CashPrefix): string =>
  encodeCashAddress({ type, payload: hash, prefix }).address;

/**
 * One form for all spellings of a cash address of any network: as it was written before CashAddr, or where it has no such form
 * (a script's hash of 32 bytes) with its prefix; null where it is none.
 */
export function screenedForm(address: string): string | null {
  if (!MAYBE_CASH.test(address)) return null;
  for (const network of ADDRESS_NETWORKS) {
    const read = readCashAddress(address, CASH_PREFIX[network]);
    if (!read.ok) continue;
    if (read.value.hash.length !== KEY_HASH_BYTES) return encodeCash(read.value, CASH_PREFIX[network]);
    const { pubKeyHash, scriptHash } = prefixesOf("bitcoincash", network);
    const version = read.value.type === "p2pkh" ? pubKeyHash : scriptHash;
    return base58check.encode(Uint8Array.of(version, ...read.value.hash));
  }
  return null;
}

function readOldForm(address: string, network: AddressNetwork): Result<CashTarget, AddressError> {
  const payload = base58Payload(address, 1 + KEY_HASH_BYTES);
  if (!payload.ok) return payload;
  const [version] = payload.value;
  const own = prefixesOf("bitcoincash", network);
  if (version === own.pubKeyHash) return ok({ type: "p2pkh", hash: payload.value.subarray(1) });
  const known = [own, ...otherPrefixes("bitcoincash", network)];
  const isKnown = known.some(
    ({ pubKeyHash, scriptHash }) => version === pubKeyHash || version === scriptHash,
  );
  return err(isKnown ? "address/network" : "address/format");
}
