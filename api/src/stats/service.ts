import { FEE_SCHEDULE, ppmToPercent } from "../core/fees";
import type { Clock, TimeMs } from "../core/ports";
import type { Database } from "../db/client";
import type { StatsWire } from "../routes/stats/schema";
import type { StatsVerbs } from "../routes/stats/verbs";
import { figuresOf } from "./figures";
import { loadTallies } from "./store";

const DAY_MS = 86_400_000;
/** Days in UTC, the current one included. */
export const WINDOW_DAYS = 30;
/** Figures younger than this are not computed again. */
const FRESH_MS = 60_000;
/** Below this many orders a percentage says little: the pages show the targets instead (design 1). */
const ORDERS_ENOUGH = 100;
/** The advertised figures (design 1): 99.9 %, under 10 minutes. */
const TARGETS = { successRate: "99.9", completionSeconds: 600 } as const;

/** The first moment of the window that ends at `now`. */
export const windowStart = (now: TimeMs): TimeMs =>
  Math.floor(now / DAY_MS) * DAY_MS - (WINDOW_DAYS - 1) * DAY_MS;

/** Figures computed from the orders of this instance, kept in memory for a minute. */
export function createStatsService(parts: {
  database: Database;
  clock: Clock;
  /** How many currencies are active now. */
  activeCurrencies: () => number;
}): StatsVerbs {
  const { database, clock } = parts;
  let known: { at: TimeMs; stats: StatsWire } | undefined;
  let computing: Promise<void> | undefined;
  const compute = async (): Promise<void> => {
    const at = clock.now();
    const from = windowStart(at);
    const { tallies, completedTotal } = await loadTallies(database, from);
    const figures = figuresOf(tallies);
    const stats: StatsWire = {
      window: { from: iso(from), to: iso(at), days: WINDOW_DAYS },
      ...figures,
      exchangesTotal: completedTotal,
      currencies: parts.activeCurrencies(),
      fee: ppmToPercent(FEE_SCHEDULE.exchangePpm),
      enough: figures.orders >= ORDERS_ENOUGH,
      targets: TARGETS,
    };
    known = { at, stats };
  };
  const current = (): { at: TimeMs; stats: StatsWire } => {
    if (known === undefined) throw new Error("figures were read before they were computed");
    return known;
  };
  return {
    async refresh() {
      if (known !== undefined && clock.now() - known.at < FRESH_MS) return;
      // Requests that come meanwhile wait for the same answer.
      computing ??= compute().finally(() => {
        computing = undefined;
      });
      await computing;
    },
    version: () => String(current().at),
    read: () => current().stats,
  };
}

const iso = (at: TimeMs): string => new Date(at).toISOString();
