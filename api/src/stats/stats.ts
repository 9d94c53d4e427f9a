import { createKept } from "../core/kept";
import type { Clock, TimeMs } from "../core/ports";
import type { Database } from "../db/client";
import { type Figures, figuresOf, uptimeOf } from "./figures";
import { loadTallies, loadUptime } from "./store";

const DAY_MS = 86_400_000;
/** Days in UTC, the current one included. */
export const WINDOW_DAYS = 30;
/** Figures younger than this are not computed again. */
const FRESH_MS = 60_000;
/** Below this many orders a percentage says little: the pages show the targets instead. */
const ORDERS_ENOUGH = 100;
/** The first moment of the window that ends at `now`. */
export const windowStart = (now: TimeMs): TimeMs =>
  Math.floor(now / DAY_MS) * DAY_MS - (WINDOW_DAYS - 1) * DAY_MS;

/** Figures of the window that ends at `to`. */
export type Stats = Figures & {
  from: TimeMs;
  to: TimeMs;
  /** All orders ever completed here, forgotten ones too. */
  exchangesTotal: number;
  /** Percent of the window's known minutes in which orders could be made and carried out; null where too few are known. */
  uptime: string | null;
  /** Active now. */
  currencies: number;
  /** Whether the window has enough orders for a percentage to say something. */
  isEnough: boolean;
};

/** The published figures; read from memory, once they are fresh. */
export type StatsReader = ReturnType<typeof createStatsReader>;

/** Figures computed from the orders of this instance, kept in memory for a minute. */
export function createStatsReader(parts: {
  database: Database;
  clock: Clock;
  /** How many currencies are active now. */
  activeCurrencies: () => number;
}) {
  const { database, clock } = parts;
  const compute = async (at: TimeMs): Promise<Stats> => {
    const from = windowStart(at);
    const [{ tallies, completedTotal }, uptime] = await Promise.all([
      loadTallies(database, from),
      loadUptime(database, from),
    ]);
    const figures = figuresOf(tallies);
    return {
      ...figures,
      from,
      to: at,
      exchangesTotal: completedTotal,
      uptime: uptimeOf(uptime),
      currencies: parts.activeCurrencies(),
      isEnough: figures.orders >= ORDERS_ENOUGH,
    };
  };
  return createKept(clock, { freshMs: FRESH_MS, compute });
}
