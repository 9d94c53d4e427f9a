import type { Random } from "./ports";

/**
 * Random that repeats from its seed, for simulations and the simulated market; never for keys, ids or codes.
 * xorshift128+ (Vigna 2014) over a state hashed from the seed (FNV-1a, 64 bit).
 */
export function seededRandom(seed: string): Random {
  const mask = (1n << 64n) - 1n;
  let a = fnv1a(`a${seed}`) || 1n;
  let b = fnv1a(`b${seed}`) || 2n;
  const next = (): bigint => {
    let x = a;
    const y = b;
    a = y;
    x ^= (x << 23n) & mask;
    b = x ^ y ^ (x >> 17n) ^ (y >> 26n);
    return (b + y) & mask;
  };
  return {
    bytes(count) {
      const bytes = new Uint8Array(count);
      for (let i = 0; i < count; i += 8) {
        let word = next();
        for (let j = i; j < Math.min(i + 8, count); j++) {
          bytes[j] = Number(word & 0xffn);
          word >>= 8n;
        }
      }
      return bytes;
    },
  };
}

function fnv1a(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const char of text) {
    hash ^= BigInt(char.codePointAt(0) ?? 0);
    hash = (hash * 0x100000001b3n) & ((1n << 64n) - 1n);
  }
  return hash;
}
