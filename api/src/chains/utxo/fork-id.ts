import { secp256k1 } from "@noble/curves/secp256k1.js";
import { concatBytes } from "@noble/hashes/utils.js";
import type { Transaction } from "@scure/btc-signer";

/**
 * ALL with FORKID, the only kind of signature that we make on Bitcoin Cash: what is signed is BIP 143's preimage, which
 * names the amount of the output that is spent, with this number as its type (replay-protected-sighash).
 */
const ALL_FORK_ID = 0x41;
const KEY_BYTES = 33;
const SIGNATURE_BYTES = { min: 9, max: 73 };

/** What spends an output to a public key's hash: signature and key, each pushed. Deterministic (RFC 6979), with a low S. */
export function forkIdScript(
  transaction: Transaction,
  at: number,
  spent: { script: Uint8Array; units: bigint; privateKey: Uint8Array },
): Uint8Array {
  const digest = transaction.preimageWitnessV0(at, spent.script, ALL_FORK_ID, spent.units);
  const der = secp256k1.sign(digest, spent.privateKey, { prehash: false, lowS: true, format: "der" });
  return concatBytes(
    Uint8Array.of(der.length + 1),
    der,
    Uint8Array.of(ALL_FORK_ID, KEY_BYTES),
    secp256k1.getPublicKey(spent.privateKey, true),
  );
}

/** Whether a script has the form of one of `forkIdScript`. */
export function isForkIdScript(script: Uint8Array | undefined): boolean {
  const [length = 0] = script ?? [];
  return (
    script?.length === 2 + length + KEY_BYTES &&
    length >= SIGNATURE_BYTES.min &&
    length <= SIGNATURE_BYTES.max &&
    script[length] === ALL_FORK_ID &&
    script[length + 1] === KEY_BYTES
  );
}
