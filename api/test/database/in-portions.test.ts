import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deleteOldPrices } from "../../src/market/store";
import { openPlace, type Place } from "./place";

const NOW = Date.parse("2026-03-20T12:00:00.000Z");
const MINUTE_MS = 60_000;

let place: Place;
beforeEach(async () => {
  place = await openPlace();
});
afterEach(() => place.close());

describe("deleting in portions", () => {
  it("deletes all that is due, also where that is many statements' worth, and nothing else", async () => {
    const { $client } = place.owner;
    await $client`TRUNCATE price_history`;
    await $client`
      INSERT INTO price_history (asset, minute, price_scaled)
      SELECT asset, ${new Date(NOW).toISOString()}::timestamptz - n * interval '1 minute', 1
      FROM generate_series(0, 1999) AS n, unnest(ARRAY['BTC', 'ETH']) AS asset`;
    await deleteOldPrices(place.worker, NOW - 9 * MINUTE_MS);
    const left = await $client<{ asset: string; count: number }[]>`
      SELECT asset, count(*)::int AS count FROM price_history GROUP BY asset ORDER BY asset`;
    expect([...left]).toEqual([
      { asset: "BTC", count: 10 },
      { asset: "ETH", count: 10 },
    ]);
  });
});
