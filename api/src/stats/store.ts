import { sql } from "drizzle-orm";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import type { Tally } from "./figures";

const day = (at: TimeMs): string => new Date(at).toISOString().slice(0, 10);

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
  const [tallies, totals] = await Promise.all([
    tx.execute<{ state: Tally["state"]; reason: string | null; seconds: number | null; orders: string }>(sql`
      SELECT state, reason, seconds, sum(orders) AS orders FROM order_tallies WHERE day >= ${day(from)}::date
      GROUP BY state, reason, seconds`),
    tx.execute<{ orders: string }>(
      sql`SELECT coalesce(sum(orders), 0) AS orders FROM order_tallies WHERE state = 'completed'`,
    ),
  ]);
  return {
    tallies: tallies.map(({ state, reason, seconds, orders }) => ({
      state,
      reason,
      seconds,
      orders: Number(orders),
    })),
    completedTotal: Number(totals[0]?.orders ?? 0),
  };
}

/** Makes one row a day and outcome of the tallies before the day of `before`: beyond the window only counts are asked for. */
export async function foldTallies(tx: Tx, before: TimeMs): Promise<void> {
  await tx.execute(sql`
    WITH old AS (
      DELETE FROM order_tallies WHERE day < ${day(before)}::date AND (reason IS NOT NULL OR seconds IS NOT NULL)
      RETURNING day, state, orders
    )
    INSERT INTO order_tallies AS tally (day, state, orders)
    SELECT day, state, sum(orders) FROM old GROUP BY day, state
    ON CONFLICT (day, state, reason, seconds) DO UPDATE SET orders = tally.orders + EXCLUDED.orders`);
}
