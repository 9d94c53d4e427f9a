import { count, sql } from "drizzle-orm";
import { dayOf } from "../core/instant";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { loans } from "../loans/store";
import { orders } from "../orders/store/store";

const OPEN = sql.raw("ended_as IS NULL");

/** Orders that have not ended, by state; by the partial index of those alone. */
export async function openOrdersByState(tx: Tx): Promise<{ state: string; count: number }[]> {
  const { state } = orders;
  return tx.select({ state, count: count() }).from(orders).where(OPEN).groupBy(state).orderBy(state);
}

/** Orders that wait for a person, by reason. */
export async function stuckOrdersByReason(tx: Tx): Promise<{ reason: string; count: number }[]> {
  const rows = await tx.execute<{ reason: string; count: string }>(sql`
    SELECT coalesce(asked_reason, state) AS reason, count(*) AS count FROM orders
    WHERE ${OPEN} AND state IN ('hold', 'action_required') GROUP BY 1 ORDER BY 2 DESC, 1`);
  return rows.map(({ reason, count }) => ({ reason, count: Number(count) }));
}

export type DayCounts = { day: string; completed: number; refunded: number; failed: number };

/** Ended orders of each day of a window, the quiet days too; oldest first. */
export async function endedOrdersByDay(tx: Tx, window: { from: TimeMs; to: TimeMs }): Promise<DayCounts[]> {
  const rows = await tx.execute<Record<keyof DayCounts, string>>(sql`
    SELECT to_char(d.day, 'YYYY-MM-DD') AS day,
      coalesce(sum(t.orders) FILTER (WHERE t.state = 'completed'), 0) AS completed,
      coalesce(sum(t.orders) FILTER (WHERE t.state = 'refunded'), 0) AS refunded,
      coalesce(sum(t.orders) FILTER (WHERE t.state = 'failed'), 0) AS failed
    FROM generate_series(${dayOf(window.from)}::date, ${dayOf(window.to)}::date, interval '1 day') AS d (day)
    LEFT JOIN order_tallies t ON t.day = d.day::date GROUP BY d.day ORDER BY d.day`);
  return rows.map((row) => ({
    day: row.day,
    completed: Number(row.completed),
    refunded: Number(row.refunded),
    failed: Number(row.failed),
  }));
}

/** What lies on deposit addresses, by asset; as the ledger has it. */
export async function unsweptByAsset(tx: Tx): Promise<Map<string, bigint>> {
  const rows = await tx.execute<{ asset: string; balance: string }>(
    sql`SELECT asset, normal * balance AS balance FROM ledger_accounts WHERE account = 'unswept'`,
  );
  return new Map(rows.map(({ asset, balance }) => [asset, BigInt(balance)]));
}

/** Loans are never forgotten: counted by their index alone. */
export async function loansByStatus(tx: Tx): Promise<{ status: string; count: number }[]> {
  const { status } = loans;
  return tx.select({ status, count: count() }).from(loans).groupBy(status).orderBy(status);
}
