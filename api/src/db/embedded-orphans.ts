import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase, openDatabase } from "./client";

/**
 * Removes what a crash during the rewriting of a table left behind: a file with its rows that belongs to no table. Only for a
 * server to which nothing else has connected since its start. Returns how many files there were.
 */
export async function removeOrphans(
  cluster: string,
  superuserUrlOf: (database: string) => string,
): Promise<number> {
  let removed = 0;
  for (const { oid, name } of await databasesOf(superuserUrlOf("postgres"))) {
    const folder = join(cluster, "base", oid);
    const known = await filesOf(superuserUrlOf(name));
    for (const file of readdirSync(folder)) {
      const number = RELATION_FILE.exec(file)?.[1];
      if (number === undefined || known.has(number)) continue;
      rmSync(join(folder, file), { force: true });
      removed++;
    }
  }
  return removed;
}

/** A relation's file: its number, and which fork and part of it (PostgreSQL's documentation, "Database File Layout"). */
const RELATION_FILE = /^(\d+)(?:_(?:fsm|vm|init))?(?:\.\d+)?$/;

const databasesOf = (url: string) =>
  asked<{ oid: string; name: string }>(
    url,
    "SELECT oid::text, datname AS name FROM pg_database WHERE datallowconn",
  );

async function filesOf(url: string): Promise<Set<string>> {
  const rows = await asked<{ number: string }>(
    url,
    "SELECT pg_relation_filenode(oid)::text AS number FROM pg_class WHERE pg_relation_filenode(oid) IS NOT NULL",
  );
  return new Set(rows.map(({ number }) => number));
}

async function asked<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const database = openDatabase({ url, connectionsMax: 1 });
  try {
    return [...(await database.$client.unsafe<Row[]>(statement))];
  } finally {
    await closeDatabase(database);
  }
}
