import { describe, expect, it } from "vitest";
import { isUnusual } from "./brake";

describe("isUnusual", () => {
  it.each([
    ["nothing is kept", [], false],
    ["three days' orders are due of fourteen", [{ kept: 1_400, due: 300, days: 14 }], false],
    ["more than three days' orders are due", [{ kept: 1_400, due: 301, days: 14 }], true],
    ["nine are due in a service with few orders", [{ kept: 9, due: 9, days: 14 }], false],
    ["ten are due in a service with few orders", [{ kept: 10, due: 10, days: 14 }], true],
    ["a day's mixes are due, which are kept for a day", [{ kept: 200, due: 200, days: 0.9 }], false],
    [
      "the orders are usual and the mixes are not",
      [
        { kept: 1_400, due: 10, days: 14 },
        { kept: 40, due: 40, days: 4 },
      ],
      true,
    ],
  ])("when %s", (_, ended, expected) => {
    expect(isUnusual(ended)).toBe(expected);
  });
});
