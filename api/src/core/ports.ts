/** Milliseconds since the Unix epoch, UTC. */
export type TimeMs = number;

/** The only source of time outside tests' virtual clock. */
export type Clock = { now(): TimeMs };

/** The only source of chance: cryptographically strong in production, seeded in tests. */
export type Random = {
  /** `count` random bytes. */
  bytes(count: number): Uint8Array;
};

/** A uniform integer in [0, bound), without modulo bias; bound at most 2^48. */
export function randomBelow(random: Random, bound: number): number {
  const limit = 2 ** 48 - (2 ** 48 % bound);
  for (;;) {
    let value = 0;
    for (const byte of random.bytes(6)) value = value * 256 + byte;
    if (value < limit) return value % bound;
  }
}

/** A uniform bigint in [0, bound), without modulo bias: as many bits as the bound has, drawn again while too large. */
export function randomUnitsBelow(random: Random, bound: bigint): bigint {
  if (bound <= 0n) throw new RangeError("randomUnitsBelow needs a positive bound");
  const bits = (bound - 1n).toString(2).length;
  const count = Math.ceil(bits / 8);
  const mask = (1n << BigInt(bits)) - 1n;
  for (;;) {
    let value = 0n;
    for (const byte of random.bytes(count)) value = (value << 8n) | BigInt(byte);
    value &= mask;
    if (value < bound) return value;
  }
}
