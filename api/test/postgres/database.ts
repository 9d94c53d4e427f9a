import { randomBytes } from "node:crypto";
import { closeDatabase, type Database, openDatabase } from "../../src/db/client";
import { connectServer, limitTransactions } from "../../src/db/connect";
import { askForServer } from "./socket";

/** A database on the shared server for one test file or one world; others are not seen from it. */
export type TestDatabase = {
  /** As the superuser. */
  url: string;
  /** Another database of this server; those whose names begin with this one's name and `_` are dropped with it. */
  urlOf(database: string): string;
  name: string;
  drop(): Promise<void>;
};

const OWNERS = { simnet: "sotto_simnet", keyring: "sotto_worker" } as const;

/**
 * Makes a database on the shared server, in about 50 ms: `sotto` with the schema of the service; `whole` with simnet's
 * and the keyring's beside it too, so that a server can start on it; or `empty`.
 */
export async function openTestDatabase(kind: "sotto" | "whole" | "empty" = "sotto"): Promise<TestDatabase> {
  const server = await connectServer({ databaseUrl: await askForServer(), dataDir: "", log: () => {} });
  const name = `test_${randomBytes(6).toString("hex")}`;
  const admin = <Value>(work: (database: Database) => Promise<Value>) =>
    asAdmin(server.urlOf("postgres"), work);
  await admin(async (database) => {
    const { $client: sql } = database;
    await sql.unsafe(`CREATE DATABASE ${name} ${kind === "empty" ? "" : "TEMPLATE template_sotto"}`);
    // A copy does not have the settings of its template.
    if (kind !== "empty") await limitTransactions(database, name);
    if (kind === "whole")
      for (const [part, owner] of Object.entries(OWNERS)) {
        await sql.unsafe(`CREATE DATABASE ${name}_${part} TEMPLATE template_${part} OWNER ${owner}`);
        await limitTransactions(database, `${name}_${part}`);
      }
  });
  return {
    name,
    url: server.urlOf(name),
    urlOf: server.urlOf,
    drop: () => admin(({ $client: sql }) => dropAll(sql, name)),
  };
}

async function dropAll(sql: Database["$client"], name: string): Promise<void> {
  const rows = await sql<{ name: string }[]>`
    SELECT datname AS name FROM pg_database WHERE datname = ${name} OR starts_with(datname, ${`${name}_`})`;
  for (const row of rows) await sql.unsafe(`DROP DATABASE "${row.name}" WITH (FORCE)`);
}

async function asAdmin<Value>(url: string, work: (database: Database) => Promise<Value>): Promise<Value> {
  const database = openDatabase({ url, connectionsMax: 1 });
  try {
    return await work(database);
  } finally {
    await closeDatabase(database);
  }
}
