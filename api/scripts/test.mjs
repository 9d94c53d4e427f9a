import { longSuites } from "./long-suites.mjs";
import { close, runBrowser, runUnit } from "./suites.mjs";
import { buildStale, install } from "./workspace.mjs";

/**
 * `npm test [vitest's arguments]`: the whole suite but the long ones; with a file or a name given, those of vitest only.
 */
const args = process.argv.slice(2);
// By name: of several that are left out, vitest leaves out none.
const projects = ["api", "openapi", "web", "cli", "bot"].map((name) => `--project=${name}`);
const chosen = args.some((arg) => !arg.startsWith("-"));
// The tests of the api and of its contract run the sources; those of the web, the cli and the bot need what is built.
const needsBuild =
  !chosen || args.some((arg) => !arg.startsWith("-") && !/^(\.\/)?(api|openapi)\//.test(arg));

await install();
if (needsBuild) await buildStale();
if (chosen) close([await runUnit(args)]);
else {
  const parts = [await runUnit([...projects, ...args]), await runBrowser(["--paths"])];
  printLongSuites();
  close(parts);
}

function printLongSuites() {
  console.log("\nnpm run test:long runs the long suites in full; docs/evidence.md has their last results:");
  for (const [name, { claim }] of Object.entries(longSuites)) console.log(`  ${name.padEnd(12)}${claim}`);
  console.log("npm run test:short runs short forms of the first four and of `browser`, as .ci/run does.\n");
}
