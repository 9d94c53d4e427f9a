import { type Random, randomBelow } from "../../src/core/ports";
import { seededRandom } from "../../src/core/seeded-random";

/** Chance that repeats from its seed: every decision of a simulated world is drawn from one of these. */
export type Dice = {
  random: Random;
  /** A uniform integer in [0, bound). */
  below(bound: number): number;
  /** True this many times in a thousand. */
  permille(rate: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** A uniform amount in [min, max]. */
  units(range: { min: bigint; max: bigint }): bigint;
  shuffled<Item>(items: readonly Item[]): Item[];
  /** How far its chance is drawn, in words of 8 bytes. */
  place(): number;
  /** Continues from such a place, as if what is before it had been drawn. */
  turnTo(place: number): void;
};

const WORD_BYTES = 8;

export function diceOf(seed: string): Dice {
  let source = seededRandom(seed);
  let drawn = 0;
  const random: Random = {
    bytes(count) {
      drawn += Math.ceil(count / WORD_BYTES);
      return source.bytes(count);
    },
  };
  const below = (bound: number): number => randomBelow(random, bound);
  return {
    random,
    below,
    permille: (rate) => below(1_000) < rate,
    pick(items) {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError("nothing to pick from");
      return item;
    },
    units({ min, max }) {
      const span = max - min + 1n;
      let value = 0n;
      for (const byte of random.bytes(16)) value = value * 256n + BigInt(byte);
      return min + (value % span);
    },
    shuffled(items) {
      const rest = [...items];
      return items.flatMap(() => rest.splice(below(rest.length), 1));
    },
    place: () => drawn,
    turnTo(place) {
      if (place < drawn) {
        source = seededRandom(seed);
        drawn = 0;
      }
      source.bytes((place - drawn) * WORD_BYTES);
      drawn = place;
    },
  };
}
