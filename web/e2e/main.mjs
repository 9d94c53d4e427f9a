import { findChromium, launch } from "./browser.mjs";
import { journeys } from "./journeys.mjs";
import { pageChecks } from "./pages.mjs";
import { startServer } from "./server.mjs";

/** `node web/e2e/main.mjs [words of a check's name]`: the built product in a browser, against the real server. */
const executablePath = findChromium();
if (executablePath === undefined) {
  console.error(
    "No Chromium was found: install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.",
  );
  console.log("0 passed, 1 failed");
  process.exit(1);
}
const wanted = process.argv.slice(2).join(" ");
const checks = [...journeys(true), ...journeys(false), ...pageChecks()].filter(([name]) =>
  name.includes(wanted),
);
const server = await startServer();
let failed = 0;
try {
  const browser = await launch(executablePath);
  try {
    for (const [name, perform] of checks) failed += (await holds(name, perform, browser)) ? 0 : 1;
  } finally {
    await browser.close();
  }
} finally {
  await server.stop();
}
console.log(`${checks.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 && checks.length > 0 ? 0 : 1;

async function holds(name, perform, browser) {
  const startedMs = Date.now();
  try {
    await perform(browser, server.base);
    console.log(`ok    ${name} (${Date.now() - startedMs} ms)`);
    return true;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    console.log(`FAIL  ${name}: ${text.split("\n").slice(0, 8).join(" / ")}`);
    return false;
  }
}
