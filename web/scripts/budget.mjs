import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const kilobyte = 1000;
/** Bytes as sent (scripts and styles gzipped): the home page's scripts with one language, the parts below its first
 * screen, all styles, what the pages that are read share, a route's own chunks, those of the API's page with the contract in
 * them, all fonts, and the one that is preloaded. */
export const budgets = {
  homeScripts: 130 * kilobyte,
  below: 10 * kilobyte,
  styles: 15 * kilobyte,
  reading: 2 * kilobyte,
  route: 25 * kilobyte,
  apiDocs: 28 * kilobyte,
  fonts: 60 * kilobyte,
  displayFont: 20 * kilobyte,
};

const entry = "src/entry-client.tsx";
const home = "src/features/exchange/home-page.tsx";
const apiDocs = "src/features/api-docs/api-docs-page.tsx";
const queries = "src/ui/query-scope.tsx";
const calls = "src/lib/api-calls.ts";
/** What home loads near the edge of the screen. */
const below = /^src\/(features\/exchange\/below-|ui\/(footer|language-offer)\.)/;
/** What most of the pages that are read share. */
const reading = /^_reading-/;

/** Measures a client build against the budgets; `failures` is empty when it keeps them. */
export async function checkBudgets(clientDir) {
  const manifest = JSON.parse(await readFile(join(clientDir, ".vite", "manifest.json"), "utf8"));
  const sizeOf = async (file) => gzipSync(await readFile(join(clientDir, file)), { level: 9 }).length;
  const closure = (module, files = new Set()) => {
    const chunk = manifest[module];
    if (chunk === undefined || files.has(chunk.file)) return files;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) closure(imported, files);
    return files;
  };
  const sum = async (files) => {
    let bytes = 0;
    for (const file of files) bytes += await sizeOf(file);
    return bytes;
  };
  const measured = [];
  const modules = Object.keys(manifest);
  const shared = closure(entry);
  for (const language of modules.filter((name) => /^src\/messages\/[a-z-]+\.ts$/.test(name))) {
    const files = new Set([...shared, ...closure(home), ...closure(language)]);
    measured.push([`home scripts with ${language}`, await sum(files), budgets.homeScripts]);
  }
  /** The files of some modules that a page has not loaded before. */
  const own = (names, before) => {
    const files = new Set();
    for (const name of names) closure(name, files);
    return [...files].filter((file) => !before.has(file));
  };
  const matching = (pattern) => modules.filter((name) => pattern.test(name));
  const onHome = closure(home, new Set(shared));
  for (const texts of matching(/^src\/messages\/below\//)) {
    const bytes = await sum(own([...matching(below), texts], onHome));
    measured.push([`below home's first screen with ${texts}`, bytes, budgets.below]);
  }
  measured.push(["what is read", await sum(own(matching(reading), shared)), budgets.reading]);
  const css = new Set(modules.flatMap((name) => manifest[name].css ?? []));
  measured.push(["styles", await sum(css), budgets.styles]);
  const fonts = modules
    .flatMap((name) => manifest[name].assets ?? [])
    .filter((file) => file.endsWith(".woff2"));
  const sizes = await Promise.all(
    [...new Set(fonts)].map(async (file) => [file, (await stat(join(clientDir, file))).size]),
  );
  measured.push(["fonts", sizes.reduce((bytes, [, size]) => bytes + size, 0), budgets.fonts]);
  const display = sizes.find(([file]) => file.includes("hedvig"));
  measured.push(["display font", display?.[1] ?? Number.POSITIVE_INFINITY, budgets.displayFont]);
  // The console's parts are loaded one at a time, like routes; they and the payment page share the query library, all
  // share the service's calls, and the pages that are read share a file of their own.
  const library = closure(calls, closure(queries));
  for (const name of matching(reading)) closure(name, library);
  const before = new Set([...shared, ...library]);
  for (const name of matching(/^src\/features\/.*-(page|tab)\.tsx$/)) {
    // What fetches a page's data may be a chunk of its own.
    const files = own([name, name.replace(/[^/]+$/, "load.ts")], before);
    measured.push([`route ${name}`, await sum(files), name === apiDocs ? budgets.apiDocs : budgets.route]);
  }
  return {
    lines: measured.map(([name, bytes, limit]) => `${name}: ${bytes} of ${limit} bytes as sent`),
    failures: measured
      .filter(([, bytes, limit]) => bytes > limit)
      .map(([name, bytes]) => `${name}: ${bytes} bytes`),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { lines, failures } = await checkBudgets(fileURLToPath(new URL("../dist/client", import.meta.url)));
  for (const line of lines) console.log(line);
  if (failures.length > 0) {
    console.error(`over budget:\n${failures.join("\n")}`);
    process.exitCode = 1;
  }
}
