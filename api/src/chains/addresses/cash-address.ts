import {
  CashAddressDecodingError,
  CashAddressType,
  decodeCashAddress,
  decodeCashAddressFormatWithoutPrefix,
  encodeCashAddress,
} from "@bitauth/libauth";
import { err, ok, type Result } from "../../core/result";
import { type AddressError, isZero } from "./failure";

const PREFIX = "bitcoincash";
const TEST_PREFIXES = ["bchtest", "bchreg"];
const CHARSET = /^[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{14,112}$/;

/**
 * Reads a CashAddr with or without its prefix; the normal form has it. Token-aware types become the plain type of the
 * same script. Old-style addresses (1…, 3…) are refused, because they look the same as Bitcoin's.
 */
export function parseCashAddress(address: string): Result<string, AddressError> {
  if (address !== address.toLowerCase() && address !== address.toUpperCase()) return err("address/format");
  const lower = address.toLowerCase();
  const colon = lower.indexOf(":");
  const body = lower.slice(colon + 1);
  const prefix = colon < 0 ? PREFIX : lower.slice(0, colon);
  if (!CHARSET.test(body) || ![PREFIX, ...TEST_PREFIXES].includes(prefix)) return err("address/format");
  const decoded = decodeCashAddress(`${prefix}:${body}`);
  if (typeof decoded === "string") {
    if (colon < 0 && isTestNetwork(body)) return err("address/network");
    return err(
      decoded.includes(CashAddressDecodingError.invalidChecksum) ? "address/checksum" : "address/format",
    );
  }
  if (prefix !== PREFIX) return err("address/network");
  if (isZero(decoded.payload)) return err("address/zero");
  const type =
    decoded.type === CashAddressType.p2pkh || decoded.type === CashAddressType.p2pkhWithTokens
      ? "p2pkh"
      : "p2sh";
  return ok(encodeCashAddress({ payload: decoded.payload, prefix: PREFIX, type }).address);
}

const isTestNetwork = (body: string): boolean =>
  typeof decodeCashAddressFormatWithoutPrefix(body, TEST_PREFIXES) !== "string";
