import type { DayPrices } from "../../lib/api";
import { changeBasisPoints, cutDecimals } from "../../lib/decimal";
import { lineCorners, scaleOf } from "../../ui/sparkline";

/** The coins whose day is shown, in this order, while they are active. */
export const DAY_COINS = ["BTC", "ETH", "XMR", "SOL", "LTC", "BNB"];

/** The box that a day's line is drawn in; the line's moments and prices are whole units of it. */
export const LINE_BOX = { width: 96, height: 24 };

/** All coins have a price in each minute; one that is this much older than the newest is no price of now. */
const STALE_MS = 5 * 60_000;

/** A coin's last 24 hours. */
export interface Course {
  /** What one whole is worth now, in US dollars. */
  price: string;
  /** From the first price to the last one, in hundredths of a percent. */
  change: number;
  /** The moment of that price, where it is older than those of the others. */
  at?: string;
  /** The points of a polyline in `LINE_BOX`: a page carries them once as data and once as drawn, and is packed well. */
  line: string;
}

/** The last day of the coins that are shown, and the moment of its last prices. */
export interface Day {
  at: string;
  courses: Readonly<Record<string, Course>>;
}

/** The day as the home page carries it; null where no coin has two prices. */
export function packDay(prices: readonly DayPrices[]): Day | null {
  const shown = prices.filter(({ currency, points }) => DAY_COINS.includes(currency) && points.length > 1);
  const times = shown.flatMap(({ points }) => points.map(({ at }) => at)).sort();
  const [from, to] = [times[0], times.at(-1)];
  if (from === undefined || to === undefined) return null;
  const courses = shown.flatMap(({ currency, points }): [string, Course][] => {
    const [first, last] = [points[0], points.at(-1)];
    if (first === undefined || last === undefined) return [];
    const course = {
      price: shortPrice(last.price),
      change: changeBasisPoints(first.price, last.price) ?? 0,
      ...(Date.parse(to) - Date.parse(last.at) > STALE_MS ? { at: last.at } : {}),
      line: lineOf(points, { from, to }),
    };
    return [[currency, course]];
  });
  return { at: to, courses: Object.fromEntries(courses) };
}

/** The line within the day of all coins: one whose price stopped ends where it did. */
function lineOf(points: DayPrices["points"], day: { from: string; to: string }): string {
  const drawn = points.map(({ at, price }) => [Date.parse(at), Number(price)] as const);
  const box = { ...LINE_BOX, ...scaleOf(drawn.map(([, price]) => price)) };
  return lineCorners(drawn, box, { from: Date.parse(day.from), to: Date.parse(day.to) }).join(" ");
}

const PRICE_DIGITS = 6;

/** A price with six digits: more of it moves while it is read. */
function shortPrice(price: string): string {
  const whole = price.split(".")[0] ?? "0";
  return cutDecimals(price, whole === "0" ? PRICE_DIGITS : Math.max(0, PRICE_DIGITS - whole.length - 1));
}
