import type { Config } from "./config";
import { ConfigError } from "./config-error";
import { closeDatabase, type Database, openDatabase } from "./db/client";
import { migrateDatabase } from "./db/connect";
import { startEmbedded } from "./db/embedded";
import { findRunningEmbedded } from "./db/running-embedded";
import { sqlState } from "./db/transaction";
import { LoginsElsewhere, readLoginFiles } from "./login-files";

/**
 * Runs `work` on this installation's database as its owner, whether or not the service runs: at DATABASE_URL, at the
 * embedded server of the running service, or at an embedded server started only for this. Throws ConfigError
 * or LoginsElsewhere, with a message, where there is no database to work on.
 */
export async function withOwnDatabase<Value>(
  config: Pick<Config, "databaseUrl" | "dataDir">,
  work: (database: Database) => Promise<Value>,
): Promise<Value> {
  if (config.databaseUrl !== undefined) return at(config.databaseUrl, "DATABASE_URL", work);
  const found = findRunningEmbedded(config.dataDir);
  if (found.state === "missing") {
    if (readLoginFiles(config.dataDir) !== undefined) throw new LoginsElsewhere(config.dataDir, "unnamed");
    throw new ConfigError(
      `DATA_DIR: there is no database in ${config.dataDir} yet: start the service once, or name the right folder`,
    );
  }
  if (found.state === "running") {
    const result = await at(found.url, "DATA_DIR", work).catch(unlessGone);
    if (result !== GONE) return result;
  }
  // No server listens there: a crash has left the file behind, or the server was stopped.
  const server = await startEmbedded({ dataDir: config.dataDir, log: () => {} });
  try {
    await migrateDatabase(server.url);
    return await at(server.url, "DATA_DIR", work);
  } finally {
    await server.stop();
  }
}

const GONE = Symbol("nobody listens");

function unlessGone(error: unknown): typeof GONE {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && cause.code === "ECONNREFUSED") return GONE;
  }
  throw error;
}

/** SQLSTATE undefined_table and undefined_column: the schema is older than this program. */
const OLD_SCHEMA = new Set(["42P01", "42703"]);

async function at<Value>(
  url: string,
  name: string,
  work: (database: Database) => Promise<Value>,
): Promise<Value> {
  const database = openDatabase({ url, connectionsMax: 1 });
  try {
    return await work(database);
  } catch (error) {
    if (OLD_SCHEMA.has(sqlState(error) ?? ""))
      throw new ConfigError(
        `${name}: its tables are not of this version: start the service of this version first`,
      );
    throw error;
  } finally {
    await closeDatabase(database);
  }
}
