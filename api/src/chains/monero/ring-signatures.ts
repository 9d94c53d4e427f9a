import { ed25519 } from "@noble/curves/ed25519.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { type ByteReader, UnknownBytes } from "./byte-reader";
import { hashToPoint } from "./hash-to-point";
import { reduced } from "./keys";
import { readParts } from "./transaction-bytes";

const { Point } = ed25519;
const { Fn } = Point;
const KEY_BYTES = 32;
/** A, A1, B, r1, s1 and d1 of a Bulletproof+. */
const PROOF_KEYS = 6;

/** An output among which an input hides, as a node has it: its one-time key, and the commitment to its amount. */
export type RingMember = { key: Uint8Array; mask: Uint8Array };

/** The CLSAG signature of an input. */
export type RingSignature = {
  keyImage: Uint8Array;
  /** The numbers of its members among all outputs of hidden amount: a reorg may put others in their places. */
  ring: readonly bigint[];
  message: Uint8Array;
  responses: readonly Uint8Array[];
  challenge: Uint8Array;
  /** The auxiliary key image, divided by eight as it is written. */
  auxiliary: Uint8Array;
  /** The commitment to the input's amount that the transaction adds up with. */
  pseudoOutput: Uint8Array;
};

/**
 * Reads the signatures of each input of a transaction (`rctSigPrunable` of rctTypes.h; what is signed is `get_pre_mlsag_hash` of
 * rctSigs.cpp). Throws UnknownBytes.
 */
export function readRingSignatures(hex: string): RingSignature[] {
  const { inputs, prefix, base, reader } = readParts(hex);
  const proofs = concatBytes(...Array.from({ length: reader.count() }, () => readProof(reader)));
  const message = keccak_256(concatBytes(keccak_256(prefix), keccak_256(base), keccak_256(proofs)));
  const take = () => reader.take(KEY_BYTES);
  const signatures = inputs.map(({ keyImage, ring }) => ({
    keyImage: hexToBytes(keyImage),
    ring,
    message,
    responses: ring.map(take),
    challenge: take(),
    auxiliary: take(),
  }));
  return signatures.map((signature) => ({ ...signature, pseudoOutput: take() }));
}

/** A proof's keys, without the counts before its two lists. */
function readProof(reader: ByteReader): Uint8Array {
  const keys = [reader.take(KEY_BYTES * PROOF_KEYS)];
  for (const _ of ["L", "R"]) keys.push(reader.take(KEY_BYTES * reader.count()));
  return concatBytes(...keys);
}

const domain = (text: string): Uint8Array => {
  const bytes = new Uint8Array(KEY_BYTES);
  bytes.set(utf8ToBytes(text));
  return bytes;
};
const [KEYS_DOMAIN, MASKS_DOMAIN, ROUND_DOMAIN] = [
  domain("CLSAG_agg_0"),
  domain("CLSAG_agg_1"),
  domain("CLSAG_round"),
];
const hashToScalar = (...parts: readonly Uint8Array[]): bigint => reduced(keccak_256(concatBytes(...parts)));

/**
 * Whether a signature is one over these outputs, in this order (`verRctCLSAGSimple` of rctSigs.cpp). Throws UnknownBytes where
 * the outputs are another number, or parts of it are no keys or numbers.
 */
export function isSignedOver(signature: RingSignature, members: readonly RingMember[]): boolean {
  const { message, responses, pseudoOutput } = signature;
  if (members.length !== responses.length || members.length === 0)
    throw new UnknownBytes("a ring of another size");
  const offset = pointOf(pseudoOutput);
  const image = pointOf(signature.keyImage);
  const auxiliary = pointOf(signature.auxiliary).clearCofactor();
  const [keys, masks] = [members.map(({ key }) => key), members.map(({ mask }) => mask)];
  const common = [...keys, ...masks, signature.keyImage, signature.auxiliary, pseudoOutput];
  const [ofKeys, ofMasks] = [hashToScalar(KEYS_DOMAIN, ...common), hashToScalar(MASKS_DOMAIN, ...common)];
  const first = scalarOf(signature.challenge);
  let challenge = first;
  for (const [at, { key, mask }] of members.entries()) {
    const response = scalarOf(responses[at] ?? new Uint8Array());
    const [byKey, byMask] = [Fn.mul(challenge, ofKeys), Fn.mul(challenge, ofMasks)];
    const commitment = pointOf(mask).subtract(offset);
    const left = Point.BASE.multiplyUnsafe(response)
      .add(pointOf(key).multiplyUnsafe(byKey))
      .add(commitment.multiplyUnsafe(byMask));
    const right = hashToPoint(key)
      .multiplyUnsafe(response)
      .add(image.multiplyUnsafe(byKey))
      .add(auxiliary.multiplyUnsafe(byMask));
    const round = [ROUND_DOMAIN, ...keys, ...masks, pseudoOutput, message, left.toBytes(), right.toBytes()];
    challenge = hashToScalar(...round);
  }
  return challenge === first;
}

function pointOf(bytes: Uint8Array): InstanceType<typeof Point> {
  try {
    return Point.fromBytes(bytes);
  } catch (error) {
    throw new UnknownBytes("not a point of the curve", { cause: error });
  }
}

function scalarOf(bytes: Uint8Array): bigint {
  try {
    return Fn.fromBytes(bytes);
  } catch (error) {
    throw new UnknownBytes("not a reduced number", { cause: error });
  }
}
