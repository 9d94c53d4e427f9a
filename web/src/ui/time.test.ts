import { expect, test } from "vitest";
import { clockTime, countdownBand } from "./time";

test.each([
  [301, "calm"],
  [300.9, "soon"],
  [300, "soon"],
  [61, "soon"],
  [60.9, "last"],
  [60, "last"],
  [1, "last"],
  [0.9, "over"],
  [-1, "over"],
])("%d seconds left are %s", (seconds, band) => {
  expect(countdownBand(seconds)).toBe(band);
});

test.each([
  [1800, "30:00"],
  [59.9, "00:59"],
  [-3, "00:00"],
  [3661, "1:01:01"],
])("%d seconds read %s", (seconds, text) => {
  expect(clockTime(seconds)).toBe(text);
});
