import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { root } from "./workspace.mjs";

/**
 * Checks that each table has one room that writes it. A room is a folder of api/src. A table's room stands above its
 * CREATE TABLE in api/src/db/schema (`-- Room: orders.`); a function's room likewise, and what its body writes counts as
 * written by that room. A table of another database (simnet) is of the room whose code creates it.
 *
 * Prints what is wrong and returns an exit code. `folder` is a tree with api/src in it.
 */
export function tablesHaveOneWriter(folder = root) {
  const { tables, writes, problems } = readTree(join(folder, "api/src"));
  const wrong = [...problems];
  for (const { table, room, at } of writes) {
    const owner = tables.get(table);
    if (owner === undefined) wrong.push(`${at}: ${table} is written, and no file creates that table`);
    else if (owner !== room) wrong.push(`${at}: ${room} writes ${table}, a table of ${owner}`);
  }
  for (const line of [...new Set(wrong)].sort()) console.error(line);
  const counts = `${tables.size} tables, ${writes.length} writes`;
  console.log(wrong.length === 0 ? `${counts}: each table has one room that writes it` : counts);
  return wrong.length === 0 ? 0 : 1;
}

/** A name in SQL, or a value that is filled in. */
const name = String.raw`(?:\$\{[^}]*\}|(?:[a-z_]\w*\.)?"?[a-z_]\w*"?)`;
const writing = [
  String.raw`\b(?:insert\s+into|merge\s+into|delete\s+from(?:\s+only)?)\s+(?<one>${name})`,
  String.raw`\bupdate\s+(?:only\s+)?(?<two>${name})(?:\s+(?:as\s+)?[a-z_]\w*)?\s+set\b`,
  String.raw`\btruncate\s+(?:table\s+)?(?:only\s+)?(?<three>${name}(?:\s*,\s*${name})*)`,
  String.raw`\bcopy\s+(?<four>${name})(?:\s*\([^)]*\))?\s+from\b`,
].join("|");
const creating =
  /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?(?:public\.)?([a-z_][\w.]*)/gi;

/** The tables with their rooms, everything that writes to one, and what could not be identified. */
function readTree(src) {
  const tree = { tables: new Map(), writes: [], problems: [] };
  const files = filesIn(src);
  for (const file of files.filter((path) => path.endsWith(".sql"))) readSchemaFile(src, file, tree);
  const sources = files
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => readSource(src, path));
  const drizzle = new Map(sources.flatMap(tablesOfDrizzle));
  for (const source of sources) readWrites(source, drizzle, tree);
  return tree;
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

/**
 * A line of comment names the room of the table or function below it. Rows that a new database starts with, outside of
 * functions, are nobody's writing.
 */
function readSchemaFile(src, file, { tables, writes, problems }) {
  const text = readFileSync(file, "utf8");
  const at = (offset) => `${relative(src, file)}:${text.slice(0, offset).split("\n").length}`;
  let end = 0;
  for (const made of text.matchAll(/^CREATE (?:OR REPLACE )?(TABLE|FUNCTION) (\w+)/gm)) {
    const room = /^-- Room: ([a-z]+)\.$/m.exec(text.slice(end, made.index))?.[1];
    if (room === undefined) problems.push(`${at(made.index)}: no "-- Room: …." stands above ${made[2]}`);
    end = made.index + made[0].length;
    if (made[1] === "TABLE") {
      tables.set(made[2], room);
      continue;
    }
    const closed = text.indexOf("$$;", end);
    const body = text.slice(made.index, closed < 0 ? undefined : closed).replace(/^[ \t]*--.*$/gm, "");
    const above = text.slice(0, made.index).split("\n").length;
    for (const { table, line } of writesIn(body))
      writes.push({ table, room, at: `${relative(src, file)}:${above + line}` });
  }
}

/** Which tables a text of SQL writes, each with the number of lines before it. */
function writesIn(text) {
  return [...text.matchAll(new RegExp(writing, "gi"))].flatMap((match) => {
    const { one, two, three, four } = match.groups;
    const line = text.slice(0, match.index).split("\n").length - 1;
    return (one ?? two ?? three ?? four).split(/\s*,\s*/).map((table) => ({ table: plain(table), line }));
  });
}

const plain = (table) => table.replaceAll('"', "").replace(/^public\./, "");

/** A file, parsed, with its room and what each imported name is called where it comes from. */
function readSource(src, path) {
  const parsed = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const [room] = relative(src, path).split("/");
  const imports = new Map();
  for (const statement of parsed.statements) {
    const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
    if (bindings === undefined || !ts.isNamedImports(bindings)) continue;
    const from = join(dirname(path), statement.moduleSpecifier.text);
    for (const { name: local, propertyName } of bindings.elements)
      imports.set(
        local.text,
        tableKey(existsSync(`${from}.ts`) ? `${from}.ts` : from, (propertyName ?? local).text),
      );
  }
  return { path, shown: relative(src, path), room, parsed, imports };
}

const tableKey = (path, constant) => `${path}#${constant}`;

/** Constants that hold a table of drizzle's, with its name in SQL. */
function tablesOfDrizzle({ path, parsed }) {
  const found = [];
  visit(parsed, (node) => {
    if (!ts.isVariableDeclaration(node) || node.initializer === undefined) return;
    const call = node.initializer;
    if (ts.isCallExpression(call) && call.expression.getText() === "pgTable")
      found.push([tableKey(path, node.name.getText()), call.arguments[0]?.text]);
  });
  return found;
}

function visit(node, seen) {
  seen(node);
  ts.forEachChild(node, (child) => visit(child, seen));
}

const isText = (node) =>
  ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);

function readWrites(source, drizzle, { tables, writes, problems }) {
  const { path, shown, room, parsed, imports } = source;
  const sqlNameOf = (constant) => drizzle.get(imports.get(constant) ?? tableKey(path, constant));
  const at = (node, lines = 0) =>
    `${shown}:${parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1 + lines}`;
  const add = (table, where) => {
    if (!writes.some((write) => write.at === where && write.table === table))
      writes.push({ table, room, at: where });
  };
  visit(parsed, (node) => {
    if (isText(node)) {
      for (const [, table] of node.getText().matchAll(creating)) tables.set(table, room);
      for (const { table, line } of writesIn(node.getText())) {
        const filledIn = /^\$\{\s*(.*?)\s*\}$/.exec(table)?.[1];
        const known = filledIn === undefined ? table : sqlNameOf(filledIn);
        if (known === undefined) problems.push(`${at(node, line)}: cannot tell which table ${table} is`);
        else add(known, at(node, line));
      }
    } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const verb = node.expression.name.text;
      if (!["insert", "update", "delete"].includes(verb) || node.arguments[0] === undefined) return;
      const given = node.arguments[0].getText();
      const table = sqlNameOf(given);
      if (table !== undefined) add(table, at(node.expression.name));
      // Sets and hashes have .delete() and .update() too; only drizzle has .insert().
      else if (verb === "insert") problems.push(`${at(node)}: cannot tell which table ${given} is`);
    }
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  process.exitCode = tablesHaveOneWriter(process.argv[2]);
