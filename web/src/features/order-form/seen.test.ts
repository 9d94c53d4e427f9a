import { expect, test } from "vitest";
import { readSeen, seenText } from "./seen";

const NAMES = ["receiveAmount", "exchangeRate", "fee"] as const;

test("figures are read back for the values that they were shown for", () => {
  const figures = { receiveAmount: "1", exchangeRate: "2", fee: "3" };
  expect(readSeen(seenText(["a"], figures), ["a"], NAMES)).toEqual(figures);
  expect(readSeen("a|1|2|3", ["a"], NAMES)).toEqual(figures);
  expect(readSeen("a|b|1|2|3", ["a", "c"], NAMES)).toBeNull();
});

test("figures that are not whole are not seen", () => {
  for (const text of ["", "a", "a|1|2", "b|1|2|3", "a|1||3", "a|1|2|3|4"])
    expect(readSeen(text, ["a"], NAMES)).toBeNull();
});
