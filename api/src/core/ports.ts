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
