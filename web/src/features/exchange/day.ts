import type { DayPrices } from "../../lib/api";
import { changeBasisPoints, cutDecimals } from "../../lib/decimal";
import { scaleOf } from "../../ui/sparkline";

/** The coins whose day is shown, in this order, while they are active. */
export const DAY_COINS = ["BTC", "ETH", "XMR", "SOL", "LTC", "BNB"];

/** The box that a day's line is drawn in; the line's moments and prices are whole units of it. */
export const LINE_BOX = { width: 96, height: 24 };

/** A coin's last 24 hours. */
export interface Course {
  /** What one whole is worth now, in US dollars. */
  price: string;
  /** From the first price to the last one, in hundredths of a percent. */
  change: number;
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
  const courses = new Map<string, Course>();
  let lastAt: string | null = null;
  for (const { currency, points } of prices) {
    const [first, last] = [points[0], points.at(-1)];
    if (!DAY_COINS.includes(currency) || first === undefined || last === undefined || points.length < 2)
      continue;
    if (lastAt === null || last.at > lastAt) lastAt = last.at;
    courses.set(currency, {
      price: shortPrice(last.price),
      change: changeBasisPoints(first.price, last.price) ?? 0,
      line: lineOf(points),
    });
  }
  return lastAt === null ? null : { at: lastAt, courses: Object.fromEntries(courses) };
}

function lineOf(points: DayPrices["points"]): string {
  const drawn = points.map(({ at, price }) => ({ at: Date.parse(at), price: Number(price) }));
  const { low, high } = scaleOf(drawn.map(({ price }) => price));
  const from = drawn[0]?.at ?? 0;
  const span = (drawn.at(-1)?.at ?? 0) - from || 1;
  return drawn
    .map(({ at, price }) => {
      const x = ((at - from) / span) * LINE_BOX.width;
      const y = (1 - (price - low) / (high - low || 1)) * LINE_BOX.height;
      return `${Math.round(x)} ${Math.round(y)}`;
    })
    .join(" ");
}

const PRICE_DIGITS = 6;

/** A price with six digits: more of it moves while it is read. */
function shortPrice(price: string): string {
  const whole = price.split(".")[0] ?? "0";
  return cutDecimals(price, whole === "0" ? PRICE_DIGITS : Math.max(0, PRICE_DIGITS - whole.length - 1));
}
