import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { bech32, bech32m } from "@scure/base";
import { Address, OutScript } from "@scure/btc-signer";
import { assert } from "../../core/assert";
import { base58check } from "../addresses/base58-checked";
import {
  type Base58Versions,
  type CashPrefix,
  type Prefixes,
  startsWith,
} from "../addresses/bitcoin-networks";
import { encodeCash, readCashAddress } from "../addresses/cash-address";

const HASH_BYTES = 20;
const LONG_HASH_BYTES = 32;

/**
 * The address of a script's exact bytes (in hex); null where no address stands for them. No two scripts have the same
 * address, and a node's own list of addresses is never asked.
 */
export function addressOfScript(script: string, prefixes: Prefixes): string | null {
  if (prefixes.cash !== undefined) return cashAddressOfScript(script, prefixes.cash);
  if (prefixes.base58 !== undefined) return base58AddressOfScript(script, prefixes.base58);
  const witness = (version: 0 | 1, program: string): string => {
    const encoding = version === 0 ? bech32 : bech32m;
    return encoding.encode(prefixes.bech32, [version, ...encoding.toWords(hexToBytes(program))]);
  };
  const hashed = (version: number, hash: string): string =>
    base58check.encode(new Uint8Array([version, ...hexToBytes(hash)]));
  const is = (length: number, start: string, end = ""): boolean =>
    script.length === length && script.startsWith(start) && script.endsWith(end);
  if (is(44, "0014")) return witness(0, script.slice(4));
  if (is(68, "5120")) return witness(1, script.slice(4));
  if (is(68, "0020")) return witness(0, script.slice(4));
  if (is(50, "76a914", "88ac")) return hashed(prefixes.pubKeyHash, script.slice(6, 46));
  if (is(46, "a914", "87")) return hashed(prefixes.scriptHash, script.slice(4, 44));
  return null;
}

/** The script (in hex) that pays an address; throws where it is none of this network. */
export function scriptOfAddress(address: string, prefixes: Prefixes): string {
  if (prefixes.cash !== undefined) return scriptOfCashAddress(address, prefixes.cash);
  if (prefixes.base58 !== undefined) return scriptOfBase58Address(address, prefixes.base58);
  return bytesToHex(OutScript.encode(Address(prefixes).decode(address)));
}

/** P2PKH and P2SH, and nothing else. */
function base58AddressOfScript(script: string, { keyHash, scriptHash }: Base58Versions): string | null {
  const [, ofKey, ofScript] = /^(?:76a914([0-9a-f]{40})88ac|a914([0-9a-f]{40})87)$/.exec(script) ?? [];
  const hash = ofKey ?? ofScript;
  if (hash === undefined) return null;
  const version = ofKey === undefined ? scriptHash : keyHash;
  return base58check.encode(new Uint8Array([...version, ...hexToBytes(hash)]));
}

function scriptOfBase58Address(address: string, { keyHash, scriptHash }: Base58Versions): string {
  const bytes = base58check.decode(address);
  assert(bytes.length === keyHash.length + HASH_BYTES, "not an address of this network");
  const hash = bytesToHex(bytes.subarray(keyHash.length));
  if (startsWith(bytes, keyHash)) return `76a914${hash}88ac`;
  assert(startsWith(bytes, scriptHash), "not an address of this network");
  return `a914${hash}87`;
}

/** A script of 32 bytes of hash, by CHIP-2022-05-P2SH32, as well. */
function cashAddressOfScript(script: string, prefix: CashPrefix): string | null {
  const [, keyHash, scriptHash, longScriptHash] =
    /^(?:76a914([0-9a-f]{40})88ac|a914([0-9a-f]{40})87|aa20([0-9a-f]{64})87)$/.exec(script) ?? [];
  const hash = keyHash ?? scriptHash ?? longScriptHash;
  if (hash === undefined) return null;
  return encodeCash({ type: keyHash === undefined ? "p2sh" : "p2pkh", hash: hexToBytes(hash) }, prefix);
}

function scriptOfCashAddress(address: string, prefix: CashPrefix): string {
  const read = readCashAddress(address, prefix);
  assert(read.ok, "not an address of this network");
  const { type, hash } = read.value;
  const hex = bytesToHex(hash);
  if (type === "p2pkh") return `76a914${hex}88ac`;
  return hash.length === LONG_HASH_BYTES ? `aa20${hex}87` : `a914${hex}87`;
}
