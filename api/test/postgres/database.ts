import { randomBytes } from "node:crypto";
import { closeDatabase, type Database, openDatabase } from "../../src/db/client";
import { connectServer, limitTransactions, refuseTemporaryTables, type Server } from "../../src/db/connect";
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
type Part = keyof typeof OWNERS;

/** The databases that a server on simnet has beside its own, by what their names end with. */
export const PARTS: readonly Part[] = ["simnet", "keyring"];

/**
 * Makes a database on the shared server: `sotto` with the schema of the service; `whole` with simnet's and the
 * keyring's beside it too, so that a server can start on it; or `empty`. One that has begun: `openBegunDatabase`.
 */
export async function openTestDatabase(kind: "sotto" | "whole" | "empty" = "sotto"): Promise<TestDatabase> {
  if (kind === "empty") return copyDatabase("template1", []);
  return copyDatabase("template_sotto", kind === "whole" ? PARTS : []);
}

/** The shared server, which is started if this is the first that asks. */
export const testServer = async (): Promise<Server> =>
  connectServer({ databaseUrl: await askForServer(), dataDir: "", log: () => {} });

/** Seven times as quick as the other strategy, which writes each page of the copy to the log: nothing needs that here. */
const STRATEGY = "STRATEGY FILE_COPY";

/** Copies a template under a new name, and with it what its parts begin with. */
export async function copyDatabase(template: string, parts: readonly Part[]): Promise<TestDatabase> {
  const server = await testServer();
  const name = `test_${randomBytes(6).toString("hex")}`;
  await asAdmin(server, async (database) => {
    const { $client: sql } = database;
    await sql.unsafe(`CREATE DATABASE ${name} TEMPLATE ${template} ${STRATEGY}`);
    // A copy does not have the settings and rights of its template.
    await limitTransactions(database, name);
    await refuseTemporaryTables(database, name);
    for (const part of parts) {
      await sql.unsafe(
        `CREATE DATABASE ${name}_${part} TEMPLATE ${template}_${part} OWNER ${OWNERS[part]} ${STRATEGY}`,
      );
      await limitTransactions(database, `${name}_${part}`);
    }
  });
  return {
    name,
    url: server.urlOf(name),
    urlOf: server.urlOf,
    drop: () => asAdmin(server, ({ $client: sql }) => dropAll(sql, name)),
  };
}

async function dropAll(sql: Database["$client"], name: string): Promise<void> {
  const rows = await sql<{ name: string }[]>`
    SELECT datname AS name FROM pg_database WHERE datname = ${name} OR starts_with(datname, ${`${name}_`})`;
  for (const row of rows) await sql.unsafe(`DROP DATABASE "${row.name}" WITH (FORCE)`);
}

/** Works as the superuser in the maintenance database, on one connection. */
export async function asAdmin<Value>(
  server: Server,
  work: (database: Database) => Promise<Value>,
): Promise<Value> {
  const database = openDatabase({ url: server.urlOf("postgres"), connectionsMax: 1 });
  try {
    return await work(database);
  } finally {
    await closeDatabase(database);
  }
}
