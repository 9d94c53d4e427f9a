import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { bech32, bech32m } from "@scure/base";
import { Address, OutScript } from "@scure/btc-signer";
import { base58check } from "../addresses/base58-checked";
import type { Prefixes } from "../addresses/bitcoin-networks";

/**
 * The address of a script's exact bytes (in hex); null where no address stands for them. No two scripts have the same
 * address, and a node's own list of addresses is never asked.
 */
export function addressOfScript(script: string, prefixes: Prefixes): string | null {
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
export const scriptOfAddress = (address: string, prefixes: Prefixes): string =>
  bytesToHex(OutScript.encode(Address(prefixes).decode(address)));
