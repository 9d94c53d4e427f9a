import { hash as digest, scryptSync } from "node:crypto";

/** What a transaction's bytes say: its id follows from them, and with it what it spends and pays. */
export type TransactionBytes = {
  txId: string;
  /** None for what a miner earns. */
  inputs: readonly { txId: string; ordinal: number }[];
  /** The script of what makes new coins, which begins with its block's height; undefined for other transactions. */
  madeBy?: string;
  outputs: readonly { units: bigint; script: string }[];
};

/** What the bytes of a block say: its id follows from them, and so does everything else here. */
export type BlockBytes = {
  hash: string;
  /** Empty for the first block. */
  parentHash: string;
  timeMs: number;
  header: Buffer;
  transactions: readonly TransactionBytes[];
};

/** Bytes that are no block or transaction, or whose transactions are not those of the block's head. */
export class FalseBytes extends Error {
  override readonly name = "FalseBytes";
}

export const HEADER_BYTES = 80;
const ROOT = 36;
const TIME = 68;
const NO_HASH = "0".repeat(64);
const WITNESS = 1;
/** Litecoin: what belongs to MWEB, of which a block has only that there is nothing, in its last transaction (LIP-0002). */
const MWEB = 8;

const sha256 = (bytes: Uint8Array): Buffer => digest("sha256", bytes, "buffer");
const doubleHash = (bytes: Uint8Array): Buffer => sha256(sha256(bytes));
/** Hashes are written with their last byte first. */
const written = (bytes: Uint8Array): string => Buffer.from(bytes).reverse().toString("hex");

/** The id of a block, which is the hash of its head. */
export const blockIdOf = (header: Uint8Array): string => written(doubleHash(header));

/**
 * Reads a block of Bitcoin, Bitcoin Cash or Litecoin, from its bytes in hex. Throws FalseBytes where its transactions are not
 * those that its head commits to. What follows its transactions, as MWEB on Litecoin, is not looked at.
 */
export function readBlockBytes(hex: string): BlockBytes {
  const bytes = bytesOf(hex);
  const header = bytes.subarray(0, HEADER_BYTES);
  const transactions = reading(bytes, HEADER_BYTES, (reader) => reader.list(() => readTransaction(reader)));
  requireRoot(
    header,
    transactions.map(({ txId }) => txId),
  );
  const parentHash = written(header.subarray(4, ROOT));
  return {
    hash: blockIdOf(header),
    parentHash: parentHash === NO_HASH ? "" : parentHash,
    timeMs: header.readUInt32LE(TIME) * 1000,
    header,
    transactions,
  };
}

/** What the script of a block's new coins begins with, in hex: the height as it is pushed (BIP 34). */
export function scriptOfHeight(height: number): string {
  // OP_1 to OP_16.
  if (height <= 16) return (0x50 + height).toString(16);
  const bytes: number[] = [];
  for (let left = height; left > 0; left = Math.floor(left / 256)) bytes.push(left % 256);
  if ((bytes.at(-1) ?? 0) >= 0x80) bytes.push(0);
  return Buffer.from([bytes.length, ...bytes]).toString("hex");
}

/** How a chain's miners prove their work. */
export type WorkHash = "sha256d" | "scrypt";

/** The work behind a head, as the number of zero bits that its hash begins with: each one more is twice the work. */
export function workBitsOf(header: Buffer, by: WorkHash): number {
  const hash = by === "scrypt" ? scryptSync(header, header, 32, { N: 1024, r: 1, p: 1 }) : doubleHash(header);
  const first = hash.findLastIndex((byte) => byte !== 0);
  return 8 * (hash.length - 1 - first) + Math.clz32(hash[first] ?? 0) - 24;
}

/** Reads one transaction. Throws FalseBytes. */
export const readTransactionBytes = (hex: string): TransactionBytes => {
  const bytes = bytesOf(hex);
  return reading(bytes, 0, (reader) => {
    const transaction = readTransaction(reader);
    if (reader.at !== bytes.length) throw new FalseBytes("bytes after a transaction");
    return transaction;
  });
};

/** Throws FalseBytes where a head does not commit to just these transactions. */
export function requireRoot(header: Buffer, txIds: readonly string[]): void {
  // The same root can be had with the last ones twice (CVE-2012-2459).
  if (header.length !== HEADER_BYTES || new Set(txIds).size < txIds.length) throw new FalseBytes("no block");
  let level: Buffer[] = txIds.map((txId) => Buffer.from(txId, "hex").reverse());
  while (level.length > 1) {
    const pairs = level.filter((_, at) => at % 2 === 0);
    level = pairs.map((left, at) => doubleHash(Buffer.concat([left, level[2 * at + 1] ?? left])));
  }
  if (level[0]?.equals(header.subarray(ROOT, TIME)) !== true)
    throw new FalseBytes("the transactions are not those of the block's head");
}

function bytesOf(hex: string): Buffer {
  const bytes = Buffer.from(hex, "hex");
  if (bytes.length * 2 !== hex.length) throw new FalseBytes("not hexadecimal");
  return bytes;
}

type Reader = ReturnType<typeof readerOf>;

function reading<Value>(bytes: Buffer, from: number, read: (reader: Reader) => Value): Value {
  try {
    return read(readerOf(bytes, from));
  } catch (error) {
    if (error instanceof RangeError) throw new FalseBytes("bytes are missing");
    throw error;
  }
}

/** Reads from a place on. Throws RangeError at the end. */
function readerOf(bytes: Buffer, from: number) {
  const reader = {
    bytes,
    at: from,
    /** Passes so many bytes, and returns where they begin. */
    skip(length: number): number {
      const start = reader.at;
      if (start + length > bytes.length) throw new RangeError("the end");
      reader.at = start + length;
      return start;
    },
    take(length: number): Buffer {
      const start = reader.skip(length);
      return bytes.subarray(start, reader.at);
    },
    count(): number {
      const first = bytes.readUInt8(reader.skip(1));
      if (first < 0xfd) return first;
      if (first === 0xfd) return bytes.readUInt16LE(reader.skip(2));
      if (first === 0xfe) return bytes.readUInt32LE(reader.skip(4));
      return Number(bytes.readBigUInt64LE(reader.skip(8)));
    },
    /** As many as the count says; one that is too large ends at the end of the bytes. */
    list<Item>(read: () => Item): Item[] {
      const items: Item[] = [];
      for (let left = reader.count(); left > 0; left -= 1) items.push(read());
      return items;
    },
  };
  return reader;
}

function readTransaction(reader: Reader): TransactionBytes {
  const { bytes } = reader;
  const version = reader.take(4);
  // No inputs, and then what else there is (BIP 144).
  const isExtended = bytes[reader.at] === 0;
  const flags = isExtended ? reader.take(2).readUInt8(1) : 0;
  if ((flags & ~(WITNESS | MWEB)) !== 0) throw new FalseBytes("a transaction of a form that we do not know");
  const from = reader.at;
  const inputs = reader.list(() => readInput(reader));
  const outputs = reader.list(() => ({
    units: bytes.readBigUInt64LE(reader.skip(8)),
    script: scriptAt(reader),
  }));
  const body = bytes.subarray(from, reader.at);
  if (flags & WITNESS) for (const _ of inputs) reader.list(() => reader.skip(reader.count()));
  if (flags & MWEB && reader.take(1).readUInt8() !== 0) throw new FalseBytes("a part of MWEB in a block");
  const txId = written(doubleHash(Buffer.concat([version, body, reader.take(4)])));
  const madeBy = inputs.find((input) => input.txId === NO_HASH)?.script;
  return {
    txId,
    inputs: inputs.flatMap(({ script: _, ...spent }) => (spent.txId === NO_HASH ? [] : [spent])),
    ...(madeBy !== undefined && { madeBy }),
    outputs,
  };
}

function readInput(reader: Reader) {
  const txId = written(reader.take(32));
  const ordinal = reader.take(4).readUInt32LE();
  const makesCoins = txId === NO_HASH;
  const script = makesCoins ? scriptAt(reader) : "";
  if (!makesCoins) reader.skip(reader.count());
  reader.skip(4);
  return { txId, ordinal, script };
}

function scriptAt(reader: Reader): string {
  const length = reader.count();
  const start = reader.skip(length);
  return reader.bytes.toString("hex", start, start + length);
}
