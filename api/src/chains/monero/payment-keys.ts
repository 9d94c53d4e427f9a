import { ed25519 } from "@noble/curves/ed25519.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { publicKeysOf } from "../addresses/monero";
import { reduced } from "./keys";

const { Point } = ed25519;
const KEY_DIGITS = 64;
const COFACTOR = 8n;

/**
 * For each recipient of a transaction the key by which it proves what it was paid (`check_tx_key` of wallet2), 64 hexadecimal
 * digits. Null where there is none, or where the same key would show as well what another recipient was paid, to anyone who
 * guesses that address. `txKey` are the transaction's own keys, as the wallet that signed it reports them.
 */
export function paymentKeys(
  recipients: readonly string[],
  { txKey, outputKeys }: { txKey: string; outputKeys: readonly string[] },
): (string | null)[] {
  const addresses = [...new Set(recipients)];
  const proofs = new Map(
    addresses.map((address) => [address, keyThatProves(address, { txKey, outputKeys })]),
  );
  const isShared = (key: string): boolean => [...proofs.values()].filter((other) => other === key).length > 1;
  return recipients.map((address) => {
    const key = proofs.get(address) ?? null;
    return key === null || isShared(key) ? null : key;
  });
}

/** The first key, which counts for every output, or the one that is of one output only (`additional_tx_keys`). */
function keyThatProves(
  address: string,
  { txKey, outputKeys }: { txKey: string; outputKeys: readonly string[] },
): string | null {
  const keys = Array.from({ length: txKey.length / KEY_DIGITS }, (_, at) =>
    txKey.slice(at * KEY_DIGITS, (at + 1) * KEY_DIGITS),
  );
  const [first, ...additional] = keys;
  const { spend, view } = publicKeysOf(address);
  const isPaid = (key: string, outputs: readonly number[]): boolean => {
    const derivation = Point.fromBytes(view)
      .multiply(reduced(hexToBytes(key)))
      .multiply(COFACTOR)
      .toBytes();
    return outputs.some((at) => outputKeyOf({ derivation, at, spend }) === outputKeys[at]);
  };
  if (first !== undefined && isPaid(first, [...outputKeys.keys()])) return first;
  return additional.find((key, at) => isPaid(key, [at])) ?? null;
}

/** P = Hs(8kA ‖ n)·G + B: the one-time key of output n (CryptoNote 2.0, section 4.3; `derive_public_key` of crypto.cpp). */
function outputKeyOf({
  derivation,
  at,
  spend,
}: {
  derivation: Uint8Array;
  at: number;
  spend: Uint8Array;
}): string {
  const hash = reduced(keccak_256(concatBytes(derivation, varint(at))));
  return bytesToHex(Point.BASE.multiply(hash).add(Point.fromBytes(spend)).toBytes());
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let left = value; ; left = Math.floor(left / 0x80)) {
    if (left < 0x80) return Uint8Array.of(...bytes, left);
    bytes.push((left % 0x80) | 0x80);
  }
}
