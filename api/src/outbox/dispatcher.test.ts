import { expect, test } from "vitest";
import { backoffMs } from "./dispatcher";

test("waits half a second at first, twice as long each time, and a minute at most", () => {
  expect([1, 2, 3, 7, 8, 9, 1_000].map(backoffMs)).toEqual([
    500, 1_000, 2_000, 32_000, 60_000, 60_000, 60_000,
  ]);
});
