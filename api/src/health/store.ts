import { sql } from "drizzle-orm";
import type { Tx } from "../db/client";

/** The last sign of a process. */
export type Beat = { role: string; agoMs: number; clockOffMs: number };

/** The database's clock, in ms since the epoch. */
export async function readDatabaseClock(tx: Tx): Promise<number> {
  const [row] = await tx.execute<{ ms: string }>(
    sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms`,
  );
  return Number(row?.ms);
}

/** Notes that a process works, and the minute as one in which its role did. */
export async function saveBeat(
  tx: Tx,
  { process, clockOffMs }: { process: string; clockOffMs: number },
): Promise<void> {
  await tx.execute(sql`
    WITH beat AS (
      INSERT INTO heartbeats (process, clock_off_ms) VALUES (${process}, ${clockOffMs})
      ON CONFLICT (process) DO UPDATE SET beat_at = now(), clock_off_ms = excluded.clock_off_ms)
    INSERT INTO heartbeat_hours (hour, minutes, last_minute)
    SELECT date_trunc('hour', now()), 1, date_trunc('minute', now())
    WHERE NOT EXISTS (SELECT 1 FROM heartbeat_hours WHERE role = substring(current_user FROM '[a-z]+$')
      AND hour = date_trunc('hour', now()) AND last_minute >= date_trunc('minute', now()))
    ON CONFLICT (role, hour) DO UPDATE SET minutes = heartbeat_hours.minutes + 1, last_minute = excluded.last_minute
    WHERE heartbeat_hours.last_minute < excluded.last_minute`);
}

/** Forgets a process that ended, and those that were not heard from for a day. */
export async function deleteBeat(tx: Tx, process: string): Promise<void> {
  await tx.execute(
    sql`DELETE FROM heartbeats WHERE process = ${process} OR beat_at < now() - interval '1 day'`,
  );
}

/** The last signs of all processes that were heard from within an hour. */
export async function readBeats(tx: Tx): Promise<Beat[]> {
  const rows = await tx.execute<{ role: string; ago: string; off: string }>(sql`
    SELECT role, (extract(epoch FROM now() - beat_at) * 1000)::bigint AS ago, clock_off_ms AS off
    FROM heartbeats WHERE beat_at > now() - interval '1 hour' ORDER BY beat_at DESC`);
  return rows.map(({ role, ago, off }) => ({ role, agoMs: Number(ago), clockOffMs: Number(off) }));
}

/** How many steps of the schema the database has. */
export async function countMigrations(tx: Tx): Promise<number> {
  const [row] = await tx.execute<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM migrations.applied`,
  );
  return row?.count ?? 0;
}
