import { afterAll, beforeAll, expect, it } from "vitest";
import { closeDatabase, type Database, openDatabase } from "../../src/db/client";
import { createPriceReader } from "../../src/market/price-reader";
import { loginUrl } from "../postgres/logins";
import { openPlace, type Place } from "./place";

let place: Place;
let http: Database;

beforeAll(async () => {
  place = await openPlace();
  http = openDatabase({ url: loginUrl(place.url, "http"), role: "http" });
});
afterAll(async () => {
  await closeDatabase(http);
  await place.close();
});

it("reads again what changed while a reading was under way", async () => {
  const clock = { now: () => 1_767_268_800_000 };
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let readings = 0;
  // The database's answer to the first reading is there, and has not come yet.
  const execute: Database["execute"] = (query) =>
    http.execute(query).then(async (rows) => {
      if (++readings === 1) await held;
      return rows;
    }) as never;
  const slow: Database = Object.assign(Object.create(http), { execute });
  const reader = createPriceReader({ database: slow, assets: new Set(["LTC"]), clock });
  const first = reader.refresh();
  await expect.poll(() => readings, { timeout: 60_000 }).toBe(1);
  const sql = place.owner.$client;
  await sql`INSERT INTO admin_switches (name, paused, reason, turned_at) VALUES ('asset:LTC', true, 'A test.', now())`;
  const [second, third] = [reader.refresh(), reader.refresh()];
  release();
  expect((await first).paused.size).toBe(0);
  expect([...(await second).paused]).toEqual(["LTC"]);
  expect(await third).toBe(await second);
  expect(reader.current()).toBe(await second);
  expect(readings).toBe(2);
});

it("pauses the native coin of a chain on which it waits, and not its tokens", async () => {
  const clock = { now: () => 1_767_268_800_000 };
  const reader = createPriceReader({ database: http, assets: new Set(["ETH", "USDT-ERC20"]), clock });
  await place.owner.$client`
    INSERT INTO chain_cursors (chain, height, hash, tip_height, answered_at, reason) VALUES ('ethereum', 5, 'h5', 5, now(), 'ETH waits')`;
  const waiting = await reader.refresh();
  expect([
    waiting.chains.has("ethereum"),
    waiting.paused.has("ETH"),
    waiting.paused.has("USDT-ERC20"),
  ]).toEqual([true, true, false]);
  await place.owner.$client`UPDATE chain_cursors SET reason = NULL`;
  expect((await reader.refresh()).paused.has("ETH")).toBe(false);
});
