import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { statsWire } from "../../src/routes/stats/view";
import { createStatsReader, windowStart } from "../../src/stats/stats";
import { foldTallies, loadTallies } from "../../src/stats/store";
import { openPlace, type Place } from "./place";

const NOW = Date.parse("2026-03-10T09:30:00.000Z");
const DAY_MS = 86_400_000;

let place: Place;
let now = NOW;
let made = 0;

beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());
beforeEach(async () => {
  now = NOW;
  await place.owner.$client`TRUNCATE order_tallies, heartbeat_hours`;
});

/** The figures as the public process computes them, so that a missing grant shows. */
const service = () =>
  createStatsReader({ database: place.http, clock: { now: () => now }, activeCurrencies: () => 17 });
async function figures() {
  const stats = service();
  await stats.refresh();
  return statsWire(stats.read());
}

type Deposit = { seenAt: number; blockAt: number | null; status: string; childId: string | null };
const deposit = (seenAt: number, more: Partial<Deposit> = {}): Deposit => ({
  seenAt,
  blockAt: null,
  status: "credited",
  childId: null,
  ...more,
});

/** Leads a bare order through phases as the worker would, and leaves it in the last. */
async function lead(
  phases: readonly { state: string; reason?: string; at?: number }[],
  deposits: readonly Deposit[] = [],
): Promise<string> {
  const id = `order-${++made}`;
  const sql = place.worker.$client;
  await sql`
    INSERT INTO orders (id, tracking_code, version, state, terms, body, book, send_asset, created_at, updated_at)
    VALUES (${id}, ${String(100_000_000 + made)}, 1, 'waiting', '{}', '{}', ${`book-${made}`}, 'BTC', now(), now())`;
  for (const phase of phases) {
    const body = JSON.stringify({ phase, deposits });
    await sql`
      UPDATE orders SET version = version + 1, state = ${phase.state}, body = ${body}::text::jsonb,
        updated_at = ${new Date(phase.at ?? now).toISOString()} WHERE id = ${id}`;
  }
  return id;
}
const complete = (seconds: number, at = now) =>
  lead([{ state: "confirming" }, { state: "completed", at }], [deposit(at - seconds * 1000)]);
const refund = (reason: string, state = "action_required", at = now) =>
  lead([{ state, reason }, { state: "refunding" }, { state: "refunded", at }]);

describe("the published figures", () => {
  it("invent nothing where nothing has happened", async () => {
    expect(await figures()).toEqual({
      window: { from: "2026-02-09T00:00:00.000Z", to: "2026-03-10T09:30:00.000Z", days: 30 },
      orders: 0,
      completed: 0,
      successRate: null,
      completionSeconds: null,
      exchangesTotal: 0,
      uptime: null,
      currencies: 17,
      fee: "0.45",
      enough: false,
      targets: { successRate: "99.9", completionSeconds: 600, uptime: "99.9" },
    });
  });

  it("count the whole hours in which every needed process worked, but for the first and the present one", async () => {
    await place.owner.$client`
      INSERT INTO heartbeat_hours (role, hour, minutes, last_minute)
      SELECT role, date_trunc('hour', now()) - hours * interval '1 hour', CASE WHEN role <> 'http' AND hours = 5 THEN 45 ELSE 60 END,
        now()
      FROM unnest(ARRAY['http', 'worker', 'signer']) AS role, generate_series(0, 26) AS hours`;
    // 25 hours, of which two processes lack a quarter of an hour each, perhaps one after the other.
    expect((await figures()).uptime).toBe("98");
  });

  it("count the orders that ended, once each, and know whose fault a refund was", async () => {
    for (const seconds of [40, 40, 75]) await complete(seconds);
    await refund("no_reserve");
    await refund("payout_failed", "hold");
    await refund("late");
    await refund("listed", "hold");
    await lead([{ state: "refunding" }, { state: "refunded" }]);
    await lead([{ state: "failed" }]);
    await lead([{ state: "expired" }]);
    await lead([{ state: "cancelled" }]);
    await lead([{ state: "action_required", reason: "less" }]);
    expect(await figures()).toMatchObject({
      orders: 9,
      completed: 3,
      // Of 3 completed, 1 short of reserve, 1 payout failed, 1 failed.
      successRate: "50",
      completionSeconds: { median: 40, p95: 75 },
      exchangesTotal: 3,
    });
  });

  it("take the last question for the cause of a refund", async () => {
    await lead([
      { state: "action_required", reason: "no_reserve" },
      { state: "exchanging" },
      { state: "action_required", reason: "less" },
      { state: "refunding" },
      { state: "refunded" },
    ]);
    expect(await figures()).toMatchObject({ orders: 1, successRate: null });
  });

  it("do not count an order again that is written on after its end", async () => {
    const id = await complete(40);
    const again = JSON.stringify({ phase: { state: "completed", at: now }, deposits: [] });
    await place.worker.$client`
      UPDATE orders SET version = version + 1, state = 'completed', body = ${again}::text::jsonb WHERE id = ${id}`;
    expect(await figures()).toMatchObject({ orders: 1, completionSeconds: { median: 40, p95: 40 } });
  });
});

describe("the figures of durations and days", () => {
  it("measure from the first sight of a deposit that was credited to this very order", async () => {
    const end = now;
    await lead(
      [{ state: "completed", at: end }],
      [
        deposit(end - 900_000, { status: "gone" }),
        deposit(end - 800_000, { childId: "another" }),
        deposit(end - 30_000),
        // Told from a balance at finality: the block is older than the sight of it.
        deposit(end - 10_000, { blockAt: end - 50_000 }),
      ],
    );
    expect((await figures()).completionSeconds).toEqual({ median: 50, p95: 50 });
  });

  it("keep two digits of a duration, rounded up", async () => {
    const rows: [given: number, kept: number][] = [
      [0, 0],
      [1.2, 2],
      [99, 99],
      [100, 100],
      [101, 110],
      [1_234, 1_300],
      [1_300, 1_300],
      [99_001, 100_000],
      [-5, 0],
    ];
    for (const [given, kept] of rows) {
      await place.owner.$client`TRUNCATE order_tallies, heartbeat_hours`;
      await complete(given);
      expect((await figures()).completionSeconds?.median, String(given)).toBe(kept);
    }
  });

  it("cover 30 days, and all days in the total", async () => {
    await complete(40, Date.parse("2026-02-09T00:00:00.000Z"));
    await complete(40, Date.parse("2026-02-08T23:59:59.999Z"));
    await complete(40, NOW - 400 * DAY_MS);
    expect(await figures()).toMatchObject({ orders: 1, completed: 1, exchangesTotal: 3 });
  });

  it("suffice from the hundredth order on", async () => {
    await Promise.all(Array.from({ length: 99 }, () => complete(40)));
    expect(await figures()).toMatchObject({ orders: 99, enough: false });
    await complete(40);
    expect(await figures()).toMatchObject({ orders: 100, enough: true });
  });

  it("are computed once a minute, however many ask", async () => {
    const stats = service();
    await Promise.all([stats.refresh(), stats.refresh()]);
    const version = stats.version();
    await complete(40);
    now += 59_999;
    await stats.refresh();
    expect([stats.read().orders, stats.version()]).toEqual([0, version]);
    now += 1;
    await stats.refresh();
    expect(stats.read().orders).toBe(1);
    expect(stats.version()).not.toBe(version);
  });
});

describe("tallies", () => {
  it("outlive their orders", async () => {
    const id = await complete(40);
    await place.owner.$client`DELETE FROM orders WHERE id = ${id}`;
    expect(await figures()).toMatchObject({ completed: 1, exchangesTotal: 1 });
  });

  it("are folded to counts when they have left the window, and only then", async () => {
    const old = windowStart(NOW) - 1;
    for (const seconds of [40, 50, 60]) await complete(seconds, old);
    await refund("late", "action_required", old);
    await complete(40, windowStart(NOW));
    await foldTallies(place.worker, windowStart(NOW));
    await complete(70, old);
    await foldTallies(place.worker, windowStart(NOW));
    await foldTallies(place.worker, windowStart(NOW));
    const rows = await place.owner.$client`
      SELECT day::text, state, reason, seconds, orders::int FROM order_tallies ORDER BY day, state`;
    expect(
      rows.map(({ day, state, reason, seconds, orders }) => [day, state, reason, seconds, orders]),
    ).toEqual([
      ["2026-02-08", "completed", null, null, 4],
      ["2026-02-08", "refunded", null, null, 1],
      ["2026-02-09", "completed", null, 40, 1],
    ]);
    expect(await loadTallies(place.http, windowStart(NOW))).toEqual({
      tallies: [{ state: "completed", reason: null, seconds: 40, orders: 1 }],
      completedTotal: 5,
    });
  });

  it("cannot be made up by the public process", async () => {
    const id = await lead([{ state: "confirming" }]);
    const finish = (role: "http" | "admin") =>
      place[role].$client`UPDATE orders SET version = version + 1, state = 'completed' WHERE id = ${id}`;
    for (const role of ["http", "admin"] as const)
      await expect(finish(role)).rejects.toThrow("only the worker says what becomes of an order");
  });
});
