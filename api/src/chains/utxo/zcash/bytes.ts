import { concatBytes } from "@noble/hashes/utils.js";
import { RawOldTx } from "@scure/btc-signer/script.js";
import { assert } from "../../../core/assert";

/** The fields of the body that transactions share with those of Bitcoin: its inputs and outputs. */
type Body = Pick<ReturnType<typeof RawOldTx.decode>, "inputs" | "outputs">;

/** A transaction of version 5 without shielded parts (ZIP 225). */
export type TransparentTransaction = Body & {
  /** Of the rules that it commits to. */
  branchId: number;
  lockTime: number;
  /** The last block that may hold it; 0 where it never expires. */
  expiryHeight: number;
};

/** Version 5 with the flag of Overwinter, and the only version group of it. */
const HEADER = 0x8000_0005;
const VERSION_GROUP = 0x26a7_270a;
const HEADER_BYTES = 20;
/** No spends and outputs of Sapling, and no actions of Orchard. */
const NOTHING_SHIELDED = new Uint8Array(3);
/** What Bitcoin's form has around inputs and outputs: a version and a lock time. */
const AROUND = new Uint8Array(4);

/** The fields before the inputs, which are hashed as they are too (ZIP 244, T.1). */
export const headerBytes = ({ branchId, lockTime, expiryHeight }: Omit<TransparentTransaction, keyof Body>) =>
  concatBytes(...[HEADER, VERSION_GROUP, branchId, lockTime, expiryHeight].map(uint32));

/** Writes a transaction; what its inputs are signed with may be empty. */
export function encodeTransparent({ inputs, outputs, ...header }: TransparentTransaction): Uint8Array {
  const plain = RawOldTx.encode({ version: 0, inputs, outputs, lockTime: 0 });
  return concatBytes(headerBytes(header), plain.slice(AROUND.length, -AROUND.length), NOTHING_SHIELDED);
}

/** Reads a transaction. Throws where it is of another version, has shielded parts, or is not written as `encodeTransparent` does. */
export function decodeTransparent(bytes: Uint8Array): TransparentTransaction {
  assert(bytes.length > HEADER_BYTES + NOTHING_SHIELDED.length, "not a transaction");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [header, group, branchId, lockTime, expiryHeight] = [0, 4, 8, 12, 16].map((at) =>
    view.getUint32(at, true),
  );
  assert(header === HEADER && group === VERSION_GROUP, "a transaction of another version than ours");
  assert(
    branchId !== undefined && lockTime !== undefined && expiryHeight !== undefined,
    "a header without its fields",
  );
  const end = bytes.length - NOTHING_SHIELDED.length;
  assert(
    bytes.subarray(end).every((byte) => byte === 0),
    "a transaction with shielded parts",
  );
  const { inputs, outputs } = RawOldTx.decode(concatBytes(AROUND, bytes.subarray(HEADER_BYTES, end), AROUND));
  return { branchId, lockTime, expiryHeight, inputs, outputs };
}

/** Little-endian. */
export function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

/** Little-endian. */
export function uint64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
}
