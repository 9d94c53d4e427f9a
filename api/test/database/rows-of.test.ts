import { getTableColumns, sql } from "drizzle-orm";
import { bigint, boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Database, openDatabase } from "../../src/db/client";
import { bigintText, bytes, jsonWithBigints, timeMs, units, unitsList } from "../../src/db/columns";
import { rowsOf } from "../../src/db/rows-of";
import { openTestDatabase, type TestDatabase } from "../postgres/database";

const kinds = pgTable("kinds_of_columns", {
  no: integer("no").notNull(),
  height: bigint("some_height", { mode: "number" }),
  id: bigintText("id"),
  isKnown: boolean("is_known"),
  names: text("names").array(),
  at: timeMs("at"),
  sum: units("sum"),
  sums: unitsList("sums"),
  body: jsonWithBigints("body"),
  raw: bytes("raw"),
});

let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await openTestDatabase("empty");
  database = openDatabase({ url: own.url, connectionsMax: 1 });
  await database.execute(sql`
    CREATE TABLE kinds_of_columns (no integer, some_height bigint, id bigint, is_known boolean, names text[],
      at timestamptz, sum numeric, sums jsonb, body jsonb, raw bytea)`);
});
afterAll(async () => {
  await closeDatabase(database);
  await own.drop();
});

test("rows are read as drizzle's select reads them, whatever their columns hold", async () => {
  await database.insert(kinds).values([
    {
      no: 1,
      height: 2 ** 40,
      id: "9007199254740993",
      isKnown: false,
      names: ["a", 'with "quotes", and a comma', ""],
      at: 1_750_000_000_123,
      sum: 10n ** 40n,
      sums: [1n, 10n ** 30n],
      body: { owed: 5n, list: [null, true, "x"] },
      raw: Uint8Array.of(0, 255),
    },
    { no: 2, names: [] },
  ]);
  const rows = rowsOf(getTableColumns(kinds));
  const read = await database.execute(sql`SELECT ${rows.list} FROM kinds_of_columns ORDER BY no`);
  const selected = await database.select().from(kinds).orderBy(kinds.no);
  expect(read.map(rows.read)).toEqual(selected);
  expect(selected[0]).toMatchObject({ height: 2 ** 40, sum: 10n ** 40n, at: 1_750_000_000_123 });
  expect(selected[1]).toMatchObject({ height: null, sum: null, body: null, names: [] });
});
