import { expect, test } from "vitest";
import { reportLines } from "./report";
import { runSeeds } from "./run-seeds";

/** As many as a check of every commit has time for; `SIM_SEEDS=200` also asks that every state was reached. */
const SEEDS = Number(process.env.SIM_SEEDS ?? "8");
const ORDERS = 5;
/** Fewer worlds cannot promise to have seen everything. */
const SEEDS_FOR_COVERAGE = 100;

/**
 * Everything that an order can be, but `failed`: no event leads there, since money that is held is always owed to
 * somebody.
 */
const STATES = [
  "waiting",
  "confirming",
  "screening",
  "exchanging",
  "mixing",
  "sending",
  "completed",
  "refunding",
  "refunded",
  "expired",
  "cancelled",
  "hold:listed",
  "hold:payout_failed",
  ...["less", "more", "limit", "late", "repeat", "wrong_asset", "rate_moved", "no_reserve"].map(
    (reason) => `action_required:${reason}`,
  ),
  "chain_halted",
  ...["round done", "round left out", "round reverted: account", "shortfall", "extended"].map(
    (what) => `mix ${what}`,
  ),
  ...["within one currency", "to one address", "to several addresses"].map((what) => `mix ${what}`),
];

test(`${SEEDS} simulated worlds end as they must`, { timeout: 900_000 }, async () => {
  const seeds = Array.from({ length: SEEDS }, (_, n) => String(n));
  const limits = { replays: 60, ms: 120_000 };
  const result = await runSeeds({ seeds, orders: ORDERS, stopAtFailures: 3, limits });
  const failures = result.failures.map((violation) =>
    reportLines(violation, { orders: ORDERS, wholeJournal: false }).join("\n"),
  );
  expect(failures).toEqual([]);
  if (SEEDS < SEEDS_FOR_COVERAGE) return;
  expect([...result.reached.keys()]).toEqual(expect.arrayContaining(STATES));
});
