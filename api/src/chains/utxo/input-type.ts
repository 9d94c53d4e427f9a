import type { AddressType } from "../../core/address-types";

const PUBLIC_KEY_LENGTH = 33;
/** Schnorr without a byte for what it signs; ECDSA in DER with one. */
const SCHNORR_LENGTH = 64;
const ECDSA_LENGTH_MAX = 72;

/**
 * The type of address that a signed input spends from, by the form of its signature; null where it is none that we make:
 * exactly a signature, and beside one of ECDSA its public key, with the script of P2SH (BIP 16, 141, 341).
 */
export function inputTypeOf(input: {
  finalScriptSig?: Uint8Array | undefined;
  finalScriptWitness?: readonly Uint8Array[] | undefined;
}): AddressType | null {
  const { finalScriptSig: script = new Uint8Array(), finalScriptWitness: witness = [] } = input;
  if (witness.length === 0) return isSignatureAndKey(pushesOf(script)) ? "legacy" : null;
  const [only, ...others] = witness;
  if (others.length === 0) return script.length === 0 && only?.length === SCHNORR_LENGTH ? "taproot" : null;
  if (!isSignatureAndKey(witness)) return null;
  if (script.length === 0) return "native-segwit";
  const isWrapped = script.length === 23 && script[0] === 22 && script[1] === 0 && script[2] === 20;
  return isWrapped ? "p2sh" : null;
}

const isSignatureAndKey = (items: readonly Uint8Array[]): boolean =>
  items.length === 2 &&
  (items[0]?.length ?? 0) > 0 &&
  (items[0]?.length ?? 0) <= ECDSA_LENGTH_MAX &&
  items[1]?.length === PUBLIC_KEY_LENGTH;

/** What a script pushes; empty where it does anything else, or pushes in another way than the shortest. */
function pushesOf(script: Uint8Array): Uint8Array[] {
  const pushed: Uint8Array[] = [];
  let at = 0;
  while (at < script.length) {
    const length = script[at] ?? 0;
    const end = at + 1 + length;
    if (length === 0 || length > ECDSA_LENGTH_MAX || end > script.length) return [];
    pushed.push(script.subarray(at + 1, end));
    at = end;
  }
  return pushed;
}
