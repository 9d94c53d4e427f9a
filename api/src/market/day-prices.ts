import type { Rate } from "../core/amount";
import { ASSET_CODES, type AssetCode } from "../core/assets";
import { createKept, type Kept } from "../core/kept";
import type { Clock, TimeMs } from "../core/ports";
import type { Database } from "../db/client";
import { stretchesOf } from "./history";
import { rateBetween } from "./price";
import { pricesOfAll } from "./store";

/** A price is kept once a minute. */
const MINUTE_MS = 60_000;
/** Of the stretches that a day's rates are drawn by, one an hour is enough for a small line. */
const STRETCHES_A_POINT = 4;
/** The dollar token that prices are counted in. */
export const COUNTED_IN: AssetCode = "USDT-TRC20";

/** What one whole of an asset was worth in the dollar token, about hour by hour, oldest first. */
export type DayPrices = { asset: AssetCode; points: { at: TimeMs; rate: Rate }[] };

/**
 * The last day's prices of all assets that have one, kept in memory for a minute of the clock: the first minute of a new
 * stretch begins them where past rates begin then.
 */
export function createDayPrices({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Kept<DayPrices[]> {
  return createKept(clock, {
    freshMs: MINUTE_MS,
    isByClock: true,
    compute: (at) => readDayPrices(database, at),
  });
}

/** Begins and ends where the past rates of 24 hours do, so that both show the same change. */
async function readDayPrices(database: Database, now: TimeMs): Promise<DayPrices[]> {
  const assets = { assets: ASSET_CODES, counted: COUNTED_IN };
  const prices = await pricesOfAll(database, assets, stretchesOf("24h", now));
  return ASSET_CODES.map((asset) => ({
    asset,
    points: prices
      .filter((past) => past.asset === asset)
      .filter((_, index, { length }) => index % STRETCHES_A_POINT === 0 || index === length - 1)
      .map(({ at, price, countedPrice }) => ({
        at,
        rate: rateBetween({ asset, price }, { asset: COUNTED_IN, price: countedPrice }),
      })),
  })).filter(({ points }) => points.length > 0);
}
