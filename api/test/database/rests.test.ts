import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { ALL, createNotifier } from "../../src/db/notifications";
import { nextDueAt } from "../../src/orders/store/store";
import { nextCommandAt } from "../../src/outbox/store";
import { chainsAtWork } from "../../src/payouts/due-store";
import { insertOrderRow, ORDER_ROW, openPlace, type Place } from "./place";

const NOW = Date.parse("2026-03-10T09:30:00.000Z");
const at = (ms: number): string => new Date(NOW + ms).toISOString();

let place: Place;

beforeAll(async () => {
  place = await openPlace();
  await insertOrderRow(place.owner);
});
afterEach(() => place.owner.$client`DELETE FROM outbox`);
afterAll(() => place.close());

const queue = (key: string, kind: string, ms: number) => place.owner.$client`
  INSERT INTO outbox (key, kind, order_id, payload, created_at, next_attempt_at)
  VALUES (${key}, ${kind}, ${ORDER_ROW.id}, '{}', now(), ${at(ms)})`;

it("the outbox rests until its next command, of those that may be taken up", async () => {
  expect(await nextCommandAt(place.worker)).toBe(null);
  await queue("later", "mix", 9_000);
  await queue("first", "send_leg", 4_000);
  expect(await nextCommandAt(place.worker)).toBe(NOW + 4_000);
  await place.owner
    .$client`INSERT INTO admin_switches (name, paused, reason, turned_at) VALUES ('payouts', true, 'A test.', now())`;
  expect(await nextCommandAt(place.worker)).toBe(NOW + 9_000);
  await place.owner.$client`UPDATE outbox SET done_at = now() WHERE key = 'later'`;
  expect(await nextCommandAt(place.worker)).toBe(null);
});

it("the timers rest until the next order's", async () => {
  expect(await nextDueAt(place.worker)).toBe(null);
  await insertOrderRow(place.owner, { id: "order-2", trackingCode: "100000002", book: "book-2" });
  await place.owner
    .$client`UPDATE orders SET version = version + 1, next_timer_at = ${at(7_000)} WHERE id = 'order-2'`;
  await place.owner
    .$client`UPDATE orders SET version = version + 1, next_timer_at = ${at(8_000)} WHERE id = ${ORDER_ROW.id}`;
  expect(await nextDueAt(place.worker)).toBe(NOW + 7_000);
});

it("one statement names the chains on which something is under way", async () => {
  const sql = place.owner.$client;
  const atWork = async (now = NOW) => (await chainsAtWork(place.worker, now)).sort();
  await sql`INSERT INTO chain_cursors (chain, height, hash, tip_height, status, answered_at)
    VALUES ('bitcoin', 1, 'h', 1, 'ok', now()), ('solana', 1, 'h', 1, 'ok', now())`;
  expect(await atWork()).toEqual([]);
  await sql`UPDATE chain_cursors SET status = 'unavailable' WHERE chain = 'solana'`;
  await sql`INSERT INTO deposits (id, chain, tx_id, ordinal, asset, address, units, kind, state, required, first_seen_at)
    VALUES ('d', 'bitcoin', 't', 0, 'BTC', 'a', 1, 'unallocated', 'seen', 1, now())`;
  await sql`INSERT INTO payout_attempts (kind, chain, asset, destination, units, fee_units_max, raw, tx_id, state, next_check_at, created_at)
    VALUES ('consolidation', 'litecoin', 'LTC', 'hot', 5, 1, 'r', 'ours', 'sent', ${at(1_000)}, now())`;
  expect(await atWork()).toEqual(["bitcoin", "solana"]);
  expect(await atWork(NOW + 1_000)).toEqual(["bitcoin", "litecoin", "solana"]);
});

it("everything is woken when a connection that listens is there again", async () => {
  const notifier = await createNotifier(place.worker.$client);
  const heard = vi.fn();
  notifier.onWake(heard);
  const listeners = () => place.worker.$client<{ pid: number; gone: boolean }[]>`
    SELECT pid, pg_terminate_backend(pid) AS gone FROM pg_stat_activity
    WHERE datname = current_database() AND query ILIKE 'listen%'`;
  expect(await listeners()).toHaveLength(1);
  await expect.poll(() => heard.mock.calls, { timeout: 20_000 }).toContainEqual([ALL]);
  heard.mockClear();
  // Of another connection: it is heard again.
  const other = await createNotifier(place.http.$client);
  other.wake("market");
  await expect.poll(() => heard.mock.calls, { timeout: 20_000 }).toContainEqual(["market"]);
  await Promise.all([notifier.close(), other.close()]);
});
