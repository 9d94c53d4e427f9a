import { expect, test } from "vitest";
import { scoreLabel, settingsScore } from "./score";
import { parseSettings } from "./settings";

const LEAST = { rounds: 1, delayMinutes: 0, randomAmounts: false, tor: false, level: "basic" } as const;

test.each([
  [{}, 20],
  [{ rounds: 10 }, 200],
  [{ delayMinutes: 60 }, 140],
  [{ delayMinutes: 120 }, 140],
  [{ randomAmounts: true }, 70],
  [{ tor: true }, 50],
  [{ level: "enhanced" as const }, 45],
  [{ level: "maximum" as const }, 70],
  [{ rounds: 10, delayMinutes: 120, randomAmounts: true, tor: true, level: "maximum" as const }, 450],
])("%o more than the least scores %i", (more, score) => {
  expect(settingsScore({ ...LEAST, ...more })).toBe(score);
});

test("no score passes 500", () => {
  expect(settingsScore({ ...LEAST, rounds: 100 })).toBe(500);
});

test.each([
  ["basic", 130, "low"],
  ["enhanced", 235, "medium"],
  ["maximum", 420, "very_high"],
] as const)("the home form's %s scores %i: %s", (preset, score, label) => {
  const settings = parseSettings({ preset }, { torAvailable: false });
  expect(settings.ok && settingsScore(settings.value)).toBe(score);
  expect(scoreLabel(score)).toBe(label);
});

test.each([
  [500, "very_high"],
  [400, "very_high"],
  [399, "high"],
  [300, "high"],
  [299, "medium"],
  [200, "medium"],
  [199, "low"],
  [0, "low"],
] as const)("%i is %s", (score, label) => {
  expect(scoreLabel(score)).toBe(label);
});
