import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { bitcoin, check, tron } from "./orders.mjs";
import { close } from "./report.mjs";
import { startServer } from "./server.mjs";

/**
 * `node web/e2e/firefox.mjs`: the swap, and a refused address, in Debian's firefox-esr over WebDriver BiDi. The client
 * is the Puppeteer that Lighthouse brings: Playwright's Firefox is a build of its own, and its BiDi mode asks for
 * `emulation.setMediaFeaturesOverride`, which Firefox 153 does not have.
 */
const fromLighthouse = createRequire(createRequire(import.meta.url).resolve("lighthouse"));
const { default: puppeteer } = await import(fromLighthouse.resolve("puppeteer-core"));

const places = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];
const executablePath = [process.env.FIREFOX_PATH, ...places].find(
  (path) => path !== undefined && existsSync(path),
);
const untilMs = 45_000;
const checks = {
  "a swap from the home form to the coins": swap,
  "a wrong address is refused beside its field, another language keeps the page": preferences,
};

if (executablePath === undefined) {
  console.error(
    "No Firefox was found: install one (Debian: apt-get install firefox-esr) or set FIREFOX_PATH.",
  );
  close({ passed: 0, failed: 1 });
  process.exit();
}
/**
 * What Firefox 140 says of pages for which Puppeteer has a script run first, without a place: of 20 in 100 where that
 * script was empty, and of none in 28 without one.
 */
const OF_NO_PAGE = 'Error: Permission denied to access property "length"';
let failed = 0;
const server = await startServer();
try {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    headless: true,
    // The window's own size: to set another, Puppeteer asks for a command that the Firefox of Debian 13 does not have.
    defaultViewport: null,
    args: ["--width=1280", "--height=900"],
  });
  try {
    console.log(await browser.version());
    for (const [name, perform] of Object.entries(checks))
      failed += (await holds(name, perform, browser)) ? 0 : 1;
  } finally {
    await browser.close();
  }
} finally {
  await server.stop();
}
close({ passed: Object.keys(checks).length - failed, failed });

async function holds(name, perform, browser) {
  const startedMs = Date.now();
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    const complaints = await listen(page);
    await perform(page, server.base);
    check(complaints.length === 0, `the browser complains: ${complaints.join(" | ")}`);
    console.log(`ok    Firefox: ${name} (${Date.now() - startedMs} ms)`);
    return true;
  } catch (error) {
    console.log(`FAIL  Firefox: ${name}: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  } finally {
    await context.close();
  }
}

/** Collects errors and warnings of the console, exceptions, and violations of the content security policy. */
async function listen(page) {
  const complaints = [];
  page.setDefaultTimeout(untilMs);
  page.on("console", (message) => {
    if (["error", "warn"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", ({ message }) => {
    if (message !== OF_NO_PAGE) complaints.push(message);
  });
  await page.evaluateOnNewDocument(() => {
    // Over BiDi an error that is logged comes without its text.
    const { error } = console;
    console.error = (...parts) =>
      error(parts.map((part) => (part instanceof Error ? `${part} ${part.stack}` : String(part))).join(" "));
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return complaints;
}

async function open(page, url) {
  await page.goto(url);
  await until(page, () => document.querySelector("html[data-hydrated]") !== null);
  await until(page, () =>
    Object.keys(document.querySelector("#content h1") ?? {}).some((key) => key.startsWith("__reactProps$")),
  );
}

/** Asks the page until it says so: Puppeteer's own waiting makes a function of text there, which our policy forbids. */
async function until(page, holdsThere, ...given) {
  const endsAt = Date.now() + untilMs;
  // A page that is being left does not answer.
  while (!(await page.evaluate(holdsThere, ...given).catch(() => false))) {
    check(Date.now() < endsAt, `never: ${holdsThere}`);
    await sleep(50);
  }
}

async function fill(page, selector, text) {
  await page.evaluate((wanted) => {
    document.querySelector(wanted).focus();
    document.querySelector(wanted).select();
  }, selector);
  await page.keyboard.type(text);
  await until(page, (field, wanted) => document.querySelector(field).value === wanted, selector, text);
}

async function choose(page, selector, value) {
  const set = (within, wanted) => {
    const list = document.querySelector(within);
    list.value = wanted;
    list.dispatchEvent(new Event("change", { bubbles: true }));
  };
  await page.evaluate(set, selector, value);
  await until(page, (within, wanted) => document.querySelector(within).value === wanted, selector, value);
}

/** Clicks what is called so, by its place: Puppeteer's own click waits in the page as its locators do. */
async function press(page, selector, name = "") {
  const isThere = (within, wanted) =>
    [...document.querySelectorAll(within)].some((one) => one.textContent.includes(wanted));
  await until(page, isThere, selector, name);
  const place = await page.evaluate(
    (within, wanted) => {
      const called = [...document.querySelectorAll(within)].find((one) => one.textContent.includes(wanted));
      called.scrollIntoView({ block: "center", behavior: "instant" });
      const { left, top, width, height } = called.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    },
    selector,
    name,
  );
  await page.mouse.click(place.x, place.y);
}

function untilHeading(page, text) {
  return until(page, (wanted) => document.querySelector("h1")?.textContent === wanted, text);
}

async function swap(page, base) {
  await open(page, `${base}/en`);
  await choose(page, "[name=sendCurrency]", "BTC");
  await choose(page, "[name=receiveCurrency]", "USDT-TRC20");
  await fill(page, "[name=sendAmount]", "0.05");
  await fill(page, "[name=receiveAddress]", tron);
  await press(page, "button", "Start exchange");
  await untilHeading(page, "Waiting for payment");
  const path = await page.evaluate(() => location.pathname);
  check(/^\/en\/payment\/[\w-]{22}$/.test(path), `the payment page is ${path}`);
  const drawn = await page.evaluate(async () => {
    const image = document.querySelector("main img");
    await image.decode();
    return image.naturalWidth;
  });
  check(drawn > 0, "the QR code is not drawn");
  await press(page, "button", "Pay from the simnet faucet");
  await untilHeading(page, "Completed");
  const text = await page.evaluate(() => document.querySelector("main").textContent);
  check(text.includes("Our payout"), "no payout is shown");
}

async function preferences(page, base) {
  await open(page, `${base}/en?from=BTC&to=USDT-TRC20&amount=0.1`);
  await fill(page, "[name=receiveAddress]", bitcoin);
  await page.evaluate(() => document.querySelector("[name=receiveAddress]").focus());
  await page.keyboard.press("Enter");
  await until(page, () => document.querySelector("[name=receiveAddress][aria-invalid=true]") !== null);
  await press(page, "summary[aria-label=Language]");
  // The pointer made the page load its tips: Firefox reports a page that is left meanwhile.
  await page.waitForNetworkIdle({ idleTime: 1_000 });
  await Promise.all([page.waitForNavigation(), press(page, "header button[name=language][value=fr]")]);
  check(page.url() === `${base}/fr?from=BTC&to=USDT-TRC20&amount=0.1`, `the page is ${page.url()}`);
  const lang = await page.evaluate(() => document.documentElement.lang);
  check(lang === "fr", `html lang is ${lang}`);
}
