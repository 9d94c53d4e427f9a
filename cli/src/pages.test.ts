import { expect, test } from "vitest";
import { parseInstant } from "./pages";

test.each([
  ["2026-01-31", "2026-01-31T00:00:00.000Z"],
  ["2024-02-29", "2024-02-29T00:00:00.000Z"],
  ["2026-01-31T12:00Z", "2026-01-31T12:00:00.000Z"],
  ["2026-01-31T12:00:00.5+02:00", "2026-01-31T10:00:00.500Z"],
])("%s is %s", (text, instant) => {
  expect(parseInstant(text)).toBe(instant);
});

test.each([
  ["5"],
  ["12345"],
  ["2026-1-1"],
  ["2026-02-31"],
  ["2026-02-31T00:00:00Z"],
  ["2026-01-01 12:00"],
  ["2026-01-01T12:00:00"],
  ["2026-01-01T25:00:00Z"],
  ["yesterday"],
  [""],
])("%s is no time, whatever the machine's zone", (text) => {
  expect(() => parseInstant(text)).toThrow("a day such as 2026-01-31");
});
