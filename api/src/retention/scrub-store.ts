import { type SQL, sql } from "drizzle-orm";
import type { TimeMs } from "../core/ports";
import type { Database, Tx } from "../db/client";
import { liftDeadline, transaction } from "../db/transaction";

/** The tables of which something was deleted since they were rewritten last. */
export type Traces = { tables: string[]; isBegun: boolean };

/**
 * What is to be scrubbed now: nothing before the oldest deletion is `afterMs` ago, by the database's clock, and whatever a run
 * that did not come to its end has left. Undefined where nothing is.
 */
export async function readTraces(tx: Tx, afterMs: number): Promise<Traces | undefined> {
  const [row] = await tx.execute<{ tables: string[] | null; due: boolean | null; begun: boolean }>(sql`
    SELECT array_agg(DISTINCT of_table ORDER BY of_table) AS tables,
      min(since) <= now() - ${afterMs} * interval '1 ms' AS due,
      EXISTS (SELECT 1 FROM scrubs WHERE rewritten_at IS NULL) AS begun
    FROM traces`);
  if (row === undefined || !(row.begun || row.due)) return undefined;
  return { tables: row.tables ?? [], isBegun: row.begun };
}

/** Notes a run before its first rewrite, so that one that a crash ends is brought to its end. */
export async function beginScrub(tx: Tx): Promise<void> {
  await tx.execute(
    sql`INSERT INTO scrubs (since, until) SELECT min(since), now() FROM traces HAVING min(since) IS NOT NULL`,
  );
}

/** Notes that all tables are rewritten, with the place that the log has reached; forgets runs of more than a month ago. */
export async function endScrub(tx: Tx): Promise<void> {
  await tx.execute(sql`
    UPDATE scrubs SET rewritten_at = clock_timestamp(), wal = pg_current_wal_insert_lsn() WHERE rewritten_at IS NULL`);
  await tx.execute(sql`DELETE FROM scrubs WHERE proved_at < now() - interval '30 days'`);
}

/** Rewrites a table; throws 55P03 where it, or what reads one moment, was not free within three seconds. */
export async function scrubTable(database: Database, table: string): Promise<void> {
  await untimed(database, sql`SELECT scrub(${table})`);
}

/** Has the planner sample again what was rewritten; throws 55P03 where a table was not free within three seconds. */
export async function sampleTables(database: Database): Promise<void> {
  await untimed(database, sql`SELECT sample()`);
}

/** A large table takes longer than a transaction of the service may. */
async function untimed(database: Database, statement: SQL): Promise<void> {
  await transaction(database, async (tx) => {
    await liftDeadline(tx);
    await tx.execute(statement);
  });
}

/**
 * Looks whether the log from before the last rewrites is gone: the last checkpoint began in a later file, and no setting of the
 * server keeps the files before that. Returns how many runs are proved by it.
 */
export async function proveScrubs(tx: Tx): Promise<number> {
  // By a statement of its own: a checkpoint is made only where something was written.
  await tx.execute(sql`UPDATE scrubs SET looked_at = clock_timestamp() WHERE proved_at IS NULL`);
  const proved = await tx.execute(sql`
    UPDATE scrubs SET proved_at = clock_timestamp() FROM pg_control_checkpoint() AS made
    WHERE proved_at IS NULL AND statistics_at IS NOT NULL AND made.redo_wal_file > pg_walfile_name(wal) AND ${LOG_GOES} RETURNING id`);
  return proved.length;
}

/** Whether PostgreSQL removes the files of its log that it does not need any more. */
const LOG_GOES = sql`current_setting('wal_recycle') = 'off' AND current_setting('archive_mode') = 'off'
  AND current_setting('wal_keep_size') = '0' AND NOT EXISTS (SELECT 1 FROM pg_replication_slots)`;

/** How far deletions are on their way to the disk. */
export type DiskState = {
  /** For how long the oldest deletion has waited that is not proved to be gone; null where none waits. */
  waitsMs: number | null;
  /** What was deleted until then was gone at `provedAt`; null while nothing is proved. */
  last: { until: TimeMs; provedAt: TimeMs } | null;
};

/** Reads how far deletions are; where the server keeps its log (`readServerFaults`), rewritten tables and statistics count as proved. */
export async function readDiskState(tx: Tx): Promise<DiskState> {
  const [row] = await tx.execute<{ waits: string | null; until: string | null; proved: string | null }>(sql`
    SELECT (extract(epoch FROM now() - least((SELECT min(since) FROM traces),
        (SELECT min(since) FROM scrubs WHERE statistics_at IS NULL OR (proved_at IS NULL AND ${LOG_GOES})))) * 1000)::bigint AS waits,
      to_json(last.until)#>>'{}' AS until, to_json(last.proved_at)#>>'{}' AS proved
    FROM (VALUES (1)) AS one LEFT JOIN LATERAL
      (SELECT until, proved_at FROM scrubs WHERE proved_at IS NOT NULL ORDER BY id DESC LIMIT 1) AS last ON true`);
  const { waits = null, until = null, proved = null } = row ?? {};
  return {
    waitsMs: waits === null ? null : Number(waits),
    last:
      until === null || proved === null ? null : { until: Date.parse(until), provedAt: Date.parse(proved) },
  };
}
