import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AssetCode } from "../../src/core/assets";
import { silentNotifier } from "../../src/db/notifications";
import { trustedTime } from "../../src/health/time-watch";
import { keepHouse } from "../../src/housekeeping";
import { createDayPrices } from "../../src/market/day-prices";
import { type HistoryRange, readRateHistory } from "../../src/market/history";
import { PRICE_SCALE } from "../../src/market/price";
import { savePrices } from "../../src/market/store";
import { dayPricesWire, rateHistoryWire } from "../../src/routes/market/view";
import { openPlace, type Place } from "./place";

const NOW = Date.parse("2026-03-10T09:37:30.000Z");
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let place: Place;
const clock = { now: () => NOW };

beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());
beforeEach(async () => {
  await place.owner.$client`TRUNCATE price_history, current_prices`;
});

/** Whole USDT a coin, as the worker's ticker writes it. */
const price = (asset: AssetCode, usdt: number, at: number) =>
  savePrices(place.worker, {
    prices: [{ asset, priceScaled: BigInt(usdt) * PRICE_SCALE, pausedReason: null }],
    at,
  });

async function history(from: string, to: string, range: HistoryRange = "24h") {
  const answer = await readRateHistory({ database: place.http, clock }, { from, to, range });
  if (!answer.ok) throw new Error(answer.error.code);
  return rateHistoryWire(answer.value);
}

describe("past rates", () => {
  it("are the last of each stretch, crossed, oldest first", async () => {
    const stretch = Date.parse("2026-03-10T09:15:00.000Z");
    for (const [minutes, btc] of [
      [0, 50_000],
      [14, 60_000],
      [15, 61_000],
      [22, 66_000],
    ] as const) {
      await price("BTC", btc, stretch + minutes * MINUTE_MS);
      await price("ETH", 3_000, stretch + minutes * MINUTE_MS);
    }
    expect(await history("btc", "eth")).toEqual({
      from: "BTC",
      to: "ETH",
      range: "24h",
      points: [
        { at: "2026-03-10T09:29:00.000Z", rate: "20" },
        { at: "2026-03-10T09:37:00.000Z", rate: "22" },
      ],
    });
    expect((await history("ETH", "BTC")).points[0]?.rate).toBe("0.05");
  });

  it("need both prices of one minute", async () => {
    await price("BTC", 60_000, NOW - 3 * MINUTE_MS);
    await price("ETH", 3_000, NOW - 3 * MINUTE_MS);
    await price("BTC", 90_000, NOW - MINUTE_MS);
    await price("LTC", 80, NOW - MINUTE_MS);
    expect((await history("BTC", "ETH")).points).toEqual([{ at: "2026-03-10T09:34:00.000Z", rate: "20" }]);
    expect((await history("ETH", "LTC")).points).toEqual([]);
  });

  it("are 1 for the same currency, and none where nothing was kept", async () => {
    await price("BTC", 60_000, NOW);
    expect((await history("BTC", "xbt")).points).toEqual([{ at: "2026-03-10T09:37:00.000Z", rate: "1" }]);
    expect((await history("BTC", "ADA")).points).toEqual([]);
  });

  it("refuse an unknown currency", async () => {
    const ask = (from: string, to: string) =>
      readRateHistory({ database: place.http, clock }, { from, to, range: "24h" });
    expect(await ask("NOPE", "BTC")).toMatchObject({ error: { code: "currency/unknown", pointer: "/from" } });
    expect(await ask("BTC", "constructor")).toMatchObject({
      error: { code: "currency/unknown", pointer: "/to" },
    });
  });

  it.each<[HistoryRange, number, number]>([
    ["24h", 96, 15 * MINUTE_MS],
    ["7d", 84, 2 * HOUR_MS],
    ["30d", 90, 8 * HOUR_MS],
  ])("cover %s with %i points, also after housekeeping", async (range, count, lengthMs) => {
    await place.owner.$client`
      INSERT INTO price_history (asset, minute, price_scaled)
      SELECT asset, minute, 1000000000000 FROM unnest(ARRAY['BTC', 'ETH']) AS asset,
        generate_series(${new Date(NOW - 31 * DAY_MS).toISOString()}::timestamptz, ${new Date(NOW).toISOString()}::timestamptz, '5 min') AS minute`;
    await keepHouse({
      time: trustedTime,
      database: place.worker,
      notifier: silentNotifier,
      log: pino({ level: "silent" }),
      clock,
      retentionMs: DAY_MS,
      mixRetentionMs: DAY_MS,
    });
    const { points } = await history("BTC", "ETH", range);
    expect(points).toHaveLength(count);
    const times = points.map(({ at }) => Date.parse(at));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(new Set(times.map((at) => Math.floor(at / lengthMs))).size).toBe(count);
    expect(NOW - Math.min(...times)).toBeLessThanOrEqual(count * lengthMs);
    expect(NOW - Math.max(...times)).toBeLessThanOrEqual(5 * MINUTE_MS);
  });
});

describe("the last day's prices", () => {
  const day = async () => {
    const kept = createDayPrices({ database: place.http, clock });
    await kept.refresh();
    return kept.read().map(dayPricesWire);
  };

  it("are every fourth of the past rates and the last one, in the dollar token, of every asset", async () => {
    const at = (minutesAgo: number) => NOW - minutesAgo * MINUTE_MS;
    for (let quarter = 0; quarter < 6; quarter += 1) {
      await price("BTC", 60_000 + quarter, at(90 - quarter * 15));
      await price("USDT-TRC20", 2, at(90 - quarter * 15));
    }
    await price("ETH", 3_000, at(15));
    const btc = await history("BTC", "USDT-TRC20");
    expect(btc.points).toHaveLength(6);
    const [first, , , , fifth, last] = btc.points.map(({ at: time, rate }) => ({ at: time, price: rate }));
    expect(await day()).toEqual([
      { currency: "BTC", points: [first, fifth, last] },
      {
        currency: "ETH",
        points: [{ at: new Date(at(15)).toISOString().replace("30.000Z", "00.000Z"), price: "1500" }],
      },
      { currency: "USDT-TRC20", points: [first, fifth, last].map((point) => ({ ...point, price: "1" })) },
    ]);
  });

  it("leave out what is older, and minutes in which the dollar token has no price", async () => {
    await price("BTC", 50_000, NOW - 25 * HOUR_MS);
    await price("USDT-TRC20", 1, NOW - 25 * HOUR_MS);
    await price("BTC", 60_000, NOW);
    expect(await day()).toEqual([]);
  });
});
