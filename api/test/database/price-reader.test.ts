import { afterAll, beforeAll, expect, it } from "vitest";
import { closeDatabase, type Database, openDatabase } from "../../src/db/client";
import { createPriceReader } from "../../src/market/price-reader";
import { loginUrl } from "../postgres/logins";
import { openPlace, type Place } from "./place";

let place: Place;
let http: Database;

beforeAll(async () => {
  place = await openPlace();
  // A connection for each of the reader's statements: none waits behind another.
  http = openDatabase({ url: loginUrl(place.url, "http"), role: "http", connectionsMax: 8 });
});
afterAll(async () => {
  await closeDatabase(http);
  await place.close();
});

it("reads again what changed while a reading was under way", async () => {
  const clock = { now: () => 1_767_268_800_000 };
  const reader = createPriceReader({ database: http, assets: new Set(["LTC"]), clock });
  const sql = place.owner.$client;
  const waiting = async (): Promise<number> => {
    const [row] = await sql<{ n: number }[]>`
      SELECT count(*)::int AS n FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
      WHERE c.relname = 'network_fees' AND NOT l.granted`;
    return row?.n ?? 0;
  };
  const { all } = await sql.begin(async (tx) => {
    await tx`LOCK TABLE network_fees IN ACCESS EXCLUSIVE MODE`;
    const first = reader.refresh();
    await expect.poll(waiting, { timeout: 60_000 }).toBe(1);
    // The switches were read before: a connection of the pool has had nothing else to do.
    await expect.poll(idle, { timeout: 60_000 }).toBeGreaterThan(0);
    await sql`INSERT INTO admin_switches (name, paused, reason, turned_at) VALUES ('asset:LTC', true, 'A test.', now())`;
    // Wrapped, because the driver waits for an array of promises before it commits.
    return { all: [first, reader.refresh(), reader.refresh()] as const };
  });
  const [first, second, third] = await Promise.all(all);
  expect(first.paused.size).toBe(0);
  expect([...second.paused]).toEqual(["LTC"]);
  expect(third).toBe(second);
  expect(reader.current()).toBe(second);

  async function idle(): Promise<number> {
    const [row] = await sql<{ n: number }[]>`
      SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database()
        AND application_name = 'sotto_http' AND state = 'idle' AND query ILIKE '%admin_switches%'`;
    return row?.n ?? 0;
  }
});
