import { asc, gte, lt, sql } from "drizzle-orm";
import { integer, pgTable } from "drizzle-orm/pg-core";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { timeMs } from "../db/columns";

const adminLoginFailures = pgTable("admin_login_failures", {
  hour: timeMs("hour").primaryKey(),
  count: integer("count").notNull(),
});

const HOUR_MS = 3_600_000;
const KEPT_MS = 90 * 24 * HOUR_MS;

/** Failed logins under names that no account has, of one hour. */
export type LoginFailures = { hour: TimeMs; count: number };

/** Counts a failed login under a name that no account has. */
export async function countLoginFailure(tx: Tx, now: TimeMs): Promise<void> {
  const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
  await tx
    .insert(adminLoginFailures)
    .values({ hour, count: 1 })
    .onConflictDoUpdate({
      target: adminLoginFailures.hour,
      set: { count: sql`${adminLoginFailures.count} + 1` },
    });
  await tx.delete(adminLoginFailures).where(lt(adminLoginFailures.hour, now - KEPT_MS));
}

/** The hours with failures since then, oldest first. */
export async function loginFailuresSince(tx: Tx, from: TimeMs): Promise<LoginFailures[]> {
  return tx
    .select()
    .from(adminLoginFailures)
    .where(gte(adminLoginFailures.hour, from))
    .orderBy(asc(adminLoginFailures.hour));
}
