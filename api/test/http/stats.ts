import type { Stats } from "../../src/stats/stats";

/** What the service says of itself. */
export const STATS: Stats = {
  ...{ from: 1_764_676_800_000, to: 1_767_268_800_000, orders: 1204, completed: 1180, successRate: "99.91" },
  ...{
    completionSeconds: { median: 380, p95: 1500 },
    exchangesTotal: 52310,
    uptime: "99.97",
    currencies: 17,
    isEnough: true,
  },
};
