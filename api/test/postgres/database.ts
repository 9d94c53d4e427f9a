import { randomBytes } from "node:crypto";
import { closeDatabase, type Database, openDatabase } from "../../src/db/client";
import { connectServer, limitTransactions, type Server } from "../../src/db/connect";
import { LOGIN_ROLES } from "../../src/db/login-roles";
import { closeToOthers } from "../../src/db/logins";
import { TEST_PREFIX } from "./logins";
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

/** The databases that a server on simnet has beside its own, by what their names end with. */
export const PARTS = ["simnet"] as const;
type Part = (typeof PARTS)[number];

const LOGINS = LOGIN_ROLES.map((role) => `${TEST_PREFIX}_${role}`);

/**
 * Makes a database on the shared server: `sotto` with the schema of the service; `whole` with simnet's beside it
 * too, so that a server can start on it; or `empty`. One that has begun: `openBegunDatabase`.
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
    await closeToOthers(database, name, LOGINS);
    for (const part of parts) {
      const owner = part === "simnet" ? `OWNER ${TEST_PREFIX}_simnet` : "";
      await sql.unsafe(`CREATE DATABASE ${name}_${part} TEMPLATE ${template}_${part} ${owner} ${STRATEGY}`);
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
  // Of a server that began on an empty database: its logins are named by it.
  for (const role of [...LOGIN_ROLES, "simnet"]) await sql.unsafe(`DROP ROLE IF EXISTS ${name}_${role}`);
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
