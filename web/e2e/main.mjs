import { join } from "node:path";
import { adminJourneys, plainAdmin } from "./admin.mjs";
import { checksOf, findChromium, launch } from "./browser.mjs";
import { early } from "./early.mjs";
import { journeys } from "./journeys.mjs";
import { keyboardConsole, keyboardJourneys } from "./keyboard.mjs";
import { menus, phone, plainMenus } from "./menus.mjs";
import { homeMixer, mixer } from "./mixer.mjs";
import { pageChecks } from "./pages.mjs";
import { camera, noCamera } from "./scanner.mjs";
import { startServer, temporaryFolder } from "./server.mjs";
import { startStates } from "./states.mjs";
import { steady } from "./steady.mjs";
import { tronPayment } from "./tron.mjs";

/**
 * `node web/e2e/main.mjs [--full] [words of a check's name]`: the built product in a browser, against the real
 * server. `--full` lets all of axe's rules look at every page in both appearances.
 */
const executablePath = findChromium();
if (executablePath === undefined) {
  console.error(
    "No Chromium was found: install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.",
  );
  console.log("0 passed, 1 failed");
  process.exit(1);
}
const words = process.argv.slice(2).filter((word) => word !== "--full");
const isFull = process.argv.includes("--full");
const isWanted = ([name]) => name.includes(words.join(" "));
const plain = { scripts: false };
/** What needs blocks that come by themselves. */
const moving = [
  ...checksOf("with JavaScript", { ...journeys, ...mixer, ...homeMixer, ...early, ...steady }),
  ...checksOf("without JavaScript", { ...journeys, ...mixer, ...plainMenus }, plain),
  ...checksOf("by the keyboard alone", keyboardJourneys),
];
/** What mines and decides by itself, films with the one camera, or uses the one clipboard. */
const alone = [
  ...checksOf("menus", menus, phone),
  ...checksOf("QR scanner", camera, { permissions: ["camera"] }),
  ...checksOf("QR scanner", noCamera),
  ...checksOf("with JavaScript", tronPayment),
  ...checksOf("without JavaScript", { ...tronPayment, ...plainAdmin }, plain),
  ...checksOf("admin by the keyboard alone", keyboardConsole),
  ...checksOf("admin", adminJourneys),
];
/** Groups of checks that share a server: those of a phase run in that many lanes at once, then comes the next phase. */
const groups = [
  { start: startServer, phases: [{ lanes: 2, checks: moving }] },
  {
    start: startStates,
    phases: [
      { lanes: 2, checks: pageChecks(isFull) },
      { lanes: 1, checks: alone },
    ],
  },
];
let passed = 0;
let failed = 0;
const folder = await temporaryFolder();
try {
  const cameraFile = join(folder.path, "camera.y4m");
  const browser = await launch(executablePath, cameraFile);
  try {
    for (const group of groups) await run(group, browser, cameraFile);
  } finally {
    await browser.close();
  }
} finally {
  await folder.remove();
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

async function run({ start, phases }, browser, cameraFile) {
  const wanted = phases.map(({ lanes, checks }) => ({ lanes, checks: checks.filter(isWanted) }));
  if (wanted.every(({ checks }) => checks.length === 0)) return;
  const world = { ...(await start()), cameraFile };
  const lane = async (rest) => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
      if (await holds(next, browser, world)) passed += 1;
      else failed += 1;
    }
  };
  try {
    for (const { lanes, checks } of wanted)
      await Promise.all(Array.from({ length: lanes }, () => lane(checks)));
  } finally {
    await world.stop();
  }
}

async function holds([name, perform], browser, world) {
  const startedMs = Date.now();
  try {
    await perform(browser, world);
    console.log(`ok    ${name} (${Date.now() - startedMs} ms)`);
    return true;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    console.log(`FAIL  ${name}: ${text.split("\n").slice(0, 60).join("\n      ")}`);
    return false;
  }
}
