import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { closeDatabase, type Database, openDatabase } from "../../src/db/client";
import { migrateDatabase } from "../../src/db/connect";
import { applyMigrations, readMigrations, WrongSchema } from "../../src/db/migrations";
import { SCHEMA_FILES } from "../../src/db/schema-files";
import { openTestDatabase, type TestDatabase } from "../postgres/database";

const SCHEMA = join(import.meta.dirname, "../../src/db/schema");

/** A copy of the schema, and a database that is empty at first. */
let folder: string;
let url: string;
let database: Database;
let made: TestDatabase;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sotto-schema-"));
  cpSync(SCHEMA, folder, { recursive: true });
  made = await openTestDatabase("empty");
  url = made.url;
  database = openDatabase({ url, connectionsMax: 1 });
});
afterEach(async () => {
  await closeDatabase(database);
  await made.drop();
  rmSync(folder, { recursive: true, force: true });
});

const addMigration = (file: string, text: string): void => {
  mkdirSync(join(folder, "migrations"), { recursive: true });
  writeFileSync(join(folder, "migrations", file), text);
};

const relations = async (): Promise<string[]> => {
  const rows = await database.$client<{ name: string }[]>`
    SELECT oid::regclass::text AS name FROM pg_class WHERE relnamespace::regnamespace::text IN ('public', 'drizzle', 'migrations')`;
  return rows.map(({ name }) => name).sort();
};

const refusal = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "not refused",
    (error: unknown) => (error instanceof WrongSchema ? error.message : `another error: ${error}`),
  );

describe("the files of the schema", () => {
  it("are all run", () => {
    const inFolder = readdirSync(SCHEMA, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".sql") && !file.startsWith("migrations"))
      .sort();
    expect([...SCHEMA_FILES].sort()).toEqual(inFolder);
  });

  it("keep their hash when a comment or a line break changes, and not when a statement does", () => {
    const hash = () => readMigrations(folder).map((migration) => migration.hash);
    const before = hash();
    const types = join(folder, "types.sql");
    writeFileSync(
      types,
      "-- Other words.\nCREATE DOMAIN units AS numeric(78, 0)\n  CHECK (VALUE <> 'NaN'::numeric);\n",
    );
    expect(hash()).toEqual(before);
    writeFileSync(types, "CREATE DOMAIN units AS numeric(79, 0) CHECK (VALUE <> 'NaN'::numeric);\n");
    expect(hash()).not.toEqual(before);
  });
});

describe("a later migration", () => {
  it("runs once, after the schema, in the order of its number", async () => {
    await applyMigrations(database, readMigrations(folder));
    addMigration("0001-notes.sql", "CREATE TABLE notes (id integer PRIMARY KEY);");
    addMigration(
      "0002-note-text.sql",
      "ALTER TABLE notes ADD COLUMN words text; INSERT INTO notes VALUES (1, 'a');",
    );
    await applyMigrations(database, readMigrations(folder));
    await applyMigrations(database, readMigrations(folder));
    expect([...(await database.$client`SELECT * FROM notes`)]).toEqual([{ id: 1, words: "a" }]);
    const applied = await database.$client`SELECT number, name FROM migrations.applied ORDER BY number`;
    expect(applied.map(({ number, name }) => [number, name])).toEqual([
      [0, "0000-schema"],
      [1, "0001-notes"],
      [2, "0002-note-text"],
    ]);
  });

  it("leaves nothing behind when it fails", async () => {
    await applyMigrations(database, readMigrations(folder));
    const before = await relations();
    addMigration("0001-notes.sql", "CREATE TABLE notes (id integer PRIMARY KEY);");
    addMigration("0002-wrong.sql", "ALTER TABLE nowhere ADD COLUMN words text;");
    await expect(applyMigrations(database, readMigrations(folder))).rejects.toThrow(/nowhere/);
    expect(await relations()).toEqual(before);
  });

  it("has the next number", () => {
    addMigration("0002-notes.sql", "SELECT 1;");
    expect(() => readMigrations(folder)).toThrow(/0002-notes\.sql: expected the migration with the number 1/);
    addMigration("0001-a.sql", "SELECT 1;");
    addMigration("0001-b.sql", "SELECT 1;");
    expect(() => readMigrations(folder)).toThrow(/0001-b\.sql: expected the migration with the number 2/);
  });
});

describe("a database that this version cannot use is refused in words, and left as it is", () => {
  const earlier =
    /^This database was made by an earlier commit of Sotto.*Nothing in it was changed\..*DATA_DIR/;

  it("when an earlier commit made it, which kept another journal", async () => {
    await database.$client.unsafe(`CREATE SCHEMA drizzle;
      CREATE TABLE drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint);
      CREATE TABLE installation (network text NOT NULL)`);
    const before = await relations();
    expect(await refusal(migrateDatabase(url))).toMatch(earlier);
    expect(await relations()).toEqual(before);
  });

  it("when it has our tables and no journal", async () => {
    await database.$client.unsafe("CREATE TABLE installation (network text NOT NULL)");
    expect(await refusal(migrateDatabase(url))).toMatch(earlier);
    expect(await relations()).toEqual(["installation"]);
  });

  it("when it was made from other statements", async () => {
    writeFileSync(join(folder, "types.sql"), "CREATE DOMAIN units AS numeric(80, 0);");
    await applyMigrations(database, readMigrations(folder));
    const before = await relations();
    expect(await refusal(migrateDatabase(url))).toMatch(earlier);
    expect(await relations()).toEqual(before);
  });

  it("when a newer version made it", async () => {
    addMigration("0001-notes.sql", "CREATE TABLE notes (id integer PRIMARY KEY);");
    await applyMigrations(database, readMigrations(folder));
    const before = await relations();
    expect(await refusal(migrateDatabase(url))).toMatch(
      /^This database was made by a newer version of Sotto \(it has 0001-notes; this version ends with 0000-schema\)/,
    );
    expect(await relations()).toEqual(before);
  });
});
