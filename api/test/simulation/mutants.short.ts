import { expect, test } from "vitest";
import { runMutants, tableOf } from "./run-mutants";

test("the simulation notices planted bugs", { timeout: 600_000 }, () => {
  const outcomes = runMutants({ short: true, only: [] });
  expect(outcomes.length).toBeGreaterThanOrEqual(3);
  expect(
    outcomes.filter(({ caughtBy }) => caughtBy === null),
    tableOf(outcomes),
  ).toEqual([]);
});
