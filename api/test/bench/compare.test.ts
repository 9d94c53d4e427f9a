import { expect, it } from "vitest";
import { betterOf, type Committed, changeOf, fallenOf } from "../../bench/compare";
import type { Measured } from "../../bench/measured";

const committed = (figures: Partial<Committed>): Committed => ({
  ours: 100,
  form: "full",
  commit: "0000000",
  date: "2026-01-01",
  node: "v20.0.0",
  machine: "2 × any",
  load: 0,
  ...figures,
});
const measured = (figures: Partial<Measured>): Measured => ({ key: "create", ours: 100, ...figures });

it("a ratio has fallen below half of the committed one, and not at half", () => {
  const before = { create: committed({ ratio: 0.08 }) };
  expect(fallenOf([measured({ ratio: 0.0399 })], before)).toEqual(["create"]);
  expect(fallenOf([measured({ ratio: 0.04 })], before)).toEqual([]);
  expect(fallenOf([measured({ ratio: 0.9 })], before)).toEqual([]);
});

it("a ratio that is missing or no number has fallen where one was committed", () => {
  const before = { create: committed({ ratio: 0.08 }) };
  expect(fallenOf([measured({})], before)).toEqual(["create"]);
  expect(fallenOf([measured({ ratio: Number.NaN })], before)).toEqual(["create"]);
});

it("without a committed ratio nothing has fallen", () => {
  expect(fallenOf([measured({ ratio: 0.0001 })], {})).toEqual([]);
  expect(fallenOf([measured({ key: "start", ours: 9_000 })], { start: committed({ ours: 900 }) })).toEqual(
    [],
  );
});

it("each line that has fallen is named, and no other one", () => {
  const before = { create: committed({ ratio: 0.08 }), settlement: committed({ ratio: 0.2 }) };
  const now = [measured({ ratio: 0.07 }), measured({ key: "settlement", ratio: 0.02 })];
  expect(fallenOf(now, before)).toEqual(["settlement"]);
});

it("of two measurings each line keeps the better ratio", () => {
  const first = [
    measured({ key: "track-hit", ratio: 0.1, cpuMs: 1 }),
    measured({ key: "track-miss", ratio: 0.4, cpuMs: 2 }),
  ];
  const second = [
    measured({ key: "track-hit", ratio: 0.3, cpuMs: 3 }),
    measured({ key: "track-miss", ratio: 0.2, cpuMs: 4 }),
  ];
  expect(betterOf(first, second)).toMatchObject([
    { key: "track-hit", ratio: 0.3, cpuMs: 3 },
    { key: "track-miss", ratio: 0.4, cpuMs: 2 },
  ]);
});

it("a change is that of the ratio and of the processor time", () => {
  const before = committed({ ratio: 0.1, cpuMs: 4 });
  expect(changeOf(measured({ ratio: 0.12, cpuMs: 3 }), before)).toBe("+20 %, CPU -25 %");
  expect(changeOf(measured({ ratio: 0.1 }), before)).toBe("0 %");
});

it("a figure without a ratio changes by itself", () => {
  expect(changeOf(measured({ key: "idle-cpu", ours: 3 }), committed({ ours: 2 }))).toBe("+50 %");
  expect(changeOf(measured({ ratio: 1 }), undefined)).toBe("new");
});
