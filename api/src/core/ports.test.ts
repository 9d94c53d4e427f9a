import fc from "fast-check";
import { expect, test } from "vitest";
import { type Random, randomBelow, randomUnitsBelow } from "./ports";
import { seededRandom } from "./seeded-random";

test("a seed repeats itself, byte for byte, and another seed does not", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 64 }), (seed, count) => {
      const [one, same] = [seededRandom(seed), seededRandom(seed)];
      for (let i = 0; i < 3; i++) expect(one.bytes(count)).toEqual(same.bytes(count));
    }),
  );
  expect(seededRandom("a").bytes(32)).not.toEqual(seededRandom("b").bytes(32));
});

test("bytes gives as many as asked for, and uses all values", () => {
  const random = seededRandom("values");
  for (const count of [0, 1, 7, 8, 9, 33]) expect(random.bytes(count)).toHaveLength(count);
  expect(new Set(random.bytes(8_192)).size).toBe(256);
});

test("randomBelow stays below its bound and is near uniform", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 2 ** 48 }), (seed, bound) => {
      const value = randomBelow(seededRandom(seed), bound);
      expect(Number.isInteger(value) && value >= 0 && value < bound).toBe(true);
    }),
  );
  const random = seededRandom("dice");
  const counts = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < 60_000; i++) {
    const face = randomBelow(random, 6);
    counts[face] = (counts[face] ?? 0) + 1;
  }
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(600);
});

test("randomBelow draws again rather than favour small values", () => {
  const answers = [new Uint8Array(6).fill(255), new Uint8Array([0, 0, 0, 0, 0, 4])];
  const random: Random = { bytes: () => answers.shift() ?? new Uint8Array(6) };
  expect(randomBelow(random, 10)).toBe(4);
});

test("randomUnitsBelow stays below its bound, however large, and is near uniform to both edges", () => {
  fc.assert(
    fc.property(fc.string(), fc.bigInt({ min: 1n, max: 10n ** 40n }), (seed, bound) => {
      const value = randomUnitsBelow(seededRandom(seed), bound);
      expect(value >= 0n && value < bound).toBe(true);
    }),
  );
  const random = seededRandom("units");
  const counts = Array<number>(11).fill(0);
  for (let i = 0; i < 110_000; i++) {
    const drawn = Number(randomUnitsBelow(random, 11n));
    counts[drawn] = (counts[drawn] ?? 0) + 1;
  }
  expect(counts).toHaveLength(11);
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(600);
  expect(() => randomUnitsBelow(random, 0n)).toThrow(RangeError);
});

test("randomUnitsBelow draws again rather than favour small values", () => {
  const answers = [new Uint8Array([15]), new Uint8Array([4])];
  const random: Random = { bytes: () => answers.shift() ?? new Uint8Array(1) };
  expect(randomUnitsBelow(random, 10n)).toBe(4n);
});
