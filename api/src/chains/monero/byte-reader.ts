/** Not a transaction of the form that is mined today. */
export class UnknownBytes extends Error {
  override readonly name = "UnknownBytes";
}

/** Far above what fits in a block. */
const ITEMS_MAX = 10_000n;

export type ByteReader = ReturnType<typeof readerOf>;

/** Reads the parts of Monero's binary format one after the other; every method throws UnknownBytes where they end too early. */
export function readerOf(bytes: Uint8Array) {
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
