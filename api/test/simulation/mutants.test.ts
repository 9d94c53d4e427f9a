import { expect, test } from "vitest";
import { runMutants, tableOf } from "./run-mutants";

const isWanted = process.env.CI === "true" || process.env.SIM_MUTANTS === "1";

test.runIf(isWanted)("the simulation notices planted bugs", { timeout: 600_000 }, () => {
  const outcomes = runMutants({ short: true, only: [] });
  expect(outcomes.length).toBeGreaterThanOrEqual(4);
  expect(
    outcomes.filter(({ caughtBy }) => caughtBy === null),
    tableOf(outcomes),
  ).toEqual([]);
});
