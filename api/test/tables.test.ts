import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { workspaceRoot } from "./workspace-copy";

const script = join(workspaceRoot, "api/scripts/verify-tables.mjs");
let folder: string;
let tree: SpawnSyncReturns<string>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sotto-tables-"));
  cpSync(join(workspaceRoot, "api/src"), join(folder, "api/src"), { recursive: true });
  tree = check();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Checks the workspace, or the tree in the given folder. */
const check = (...folders: string[]): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, [script, ...folders], { encoding: "utf8" });

/** Each planted file, what stands in it, and the line that must report it. */
const PLANTED: [file: string, text: string, reported: string][] = [
  [
    "stats/planted-insert.ts",
    'sql`\n  INSERT INTO orders (id) VALUES ("x")`;',
    "2: stats writes orders, a table of orders",
  ],
  [
    "stats/planted-update.ts",
    "sql`update loans as l set version = 2`;",
    "1: stats writes loans, a table of loans",
  ],
  [
    "stats/planted-delete.ts",
    "sql`WITH gone AS (DELETE FROM only deposits RETURNING id) SELECT 1`;",
    "1: stats writes deposits, a table of deposits",
  ],
  [
    "stats/planted-truncate.ts",
    'sql.raw("TRUNCATE order_tallies, public.outbox");',
    "1: stats writes outbox, a table of outbox",
  ],
  [
    "orders/planted-drizzle.ts",
    'import { adminUsers as accounts } from "../admin/planted-tables";\ntx.insert(accounts).values({});',
    "2: orders writes admin_users, a table of admin",
  ],
  [
    "orders/planted-drizzle-change.ts",
    'import { adminUsers } from "../admin/planted-tables";\ndatabase\n  .update(adminUsers);',
    "3: orders writes admin_users, a table of admin",
  ],
  [
    "orders/planted-drizzle-delete.ts",
    'const adminUsers = pgTable("admin_users", {});\ntx.delete(adminUsers);',
    "2: orders writes admin_users, a table of admin",
  ],
  [
    "orders/planted-filled-in.ts",
    `import { adminUsers } from "../admin/planted-tables";\nsql\`DELETE FROM \${adminUsers}\`;`,
    "2: orders writes admin_users, a table of admin",
  ],
  [
    "orders/planted-unknown.ts",
    `const put = (table: string) => sql\`DELETE FROM \${table}\`;`,
    `1: cannot tell which table \${table} is`,
  ],
  [
    "orders/planted-nowhere.ts",
    "sql`INSERT INTO nowhere VALUES (1)`;",
    "1: nowhere is written, and no file creates that table",
  ],
  [
    "orders/planted-insert-into.ts",
    "tx.insert(someTable).values({});",
    "1: cannot tell which table someTable is",
  ],
  [
    "db/schema/functions/planted.sql",
    "-- Room: stats.\nCREATE FUNCTION planted() RETURNS void LANGUAGE sql AS $$\n  UPDATE\n    reserves SET held = 0\n$$;\n",
    "3: stats writes reserves, a table of reserves",
  ],
  [
    "db/schema/tables/planted.sql",
    "-- A table of nobody.\nCREATE TABLE planted (id integer);\n",
    '2: no "-- Room: …." stands above planted',
  ],
];
/** What looks like a write and is none, or is one of the room's own. */
const INNOCENT: [file: string, text: string][] = [
  ["stats/planted-own.ts", "sql`DELETE FROM order_tallies`;"],
  ["stats/planted-lock.ts", "sql`SELECT id FROM orders FOR UPDATE OF orders SKIP LOCKED`;"],
  [
    "stats/planted-conflict.ts",
    "sql`INSERT INTO order_tallies VALUES (1) ON CONFLICT (day) DO UPDATE SET orders = 1`;",
  ],
  [
    "stats/planted-set.ts",
    "const orders = new Set<string>();\norders.delete(orderId);\nhash.update(orders);",
  ],
  [
    "stats/planted-other-database.ts",
    "sql`create table if not exists figures (n int)`;\nsql`insert into figures values (1)`;",
  ],
  ["stats/planted.test.ts", "sql`DELETE FROM orders`;"],
  ["admin/planted-tables.ts", 'export const adminUsers = pgTable("admin_users", {});'],
];

test("every planted second writer is caught, and nothing else", () => {
  for (const [file, text] of [...PLANTED, ...INNOCENT]) {
    mkdirSync(dirname(join(folder, "api/src", file)), { recursive: true });
    writeFileSync(join(folder, "api/src", file), text);
  }
  const { status, stderr } = check(folder);
  expect(status).toBe(1);
  const expected = PLANTED.map(([file, , reported]) => `${file}:${reported}`);
  expect(stderr.split("\n").filter(Boolean)).toEqual(expected.sort());
});

test("each table of the tree has one writer", () => {
  expect(tree.stderr).toBe("");
  expect(tree.status).toBe(0);
});

test("the check reads the whole tree", () => {
  const [, tables, writes] = /^(\d+) tables, (\d+) writes/.exec(tree.stdout) ?? [];
  expect(Number(tables)).toBeGreaterThan(40);
  expect(Number(writes)).toBeGreaterThan(120);
});
