import { eq, gte, sql, sum } from "drizzle-orm";
import { bigint, date, integer, pgTable, text } from "drizzle-orm/pg-core";
import { dayOf, isoOf } from "../core/instant";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { textArray } from "../db/text-array";
import type { Tally } from "./figures";

const orderTallies = pgTable("order_tallies", {
  day: date("day").notNull(),
  state: text("state").$type<Tally["state"]>().notNull(),
  reason: text("reason"),
  seconds: integer("seconds"),
  orders: bigint("orders", { mode: "number" }).notNull(),
});

/**
 * Finished orders since the day of `from`, and the count of all ever completed. The tallies are kept by a trigger as
 * orders end, so that this costs the same with a million orders as with ten thousand: a day has some 300 rows at most
 * (one a duration of two significant digits, one a reason), the 30 days come by the index, and each older day is one row
 * an outcome. With a million orders in the window and 11 folded years: 5 ms, once a minute a process; the orders
 * themselves took 11 s to ask.
 */
export async function loadTallies(
  tx: Tx,
  from: TimeMs,
): Promise<{ tallies: Tally[]; completedTotal: number }> {
  const { state, reason, seconds } = orderTallies;
  const orders = sum(orderTallies.orders).mapWith(Number);
  const [tallies, [total]] = await Promise.all([
    tx
      .select({ state, reason, seconds, orders })
      .from(orderTallies)
      .where(gte(orderTallies.day, dayOf(from)))
      .groupBy(state, reason, seconds),
    tx.select({ orders }).from(orderTallies).where(eq(state, "completed")),
  ]);
  return { tallies, completedTotal: total?.orders ?? 0 };
}

/** Roles without one of which no order can be made or carried out. */
const NEEDED_ROLES = ["http", "worker", "signer"];

/**
 * In how many minutes of the whole hours since `from` every needed role worked, and how many minutes those hours have.
 * Neither the hour of the first sign of life counts, nor the current one: both are known in part only.
 */
export async function loadUptime(tx: Tx, from: TimeMs): Promise<{ upMinutes: number; minutes: number }> {
  const [row] = await tx.execute<{ up: string; minutes: string }>(sql`
    WITH began AS (
      SELECT max(first.hour) AS hour FROM unnest(${textArray(NEEDED_ROLES)}::text[]) AS needed (role),
        LATERAL (SELECT min(hour) AS hour FROM heartbeat_hours AS beats WHERE beats.role = needed.role) AS first
      HAVING count(first.hour) = ${NEEDED_ROLES.length}::int
    ), hours AS (
      SELECT hour, greatest(60 - sum(60 - minutes), 0) AS up FROM heartbeat_hours
      WHERE role = ANY(${textArray(NEEDED_ROLES)}::text[]) AND hour >= ${isoOf(from)}::timestamptz
      GROUP BY hour HAVING count(*) = ${NEEDED_ROLES.length}::int
    ), known AS (
      SELECT greatest(hour + interval '1 hour', ${isoOf(from)}::timestamptz) AS first, date_trunc('hour', now()) AS past FROM began
    )
    SELECT coalesce(sum(hours.up), 0)::text AS up,
      coalesce(greatest(extract(epoch FROM known.past - known.first) / 60, 0), 0)::bigint::text AS minutes
    FROM known LEFT JOIN hours ON hours.hour >= known.first AND hours.hour < known.past
    GROUP BY known.first, known.past`);
  return { upMinutes: Number(row?.up ?? 0), minutes: Number(row?.minutes ?? 0) };
}

/** Makes one row a day and outcome of the tallies before the day of `before`: beyond the window only counts are asked for. */
export async function foldTallies(tx: Tx, before: TimeMs): Promise<void> {
  await tx.execute(sql`
    WITH old AS (
      DELETE FROM order_tallies WHERE day < ${dayOf(before)}::date AND (reason IS NOT NULL OR seconds IS NOT NULL)
      RETURNING day, state, orders
    )
    INSERT INTO order_tallies AS tally (day, state, orders)
    SELECT day, state, sum(orders) FROM old GROUP BY day, state
    ON CONFLICT (day, state, reason, seconds) DO UPDATE SET orders = tally.orders + EXCLUDED.orders`);
}
