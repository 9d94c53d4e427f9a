import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { closeDatabase, type Database, openDatabase } from "./client";
import { startEmbedded } from "./embedded";
import { closeToOthers, readLogins } from "./logins";
import { applyMigrations, readMigrations } from "./migrations";
import { quoted } from "./quoted";
import { DatabaseUrlError, tlsFault } from "./tls";
import { sqlState } from "./transaction";
import { isDatabaseUnavailable } from "./unavailable";

/** The PostgreSQL server of this installation: embedded in DATA_DIR, or the operator's own. */
export type Server = {
  url: string;
  /** Connection string of another database on the same server. */
  urlOf(database: string): string;
  /** Where the embedded cluster lies; null for a server of the operator's. */
  where: string | null;
  /** Resolves when an embedded server went away by itself. */
  exited: Promise<string>;
  stop(): Promise<void>;
};

export async function connectServer(options: {
  databaseUrl: string | undefined;
  dataDir: string;
  log: (message: string) => void;
}): Promise<Server> {
  if (options.databaseUrl === undefined) return startEmbedded({ dataDir: options.dataDir, log: options.log });
  const { databaseUrl } = options;
  const database = openDatabase({ url: databaseUrl, connectionsMax: 1 });
  const url = await untilThere(database, options.log)
    .then(() => named(databaseUrl, database))
    .finally(() => closeDatabase(database));
  return {
    url,
    urlOf(database) {
      const url = new URL(databaseUrl);
      url.pathname = `/${database}`;
      return url.toString();
    },
    where: null,
    exited: new Promise(() => {}),
    stop: async () => {},
  };
}

/** A URL without a database means that of its user's name; other users' URLs are made of this one. */
async function named(url: string, { $client }: Database): Promise<string> {
  const whole = new URL(url);
  if (whole.pathname.length > 1) return url;
  const [row] = await $client<{ name: string }[]>`SELECT current_database() AS name`;
  whole.pathname = `/${encodeURIComponent(row?.name ?? "")}`;
  return whole.toString();
}

/** A server that restarts is back within a minute. */
const AWAY_MS_MAX = 60_000;
const AWAY_RETRY_MS = 1_000;

/**
 * Waits up to a minute for a database that cannot be reached; throws the last failure, or at once any other one: a
 * DatabaseUrlError where TLS fails.
 */
export async function untilThere(database: Database, log: (message: string) => void): Promise<void> {
  const deadline = performance.now() + AWAY_MS_MAX;
  for (let attempt = 1; ; attempt++) {
    try {
      await database.execute(sql`SELECT 1`);
      return;
    } catch (error) {
      const fault = tlsFault(error);
      if (fault !== undefined) throw new DatabaseUrlError(fault);
      if (!isDatabaseUnavailable(error) || performance.now() > deadline) throw error;
      if (attempt === 1) log(`database: it does not answer yet; waiting up to ${AWAY_MS_MAX / 1_000} s`);
    }
    await sleep(AWAY_RETRY_MS);
  }
}

/** Any number: the lock under which one process at a time migrates. */
const MIGRATION_LOCK = 7_205_001;

/**
 * Lets the server end every transaction older than a minute, in sessions that begin from now on. A process that hangs
 * halfway through a statement (stopped, swapped out) counts as active for PostgreSQL, not as idle: only this timeout,
 * of PostgreSQL 17 and newer, takes its row locks from it. Older servers are left alone.
 */
export async function limitTransactions(database: Database, name: string): Promise<void> {
  const known = await database.execute(sql`SELECT 1 FROM pg_settings WHERE name = 'transaction_timeout'`);
  if (known.length === 0) return;
  await database.execute(sql.raw(`ALTER DATABASE ${quoted(name)} SET transaction_timeout = '60s'`));
}

/**
 * Brings the database's schema up to date; processes that start together take turns. Throws `WrongSchema` where the
 * database was made by an earlier commit or by a newer version.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const database = openDatabase({ url, connectionsMax: 1 });
  try {
    await database.execute(sql`SELECT pg_advisory_lock(${MIGRATION_LOCK})`);
    // A migration may take longer than a transaction of the service.
    await database.execute(
      sql`SELECT set_config(name, '0', false) FROM pg_settings WHERE name = 'transaction_timeout'`,
    );
    await applyMigrations(database, readMigrations());
    const [row] = await database.execute<{ name: string }>(sql`SELECT current_database() AS name`);
    if (row !== undefined) {
      await limitTransactions(database, row.name);
      const logins = [...(await readLogins(database.$client)).values()];
      await closeToOthers(
        database,
        row.name,
        logins.map(({ login }) => login),
      );
    }
    await database.execute(sql`SELECT pg_advisory_unlock(${MIGRATION_LOCK})`);
  } finally {
    await closeDatabase(database);
  }
}

/** duplicate_database, unique_violation, and "tuple concurrently updated": another process did the same work. */
const RACED = new Set(["42P04", "23505", "XX000"]);
const RACES_MAX = 5;

/** Makes a database, for its owner where one is named, if it is not there. Several may do so at once. */
export async function ensureDatabase(
  server: Pick<Server, "url">,
  name: string,
  owner?: string,
): Promise<void> {
  const database = openDatabase({ url: server.url, connectionsMax: 1 });
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        await makeDatabase(database, name, owner);
        return;
      } catch (error) {
        if (!RACED.has(sqlState(error) ?? "") || attempt === RACES_MAX) throw error;
      }
    }
  } finally {
    await closeDatabase(database);
  }
}

async function makeDatabase(database: Database, name: string, owner: string | undefined): Promise<void> {
  const known = await database.execute(sql`SELECT 1 FROM pg_database WHERE datname = ${name}`);
  if (known.length > 0) return;
  const owned = owner === undefined ? "" : ` OWNER ${quoted(owner)}`;
  await database.execute(sql.raw(`CREATE DATABASE ${quoted(name)}${owned}`));
  await limitTransactions(database, name);
}

/** Makes a login without rights of its own, if it is not there, so that the caller can make databases for it. */
export async function ensureOwner(server: Pick<Server, "url">, login: string): Promise<void> {
  const database = openDatabase({ url: server.url, connectionsMax: 1 });
  try {
    const known = await database.execute(sql`SELECT 1 FROM pg_roles WHERE rolname = ${login}`);
    if (known.length > 0) return;
    await database.execute(sql.raw(`CREATE ROLE ${quoted(login)} LOGIN`));
    await database.execute(sql.raw(`GRANT ${quoted(login)} TO CURRENT_USER`));
  } catch (error) {
    if (sqlState(error) !== DUPLICATE_OBJECT) throw error;
  } finally {
    await closeDatabase(database);
  }
}

const DUPLICATE_OBJECT = "42710";
