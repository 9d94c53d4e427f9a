import { expect, test } from "vitest";
import { expectedSeconds } from "./expected-seconds";

const NOW = Date.parse("2026-11-20T10:00:00.000Z");
const plain = { confirmations: 0, confirmationsRequired: 2, estimatedTime: 300, mixing: null };
const now = { nowMs: NOW, sinceMs: NOW };

test("less time is open with each confirmation, and with all of them the payout's block still is", () => {
  const at = (confirmations: number) => expectedSeconds({ ...plain, confirmations }, now);
  expect([0, 1, 2, 3].map(at)).toEqual([300, 200, 100, 100]);
});

test("it takes longer only after the open time has passed", () => {
  const late = { nowMs: NOW, sinceMs: NOW - 101_000 };
  expect(expectedSeconds({ ...plain, confirmations: 1 }, late)).toBe(99);
  expect(expectedSeconds({ ...plain, confirmations: 2 }, late)).toBe(-1);
});

test("of a mix, the confirmations shorten only what comes before it", () => {
  const mixing = { seconds: 900, endsAt: null };
  const order = { ...plain, estimatedTime: 1200, mixing };
  expect(expectedSeconds(order, now)).toBe(1200);
  expect(expectedSeconds({ ...order, confirmations: 2 }, now)).toBe(1000);
});

test("a mix that has begun ends when the service says", () => {
  const mixing = { seconds: 900, endsAt: "2026-11-20T10:05:00.000Z" };
  expect(expectedSeconds({ ...plain, mixing }, { nowMs: NOW, sinceMs: NOW - 500_000 })).toBe(300);
});
