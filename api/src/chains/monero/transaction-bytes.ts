import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { type ByteReader, readerOf, UnknownBytes } from "./byte-reader";

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

/** The parts of a transaction; the reader is after its base, at its signatures if it has any. */
export type TransactionParts = {
  inputs: readonly { keyImage: string; ring: readonly bigint[] }[];
  outputKeys: readonly string[];
  unlockTime: bigint;
  feeUnits: bigint;
  /** The prefix, and the base of the RingCT signatures. */
  prefix: Uint8Array;
  base: Uint8Array;
  /** What follows. */
  rest: Uint8Array;
  reader: ByteReader;
};

/**
 * Reads a transaction of version 2: its prefix, and the base of its RingCT signatures (`transaction_prefix` of
 * cryptonote_basic.h, `rctSigBase` of rctTypes.h). Throws UnknownBytes.
 */
export function readParts(hex: string): TransactionParts {
  if (!/^([0-9a-f]{2})+$/.test(hex)) throw new UnknownBytes("not hexadecimal digits");
  const bytes = hexToBytes(hex);
  const reader = readerOf(bytes);
  if (reader.varint() !== VERSION) throw new UnknownBytes("another version");
  const unlockTime = reader.varint();
  const inputs = readInputs(reader);
  const outputKeys = readOutputs(reader);
  reader.skip(reader.count());
  const prefixEnd = reader.at();
  const feeUnits = readBase(reader, outputKeys.length);
  const baseEnd = reader.at();
  if ((inputs.length === 0) !== (baseEnd === bytes.length))
    throw new UnknownBytes("signatures where there are none");
  const [prefix, base] = [bytes.subarray(0, prefixEnd), bytes.subarray(prefixEnd, baseEnd)];
  return { inputs, outputKeys, unlockTime, feeUnits, prefix, base, rest: bytes.subarray(baseEnd), reader };
}

/** Reads what the bytes show. The id is the hash of three hashes: of the prefix, of the base, and of what follows. Throws UnknownBytes. */
export function readMoneroBytes(hex: string): MoneroBytes {
  const { inputs, outputKeys, unlockTime, feeUnits, prefix, base, rest } = readParts(hex);
  const hashes = [
    keccak_256(prefix),
    keccak_256(base),
    rest.length === 0 ? new Uint8Array(KEY_BYTES) : keccak_256(rest),
  ];
  const txId = bytesToHex(keccak_256(concatBytes(...hashes)));
  return { txId, keyImages: inputs.map(({ keyImage }) => keyImage), outputKeys, unlockTime, feeUnits };
}

function readInputs(reader: ByteReader): { keyImage: string; ring: bigint[] }[] {
  const inputs: { keyImage: string; ring: bigint[] }[] = [];
  for (let left = reader.count(); left > 0; left -= 1) {
    const kind = reader.byte();
    if (kind === INPUT_OF_COINBASE) {
      reader.varint();
      continue;
    }
    if (kind !== INPUT_TO_KEY) throw new UnknownBytes("an input of another kind");
    reader.varint();
    const ring = readRing(reader);
    inputs.push({ ring, keyImage: bytesToHex(reader.take(KEY_BYTES)) });
  }
  return inputs;
}

/** The numbers of its members among all outputs of hidden amount, written as differences from one to the next. */
function readRing(reader: ByteReader): bigint[] {
  let last = 0n;
  return Array.from({ length: reader.count() }, () => {
    last += reader.varint();
    return last;
  });
}

function readOutputs(reader: ByteReader): string[] {
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

function readBase(reader: ByteReader, outputs: number): bigint {
  const kind = reader.byte();
  if (kind === SIGNATURES_NONE) return 0n;
  if (kind !== SIGNATURES_KIND) throw new UnknownBytes("signatures of another kind");
  const feeUnits = reader.varint();
  reader.skip(outputs * (HIDDEN_AMOUNT_BYTES + KEY_BYTES));
  return feeUnits;
}
