import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";

/** What the bytes of a transaction show of it: amounts and recipients they hide. */
export type MoneroBytes = {
  txId: string;
  /** Each input's key image: no two transactions with the same one can both be mined. */
  keyImages: readonly string[];
  /** The one-time public key of each output, in order. */
  outputKeys: readonly string[];
  /** 0 where its outputs can be spent as all others. */
  unlockTime: bigint;
  feeUnits: bigint;
};

/** Not a transaction of the form that is mined today. */
export class UnknownBytes extends Error {
  override readonly name = "UnknownBytes";
}

const VERSION = 2n;
const INPUT_TO_KEY = 2;
const INPUT_OF_COINBASE = 0xff;
const OUTPUT_TO_KEY = 2;
const OUTPUT_TO_TAGGED_KEY = 3;
const KEY_BYTES = 32;
const VIEW_TAG_BYTES = 1;
const SIGNATURES_NONE = 0;
/** Bulletproof+ with CLSAG, the only kind since the fork of August 2022 (RCTTypeBulletproofPlus). */
const SIGNATURES_KIND = 6;
const HIDDEN_AMOUNT_BYTES = 8;
/** Far above what fits in a block. */
const ITEMS_MAX = 10_000n;

/**
 * Reads a transaction of version 2: its prefix, and the base of its RingCT signatures (`transaction_prefix` of
 * cryptonote_basic.h, `rctSigBase` of rctTypes.h). Its id is the hash of three hashes: of both and of what follows. Throws
 * UnknownBytes.
 */
export function readMoneroBytes(hex: string): MoneroBytes {
  if (!/^([0-9a-f]{2})+$/.test(hex)) throw new UnknownBytes("not hexadecimal digits");
  const bytes = hexToBytes(hex);
  const reader = readerOf(bytes);
  if (reader.varint() !== VERSION) throw new UnknownBytes("another version");
  const unlockTime = reader.varint();
  const keyImages = readInputs(reader);
  const outputKeys = readOutputs(reader);
  reader.skip(reader.count());
  const prefixEnd = reader.at();
  const feeUnits = readSignatures(reader, outputKeys.length);
  const baseEnd = reader.at();
  const isCoinbase = keyImages.length === 0;
  if (isCoinbase !== (baseEnd === bytes.length)) throw new UnknownBytes("signatures where there are none");
  const hashes = [
    keccak_256(bytes.subarray(0, prefixEnd)),
    keccak_256(bytes.subarray(prefixEnd, baseEnd)),
    isCoinbase ? new Uint8Array(KEY_BYTES) : keccak_256(bytes.subarray(baseEnd)),
  ];
  const txId = bytesToHex(keccak_256(concatBytes(...hashes)));
  return { txId, keyImages, outputKeys, unlockTime, feeUnits };
}

type Reader = ReturnType<typeof readerOf>;

function readInputs(reader: Reader): string[] {
  const keyImages: string[] = [];
  for (let left = reader.count(); left > 0; left -= 1) {
    const kind = reader.byte();
    if (kind === INPUT_OF_COINBASE) {
      reader.varint();
      continue;
    }
    if (kind !== INPUT_TO_KEY) throw new UnknownBytes("an input of another kind");
    reader.varint();
    for (let ring = reader.count(); ring > 0; ring -= 1) reader.varint();
    keyImages.push(bytesToHex(reader.take(KEY_BYTES)));
  }
  return keyImages;
}

function readOutputs(reader: Reader): string[] {
  const keys: string[] = [];
  for (let left = reader.count(); left > 0; left -= 1) {
    reader.varint();
    const kind = reader.byte();
    if (kind !== OUTPUT_TO_KEY && kind !== OUTPUT_TO_TAGGED_KEY)
      throw new UnknownBytes("an output of another kind");
    keys.push(bytesToHex(reader.take(KEY_BYTES)));
    if (kind === OUTPUT_TO_TAGGED_KEY) reader.skip(VIEW_TAG_BYTES);
  }
  return keys;
}

function readSignatures(reader: Reader, outputs: number): bigint {
  const kind = reader.byte();
  if (kind === SIGNATURES_NONE) return 0n;
  if (kind !== SIGNATURES_KIND) throw new UnknownBytes("signatures of another kind");
  const feeUnits = reader.varint();
  reader.skip(outputs * (HIDDEN_AMOUNT_BYTES + KEY_BYTES));
  return feeUnits;
}

function readerOf(bytes: Uint8Array) {
  let position = 0;
  const take = (length: number): Uint8Array => {
    const end = position + length;
    if (end > bytes.length) throw new UnknownBytes("the bytes end too early");
    const taken = bytes.subarray(position, end);
    position = end;
    return taken;
  };
  const byte = (): number => take(1)[0] ?? 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 64n; shift += 7n) {
      const next = byte();
      value |= BigInt(next & 0x7f) << shift;
      if (next < 0x80) return value;
    }
    throw new UnknownBytes("a number is too long");
  };
  const count = (): number => {
    const value = varint();
    if (value > ITEMS_MAX) throw new UnknownBytes("too many parts");
    return Number(value);
  };
  return { at: () => position, take, byte, varint, count, skip: (length: number) => void take(length) };
}
