import postgres, { type Sql } from "postgres";
import { startEmbedded } from "../src/db/embedded";

/** What PostgreSQL has counted of a statement that one login sends; times in milliseconds. */
export type Statement = { login: string; text: string; calls: number; meanMs: number; maxMs: number };

/** Restarts a new cluster once with the library that counts statements, where this PostgreSQL has it. */
export async function preloadStatistics(dataDir: string): Promise<void> {
  const database = await startEmbedded({ dataDir, log: () => {} });
  const superuser = postgres(database.superuserUrlOf("sotto"), { max: 1 });
  if (await isAvailable(superuser))
    await superuser`ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`;
  await superuser.end();
  await database.stop();
}

/** Whether statements are counted from now on. */
export async function createStatistics(superuser: Sql): Promise<boolean> {
  if (!(await isAvailable(superuser))) return false;
  await superuser`CREATE EXTENSION pg_stat_statements`;
  return true;
}

export async function resetStatistics(superuser: Sql): Promise<void> {
  await superuser`SELECT pg_stat_statements_reset()`;
}

/** What was counted since the last reset, the most frequent statements first. */
export const statementsOf = (superuser: Sql): Promise<Statement[]> =>
  superuser<Statement[]>`
    SELECT r.rolname AS login, regexp_replace(s.query, '[[:space:]]+', ' ', 'g') AS text, s.calls::int AS calls,
      s.mean_exec_time AS "meanMs", s.max_exec_time AS "maxMs"
    FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid
    WHERE s.query NOT LIKE '%pg_stat_%' ORDER BY s.calls DESC`;

async function isAvailable(superuser: Sql): Promise<boolean> {
  const rows = await superuser`SELECT 1 FROM pg_available_extensions WHERE name = 'pg_stat_statements'`;
  return rows.length > 0;
}
