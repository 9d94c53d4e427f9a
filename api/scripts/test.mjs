import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { longSuites } from "./long-suites.mjs";
import { buildStale, exitCodeOf, install, root } from "./workspace.mjs";

/** `npm test [vitest's arguments]`: the whole suite; with a file or a name given, those of vitest alone. */
const args = process.argv.slice(2);
const chosen = args.some((arg) => !arg.startsWith("-"));
// The tests of the api and of its contract run the sources; those of the web, the cli and the bot need what is built.
const needsBuild =
  !chosen || args.some((arg) => !arg.startsWith("-") && !/^(\.\/)?(api|openapi)\//.test(arg));

await install();
if (needsBuild) await buildStale();
const parts = [await unit(), ...(chosen ? [] : [await endToEnd()])];
const sum = (key) => parts.reduce((total, part) => total + part[key], 0);
const skipped = sum("skipped") === 0 ? "" : `, ${sum("skipped")} skipped`;
if (!chosen) printLongSuites();
console.log(`${sum("passed")} passed, ${sum("failed")} failed${skipped}`);
process.exitCode = sum("failed") === 0 ? 0 : 1;

function printLongSuites() {
  console.log("\nnpm run test:long runs the long suites in full; docs/evidence.md has their last results:");
  for (const [name, { claim }] of Object.entries(longSuites)) console.log(`  ${name.padEnd(12)}${claim}`);
  console.log();
}

async function unit() {
  const folder = mkdtempSync(join(tmpdir(), "sotto-test-"));
  const report = join(folder, "report.json");
  try {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const code = await exitCodeOf(process.execPath, [
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      ...reporters,
      ...args,
    ]);
    return counted(code, existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : undefined);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function counted(code, report) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  // A file that cannot be loaded has failed without any test of its own.
  const unloaded = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  const failed = report.numFailedTests + unloaded.length;
  return {
    passed: report.numPassedTests,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

async function endToEnd() {
  const script = join(root, "web/e2e/main.mjs");
  if (!existsSync(script)) return notRun("there is no web/e2e/main.mjs");
  const chromium = findChromium();
  if (!chromium) {
    return notRun(
      "no Chromium was found: install one (Debian: apt-get install chromium) or set CHROMIUM_PATH",
    );
  }
  let said = "";
  const code = await exitCodeOf(process.execPath, [script], {
    env: { ...process.env, CHROMIUM_PATH: chromium },
    onOutput: (text) => {
      said = (said + text).slice(-20_000);
    },
  });
  const closing = [...said.matchAll(/(\d+) passed, (\d+) failed(?:, (\d+) skipped)?/g)].at(-1);
  const [passed, failed, skipped] = (closing ?? [0, 0, 0, 0]).slice(1).map((count) => Number(count ?? 0));
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped };
}

function findChromium() {
  const usual = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  return [process.env.CHROMIUM_PATH, ...usual].find((path) => path && existsSync(path));
}

function notRun(why) {
  const mustRun = process.env.CI === "true";
  console.log(`\n!!! The end-to-end tests in the browser did NOT run: ${why}.\n`);
  return { passed: 0, failed: mustRun ? 1 : 0, skipped: mustRun ? 0 : 1 };
}
