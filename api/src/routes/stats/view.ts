import { FEE_SCHEDULE, ppmToPercent } from "../../core/fees";
import { isoOf } from "../../core/instant";
import { type Stats, WINDOW_DAYS } from "../../stats/stats";
import type { StatsWire } from "./schema";

/** The advertised figures: 99.9 % of the orders and of the time, under 10 minutes. */
const TARGETS = { successRate: "99.9", completionSeconds: 600, uptime: "99.9" } as const;

export const statsWire = (stats: Stats): StatsWire => ({
  window: {
    from: isoOf(stats.from),
    to: isoOf(stats.to),
    days: WINDOW_DAYS,
  },
  orders: stats.orders,
  completed: stats.completed,
  successRate: stats.successRate,
  completionSeconds: stats.completionSeconds,
  exchangesTotal: stats.exchangesTotal,
  uptime: stats.uptime,
  currencies: stats.currencies,
  fee: ppmToPercent(FEE_SCHEDULE.exchangePpm),
  enough: stats.isEnough,
  targets: TARGETS,
});
