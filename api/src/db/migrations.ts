import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TransactionSql } from "postgres";
import type { Database } from "./client";
import { loginPrefix, readLogins, withLogins } from "./logins";
import { SCHEMA_FILES } from "./schema-files";
import { sqlState } from "./transaction";

/** A database whose tables this version cannot use; the message says what it is and what to do. */
export class WrongSchema extends Error {
  override readonly name = "WrongSchema";
}

/** One step of the schema. Number 0 is the whole schema of the first release. */
export type Migration = { number: number; name: string; hash: string; text: string };

/** Next to the built main.js, and in the source tree next to this file. */
const SCHEMA_FOLDER = join(import.meta.dirname, "schema");

/**
 * The schema as number 0, then each file of `migrations/` in it (`0001-words.sql` and so on, without a gap): what
 * changes after the release. Throws when a number is missing or there twice.
 */
export function readMigrations(folder = SCHEMA_FOLDER): Migration[] {
  const schema = SCHEMA_FILES.map((file) => readFileSync(join(folder, file), "utf8")).join("\n");
  const later = join(folder, "migrations");
  const files = existsSync(later) ? readdirSync(later).filter((file) => file.endsWith(".sql")) : [];
  return [
    migration(0, "0000-schema", schema),
    ...files.sort().map((file, index) => {
      if (!new RegExp(`^${String(index + 1).padStart(4, "0")}-[a-z-]+\\.sql$`).test(file))
        throw new Error(`${join(later, file)}: expected the migration with the number ${index + 1}`);
      return migration(index + 1, file.slice(0, -".sql".length), readFileSync(join(later, file), "utf8"));
    }),
  ];
}

/** The hash ignores whitespace and lines of comment, so that a comment can be corrected after the release. */
function migration(number: number, name: string, text: string): Migration {
  const statements = text.replace(/^\s*--.*$/gm, "").replace(/\s+/g, " ");
  return { number, name, hash: createHash("sha256").update(statements).digest("hex"), text };
}

/**
 * Runs the migrations that a database does not have yet, all in one transaction. Throws `WrongSchema`, and changes
 * nothing, where the database has others than these.
 */
export async function applyMigrations(database: Database, migrations: readonly Migration[]): Promise<void> {
  await database.$client.begin(async (tx) => {
    const applied = await readApplied(tx);
    refuseOthers(applied, migrations);
    const prefix = await prefixOf(tx);
    for (const { number, name, hash, text } of migrations.slice(applied.length)) {
      await tx.unsafe(withLogins(text, prefix)).simple();
      await tx`INSERT INTO migrations.applied (number, name, hash) VALUES (${number}, ${name}, ${hash})`;
    }
  });
}

type Applied = Pick<Migration, "name" | "hash">;

/** What the database has; makes the journal in an empty one. */
async function readApplied(tx: TransactionSql): Promise<Applied[]> {
  const [found] = await tx<{ journal: boolean; earlier: boolean }[]>`
    SELECT to_regclass('migrations.applied') IS NOT NULL AS journal,
      -- Earlier commits kept their journal under drizzle's name.
      coalesce(to_regclass('drizzle.__drizzle_migrations'), to_regclass('public.installation')) IS NOT NULL AS earlier`;
  if (found?.journal) return await tx<Applied[]>`SELECT name, hash FROM migrations.applied ORDER BY number`;
  if (found?.earlier) throw new WrongSchema(EARLIER);
  await tx`CREATE SCHEMA migrations`;
  await tx`
    CREATE TABLE migrations.applied (
      number integer PRIMARY KEY,
      name text NOT NULL,
      hash text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now())`;
  await tx`
    CREATE TABLE migrations.logins (
      role text PRIMARY KEY,
      login text NOT NULL,
      password_at timestamptz)`;
  return [];
}

/** What the logins' names begin with: as they were made, because a database may get another name. */
async function prefixOf(tx: TransactionSql): Promise<string> {
  const http = (await readLogins(tx)).get("http");
  if (http !== undefined) return http.login.slice(0, -"_http".length);
  const [row] = await tx<{ name: string }[]>`SELECT current_database() AS name`;
  return loginPrefix(row?.name ?? "sotto");
}

/**
 * Compares the database's schema with these migrations without changing anything, for processes that may not. Throws
 * `WrongSchema` where it is another one.
 */
export async function requireMigrated(database: Database, migrations: readonly Migration[]): Promise<void> {
  const applied = await database.$client<Applied[]>`
    SELECT name, hash FROM migrations.applied ORDER BY number`.catch((error: unknown) => {
    if (MISSING.has(sqlState(error) ?? "")) throw new WrongSchema(NOT_YET);
    throw error;
  });
  refuseOthers(applied, migrations);
  if (applied.length < migrations.length) throw new WrongSchema(NOT_YET);
}

/** SQLSTATE undefined_table, invalid_schema_name and insufficient_privilege: nothing has been made here for this login. */
const MISSING = new Set(["42P01", "3F000", "42501"]);

const NOT_YET =
  "This database does not have the tables of this version yet. Run `SOTTO_ROLE=migrate` with its owner first.";

function refuseOthers(applied: readonly Applied[], known: readonly Migration[]): void {
  for (const [index, { name, hash }] of applied.entries()) {
    const here = known[index];
    if (here === undefined) throw new WrongSchema(newer(applied.at(-1)?.name ?? name, known.at(-1)?.name));
    if (here.hash !== hash) throw new WrongSchema(EARLIER);
  }
}

const EARLIER = [
  "This database was made by an earlier commit of Sotto, and this version cannot use its tables.",
  "Nothing in it was changed.",
  "On simnet, remove the DATA_DIR folder (.data/ by default) to start with an empty database;",
  "with DATABASE_URL, name a new, empty database.",
  "To keep this one, run the commit that made it.",
].join(" ");

const newer = (last: string, known: string | undefined): string =>
  `This database was made by a newer version of Sotto (it has ${last}; this version ends with ${known}). ` +
  "Nothing in it was changed. Run the newer version.";
