import { expect, test } from "vitest";
import { keptUntil } from "./kept-until";

const NOW = Date.parse("2026-03-10T12:00:00Z");
const SITE = { retentionDays: 14, mixRetentionHours: 24 };
const MIXING = { round: 1, rounds: 2, step: "waiting", mayDelay: true, isPlanned: true } as never;

const until = (state: string, rest: { completedAt?: string; mixing?: never } = {}) =>
  new Date(
    keptUntil({ state: state as never, completedAt: null, mixing: null, ...rest }, SITE, NOW),
  ).toISOString();

test("an ended order is kept for the retention after its end, a mix for its own", () => {
  expect(until("completed", { completedAt: "2026-03-01T00:00:00Z" })).toBe("2026-03-15T00:00:00.000Z");
  expect(until("completed", { completedAt: "2026-03-01T00:00:00Z", mixing: MIXING })).toBe(
    "2026-03-02T00:00:00.000Z",
  );
  expect(until("cancelled")).toBe("2026-03-24T12:00:00.000Z");
});

test("an order with money in it is kept while an answer may be waited for", () => {
  expect(until("waiting")).toBe("2026-03-24T12:00:00.000Z");
  expect(until("action_required")).toBe("2026-04-23T12:00:00.000Z");
});
