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
};

export function diceOf(seed: string): Dice {
  const random = seededRandom(seed);
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
  };
}
