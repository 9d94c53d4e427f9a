import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { longSuites } from "./long-suites.mjs";
import { buildStale, install, root } from "./workspace.mjs";

/**
 * `npm run test:long [-- suite …]`: the long suites, each whole, one after the other. Writes what each did into its row of
 * docs/evidence.md: commit, day, duration and closing line.
 */
const evidence = join(root, "docs/evidence.md");
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in longSuites));
if (unknown.length > 0) {
  console.error(`Unknown suite ${unknown.join(", ")}. The suites are: ${Object.keys(longSuites).join(", ")}`);
  process.exit(2);
}

await install();
await buildStale();
const commit = execFileSync("git", ["describe", "--always", "--dirty"], {
  cwd: root,
  encoding: "utf8",
}).trim();
const failed = [];
for (const name of asked.length > 0 ? asked : Object.keys(longSuites)) {
  console.log(`\n== ${name}: ${longSuites[name].command}`);
  const began = Date.now();
  const { code, result } = await runWhole(longSuites[name]);
  if (code !== 0) failed.push(name);
  record(name, { duration: inWords(Date.now() - began), result: code === 0 ? result : `FAILED: ${result}` });
}
console.log(failed.length === 0 ? "\ntest:long: all hold" : `\ntest:long: failed: ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function runWhole(suite) {
  let said = "";
  const code = await suite.run((text) => {
    said = (said + text).slice(-50_000);
  });
  const closing = stripVTControlCharacters(said).match(suite.result)?.at(-1);
  // A suite that says nothing about its end has not shown anything.
  return closing === undefined
    ? { code: code || 1, result: "no closing line" }
    : { code, result: closing.trim() };
}

/** Replaces the last three cells of the suite's row: commit and day, duration, result. */
function record(name, { duration, result }) {
  const row = new RegExp(String.raw`^(\|.*\| \`npm run test:long -- ${name}\` \|).*$`, "m");
  const text = readFileSync(evidence, "utf8");
  if (!row.test(text)) throw new Error(`docs/evidence.md has no row for ${name}`);
  const day = new Date().toISOString().slice(0, 10);
  const cells = ` ${commit}, ${day} | ${duration} | ${result.replaceAll("|", "/")} |`;
  writeFileSync(
    evidence,
    text.replace(row, (_, kept) => kept + cells),
  );
}

function inWords(ms) {
  const seconds = Math.round(ms / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
