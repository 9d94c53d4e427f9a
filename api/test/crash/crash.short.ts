import { beforeAll, describe, expect, it } from "vitest";
import { SCENARIOS } from "./scenarios";
import { type Bench, openBench } from "./sweep";

/**
 * A spread of points, a third of them the ones where money could be lost or doubled: around crediting, planning,
 * signing and sending. `tsx test/crash/main.ts --full` takes every point.
 */
const POINTS: readonly (readonly number[])[] = [[13, 24], [29], [26], [73], [18]];

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
}, 240_000);

const runs = SCENARIOS.flatMap((scenario, index) =>
  (POINTS[index] ?? []).map((crashAt) => ({ scenario, crashAt, name: scenario.name })),
);

// Together: a run mostly waits, for blocks and for the lease of the process that died.
describe.concurrent("a crash", () => {
  it.each(runs)(
    "of $name at point $crashAt lands once and leaves sound books",
    async ({ scenario, crashAt }) => {
      const run = await bench.run(scenario, crashAt);
      expect(run.troubles).toEqual([]);
      expect(run.died).toBe(true);
    },
    480_000,
  );
});
