import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

/** Runs checks in a browser, with the same result. Without a browser they are skipped; in CI they have failed. */
export async function runBrowser(args) {
  const script = join(root, "web/e2e/main.mjs");
  if (!existsSync(script)) return notRun("there is no web/e2e/main.mjs");
  const chromium = findChromium();
  if (!chromium) {
    return notRun(
      "no Chromium was found: install one (Debian: apt-get install chromium) or set CHROMIUM_PATH",
    );
  }
  let said = "";
  const code = await exitCodeOf(process.execPath, [script, ...args], {
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

/** Prints the closing line of what was run, and sets the exit code. */
export function close(parts) {
  const sum = (key) => parts.reduce((total, part) => total + part[key], 0);
  const skipped = sum("skipped") === 0 ? "" : `, ${sum("skipped")} skipped`;
  console.log(`${sum("passed")} passed, ${sum("failed")} failed${skipped}`);
  process.exitCode = sum("failed") === 0 ? 0 : 1;
}
