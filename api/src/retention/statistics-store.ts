import { sql } from "drizzle-orm";
import type { Database, Tx } from "../db/client";
import { isLockMissed } from "../db/transaction";

/** Whether tables were rewritten after a deletion whose values the planner's statistics may still hold. */
export async function areStatisticsDue(tx: Tx): Promise<boolean> {
  const [row] = await tx.execute<{ due: boolean }>(
    sql`SELECT EXISTS (SELECT 1 FROM scrubs WHERE rewritten_at IS NOT NULL AND statistics_at IS NULL) AS due`,
  );
  return row?.due === true;
}

/**
 * Rewrites the file of the planner's statistics, which the owner of a database may do and no other login of the service. Returns
 * whether it holds only what is there: not where the owner of the tables is not that of the database, nor where the statistics
 * were in use for three seconds, nor while an older transaction could still see what was there before.
 */
export async function rewriteStatistics(owner: Database): Promise<boolean> {
  // What was rewritten before this began is what it is for.
  const runs = await owner.execute<{ id: string }>(
    sql`SELECT id FROM scrubs WHERE rewritten_at IS NOT NULL AND statistics_at IS NULL`,
  );
  const before = await statisticsFile(owner);
  await owner.execute(sql`SET lock_timeout = '3s'`);
  try {
    await owner.execute(sql`VACUUM FULL pg_catalog.pg_statistic`);
  } catch (error) {
    if (isLockMissed(error)) return false;
    throw error;
  }
  // Counts what it has to leave.
  await owner.execute(sql`VACUUM pg_catalog.pg_statistic`);
  const after = await statisticsFile(owner);
  if (after.file === before.file || after.dead > 0) return false;
  for (const { id } of runs)
    await owner.execute(
      sql`UPDATE scrubs SET statistics_at = clock_timestamp(), wal = pg_current_wal_insert_lsn() WHERE id = ${id}`,
    );
  return true;
}

/** Where the statistics are, and how many rows there are dead. */
async function statisticsFile(tx: Tx): Promise<{ file: string; dead: number }> {
  const [row] = await tx.execute<{ file: string; dead: string }>(sql`
    SELECT pg_relation_filepath('pg_catalog.pg_statistic') AS file,
      (SELECT n_dead_tup FROM pg_stat_sys_tables WHERE relid = 'pg_catalog.pg_statistic'::regclass) AS dead`);
  if (row === undefined) throw new Error("the planner's statistics are not there");
  return { file: row.file, dead: Number(row.dead) };
}
