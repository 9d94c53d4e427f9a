import { expect, test } from "vitest";
import { ticksUpTo } from "./scale";

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6]],
  [17, [0, 5, 10, 15, 20]],
  [41, [0, 20, 40, 60]],
  [999, [0, 500, 1000]],
  [12_345, [0, 5000, 10_000, 15_000]],
])("a scale for up to %i orders", (most, ticks) => {
  expect(ticksUpTo(most)).toEqual(ticks);
});
