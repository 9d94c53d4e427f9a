import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { exitCodeOf, root } from "./workspace.mjs";

/** Runs tests of vitest, and returns how many passed, failed and were skipped. */
export async function runUnit(args) {
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
  if (!report) return { passed: 0, failed: 1, skipped: 0, failures: ["vitest wrote no report"] };
  const failures = report.testResults.flatMap(failuresOf);
  return {
    passed: report.numPassedTests,
    failed: code !== 0 && failures.length === 0 ? 1 : failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
  };
}

/** A line for each failed test of a file: the file, the test's name and what the failure says first. */
function failuresOf(file) {
  const name = relative(root, file.name);
  const failed = file.assertionResults.filter((test) => test.status === "failed");
  // A file that cannot be loaded has failed without any test of its own.
  if (file.status === "failed" && failed.length === 0) return [`${name}: ${firstLineOf(file.message)}`];
  return failed.map((test) => `${name}: ${test.fullName}: ${firstLineOf(test.failureMessages[0])}`);
}

function firstLineOf(message) {
  return (message ?? "").split("\n", 1)[0];
}

/** Runs checks in a browser, with the same result. Without a browser they are skipped; in CI they have failed. */
export async function runBrowser(args) {
  const script = join(root, "web/e2e/main.mjs");
  if (!existsSync(script)) return notRun("there is no web/e2e/main.mjs");
  if (!hasChromium()) {
    return notRun(
      "no Chromium was found: install one (Debian: apt-get install chromium) or set CHROMIUM_PATH",
    );
  }
  let said = "";
  const code = await exitCodeOf(process.execPath, [script, ...args], {
    onOutput: (text) => {
      said += text;
    },
  });
  const closing = [...said.matchAll(/(\d+) passed, (\d+) failed(?:, (\d+) skipped)?/g)].at(-1);
  const [passed, failed, skipped] = (closing ?? [0, 0, 0, 0]).slice(1).map((count) => Number(count ?? 0));
  const failures = [...said.matchAll(/^FAIL +(.*)$/gm)].map(([, failure]) => failure);
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped, failures };
}

function hasChromium() {
  const usual = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  return [process.env.CHROMIUM_PATH, ...usual].some((path) => path && existsSync(path));
}

function notRun(why) {
  const mustRun = process.env.CI === "true";
  console.log(`\n!!! The end-to-end tests in the browser did NOT run: ${why}.\n`);
  return { passed: 0, failed: mustRun ? 1 : 0, skipped: mustRun ? 0 : 1, failures: [] };
}

/** Prints what failed and the closing line of what was run, and sets the exit code. */
export function close(parts) {
  for (const failure of parts.flatMap((part) => part.failures)) console.log(`!!! failed: ${failure}`);
  const sum = (key) => parts.reduce((total, part) => total + part[key], 0);
  const skipped = sum("skipped") === 0 ? "" : `, ${sum("skipped")} skipped`;
  console.log(`${sum("passed")} passed, ${sum("failed")} failed${skipped}`);
  process.exitCode = sum("failed") === 0 ? 0 : 1;
}
