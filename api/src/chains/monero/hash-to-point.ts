import { ed25519 } from "@noble/curves/ed25519.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex } from "@noble/hashes/utils.js";

const { Point } = ed25519;
const { Fp } = Point;
/** Of the Montgomery form of the curve. */
const A = 486_662n;
const SIGN_BIT = 0x80;

/**
 * The point to which Monero hashes a one-time key for its key image: Elligator 2 of its Keccak-256, times eight (`hash_to_p3` of
 * rctOps.cpp, `ge_fromfe_frombytes_vartime` of crypto-ops.c). Of the two candidates exactly one is on the curve, and each has its
 * own sign.
 */
export function hashToPoint(key: Uint8Array): InstanceType<typeof Point> {
  const hash = Uint8Array.from(keccak_256(key)).reverse();
  const u = Fp.create(BigInt(`0x${bytesToHex(hash)}`));
  const doubled = Fp.mul(2n, Fp.sqr(u));
  const w = Fp.add(doubled, Fp.ONE);
  const z = Fp.neg(Fp.mul(A, doubled));
  const point = pointAt(edwardsOf(z, w), false) ?? pointAt(edwardsOf(Fp.neg(A), w), true);
  if (point === undefined) throw new RangeError("neither candidate is on the curve");
  return point.clearCofactor();
}

/** The Edwards coordinate of the Montgomery coordinate z / w. */
const edwardsOf = (z: bigint, w: bigint): bigint => Fp.div(Fp.sub(z, w), Fp.add(z, w));

function pointAt(coordinate: bigint, isOdd: boolean): InstanceType<typeof Point> | undefined {
  const bytes = Fp.toBytes(coordinate);
  if (isOdd) bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | SIGN_BIT;
  try {
    return Point.fromBytes(bytes);
  } catch {
    return undefined;
  }
}
