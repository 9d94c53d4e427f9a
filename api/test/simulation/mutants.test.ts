import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MUTANTS } from "./planted";
import { runMutants, tableOf } from "./run-mutants";

const isWanted = process.env.CI === "true" || process.env.SIM_MUTANTS === "1";
const src = join(import.meta.dirname, "../../src");

test.each(MUTANTS)("$name can still be planted", ({ patches }) => {
  for (const { file, find } of patches) {
    const matches = readFileSync(join(src, file), "utf8").split(find).length - 1;
    expect(matches, `${file}: ${find}`).toBe(1);
  }
});

test.runIf(isWanted)("the simulation notices planted bugs", { timeout: 600_000 }, () => {
  const outcomes = runMutants({ short: true, only: [] });
  expect(outcomes.length).toBeGreaterThanOrEqual(3);
  expect(
    outcomes.filter(({ caughtBy }) => caughtBy === null),
    tableOf(outcomes),
  ).toEqual([]);
});
