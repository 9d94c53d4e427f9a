import { join } from "node:path";
import { adminJourneys, approval, plainAdmin } from "./admin.mjs";
import { again } from "./again.mjs";
import { analyticsChecks, startWithAnalytics } from "./analytics.mjs";
import { below } from "./below.mjs";
import { checksOf, findChromium, findHeadless, launch, withCamera } from "./browser.mjs";
import { codesJourneys, startWithCodes } from "./codes.mjs";
import { contact } from "./contact.mjs";
import { early } from "./early.mjs";
import { explorer } from "./explorer.mjs";
import { faces } from "./faces.mjs";
import { jammed } from "./jammed.mjs";
import { journeys } from "./journeys.mjs";
import { keyboardConsole, keyboardJourneys } from "./keyboard.mjs";
import { later } from "./later.mjs";
import { layers } from "./layers.mjs";
import { menus, phone, plainMenus } from "./menus.mjs";
import { homeMixer, mixer } from "./mixer.mjs";
import { offer, tokyoPhone } from "./offer.mjs";
import { pageChecks } from "./pages.mjs";
import { print } from "./print.mjs";
import { qr } from "./qr.mjs";
import { recent } from "./recent.mjs";
import { close } from "./report.mjs";
import { camera, noCamera } from "./scanner.mjs";
import { temporaryFolder } from "./server.mjs";
import { prepareData, startQuick, startStill } from "./states.mjs";
import { steady } from "./steady.mjs";
import { tronPayment } from "./tron.mjs";

/**
 * `node web/e2e/main.mjs [--full] [--paths | --pages] [--beside] [words of a check's name]`: the built product in a browser,
 * against the real server. `--full` lets all of axe's rules look at every page in six languages and both appearances;
 * `--paths` leaves the looks at every page out, and `--pages` everything else. `--beside` leaves room for other tests.
 */
const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const [isFull, isPaths, isPages, isBeside] = ["--full", "--paths", "--pages", "--beside"].map((word) =>
  process.argv.includes(word),
);
const isWanted = ([name]) => name.includes(words.join(" "));
const plain = { scripts: false };
/** Checks at once: five keep two cores busy, although checks wait now and then. Beside other tests one is enough. */
const LANES = isBeside ? 1 : 5;
/** A journey takes up to half a minute, and so does a part of the looks at all pages; with all of axe's rules, many minutes. */
const CHECK_MS_MAX = isFull ? 1_800_000 : 150_000;
/** Queues of checks: those of one queue run one after the other, the queues side by side. */
const apart = (checks) => checks.map((check) => [check]);

/** What needs blocks that come by themselves. Without JavaScript a page waits for its next refresh: these start first. */
const onMovingChains = apart([
  ...checksOf("without JavaScript", { ...journeys, ...explorer, ...mixer, ...plainMenus, ...print }, plain),
  ...checksOf("with JavaScript", {
    ...journeys,
    ...explorer,
    ...mixer,
    ...homeMixer,
    ...again,
    ...early,
    ...steady,
    ...below,
    ...later,
    ...faces,
    ...layers,
    ...recent,
    ...print,
    ...qr,
    ...jammed,
  }),
  ...checksOf("by the keyboard alone", keyboardJourneys),
]);
/** Looks at every page, before an order changes. */
const looks = apart(pageChecks(isFull));
/** What changes no order. There is one clipboard and one camera. */
const onFixedOrders = [
  checksOf("menus", menus, phone),
  checksOf("first visit", offer, tokyoPhone),
  checksOf("with JavaScript", contact),
  [
    ...withCamera([
      ...checksOf("QR scanner", camera, { permissions: ["camera"] }),
      ...checksOf("QR scanner", noCamera),
    ]),
    ...checksOf("without JavaScript", plainAdmin, plain),
  ],
];
/** What mines and decides: administrators, payments on TRON block by block, and a loan paid on Bitcoin. */
const onMinedBlocks = [
  [...checksOf("admin", adminJourneys), ...checksOf("admin by the keyboard alone", keyboardConsole)],
  [...checksOf("with JavaScript", tronPayment), ...checksOf("without JavaScript", tronPayment, plain)],
  checksOf("admin", approval),
];

/** On a server of its own, which asks for one-time codes. */
const onCodes = [checksOf("admin", codesJourneys)];
/** On a server of its own, which has analytics: one after the other, because what comes in is compared. */
const onAnalytics = [analyticsChecks];

const counts = { passed: 0, failed: 0 };
// The whole look is at what visitors have; the frequent one is at its engine.
const executablePath = isFull ? findChromium() : findHeadless();
if (executablePath === undefined || findChromium() === undefined) {
  console.error(
    "No Chromium was found: install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.",
  );
  counts.failed = 1;
} else {
  await runAll(executablePath);
}
close(counts);

async function runAll(executablePath) {
  const folder = await temporaryFolder();
  try {
    const cameraFile = join(folder.path, "camera.y4m");
    const browser = await launch(executablePath);
    try {
      const moving = isPages ? [] : wantedOf(onMovingChains);
      const still = [
        isPaths ? [] : wantedOf(looks),
        isPages ? [] : wantedOf([...onMinedBlocks, ...onFixedOrders]),
      ];
      // Each has a server of its own, which takes a while to start.
      const others = Promise.all([
        runOn(startWithCodes, browser, isPages ? [] : wantedOf(onCodes)),
        runOn(startWithAnalytics, browser, isPages ? [] : wantedOf(onAnalytics)),
      ]);
      // A failure is reported where it is awaited; until then it must not count as unhandled.
      others.catch(() => undefined);
      if (moving.length + still.flat().length === 0) return void (await others);
      const isStillWanted = still.some((queues) => queues.length > 0);
      const data = await prepareData(folder.path);
      const quick = await startQuick(data, { hasOrders: isStillWanted, hasJourneys: moving.length > 0 });
      const ended = await others
        .then(() => runQueues(moving, browser, { ...quick, cameraFile }))
        .then(() => quick.ended)
        .finally(() => quick.stop());
      if (!isStillWanted) return;
      const world = { ...(await startStill(data, ended)), cameraFile };
      try {
        for (const queues of still) await runQueues(queues, browser, world);
      } finally {
        await world.stop();
      }
    } finally {
      await browser.close();
    }
  } finally {
    await folder.remove();
  }
}

async function runOn(start, browser, queues) {
  if (queues.length === 0) return;
  const world = await start();
  try {
    await runQueues(queues, browser, world);
  } finally {
    await world.stop();
  }
}

function wantedOf(queues) {
  return queues.map((queue) => queue.filter(isWanted)).filter((queue) => queue.length > 0);
}

/** Runs the queues in as many lanes as there are; a lane that is free takes the next queue. */
async function runQueues(queues, browser, world) {
  const rest = [...queues];
  const lane = async () => {
    for (let queue = rest.shift(); queue !== undefined; queue = rest.shift()) {
      for (const check of queue) counts[(await holds(check, browser, world)) ? "passed" : "failed"] += 1;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function holds([name, perform], browser, world) {
  const startedMs = Date.now();
  try {
    await inTime(perform(browser, world));
    console.log(`ok    ${name} (${Date.now() - startedMs} ms)`);
    return true;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    console.log(`FAIL  ${name}: ${text.split("\n").slice(0, 60).join("\n      ")}`);
    return false;
  }
}

/** Each wait in a check has a limit of its own; a browser that does not even close its page has none. */
async function inTime(performed) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`it has not ended after ${CHECK_MS_MAX / 1_000} s`)),
      CHECK_MS_MAX,
    );
  });
  try {
    await Promise.race([performed, late]);
  } finally {
    clearTimeout(timer);
  }
}
