import { afterAll, beforeAll, expect, test } from "vitest";
import { stepsText } from "./history";
import { reportLines } from "./report";
import type { Auditor } from "./run-seed";
import { runSeedsOn } from "./run-seeds";
import { openSite } from "./site";

const ORDERS = 2;
const SEED = "1";
const world = { seeds: [SEED], orders: ORDERS, stopAtFailures: 1 };

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

/** Objects to every order that was paid. */
const objecting: Auditor = ({ orders }) =>
  orders.flatMap(({ id, claims }) =>
    claims.payouts.length > 0 ? [`order ${id.slice(0, 6)} (${claims.state}): was paid`] : [],
  );

test("a violation is reported with a shorter history that still fails, and its story", {
  timeout: 600_000,
}, async () => {
  const result = await runSeedsOn(site, {
    ...world,
    auditor: objecting,
    limits: { replays: 7, ms: 60_000 },
  });
  const [violation] = result.failures;
  const shortest = violation?.shortest;
  if (violation === undefined || !shortest) throw new Error("no violation");
  const { steps, without, stepsBefore } = shortest;
  expect(steps.length).toBeLessThan(stepsBefore);

  const report = reportLines(violation, { orders: ORDERS, wholeJournal: false }).join("\n");
  expect(report).toContain(`FAILED seed ${SEED}: the auditor objects:`);
  expect(report).toMatch(/Replay at commit \S+: pnpm sim --seed/);
  expect(report).toContain(`--steps "${stepsText(steps)}"`);
  expect(report).toMatch(/The story of order \S{6}, which is /);
  expect(report).toMatch(/Customer {2}orders /);
  expect(report).toMatch(/Customer {2}pays /);
  expect(report).toMatch(/Chain {5}block \d+ of \S+ takes the payment/);
  expect(report).toMatch(/Sotto {5}credits the deposit/);

  const part = { steps: new Set(steps), without: new Set(without) };
  const limits = { replays: 0, ms: 0 };
  const again = await runSeedsOn(site, { ...world, auditor: objecting, limits, part });
  expect(again.failures[0]?.failure.message).toBe(shortest.failure.message);
  expect(again.failures[0]?.failure.journal).toEqual(shortest.failure.journal);
});
