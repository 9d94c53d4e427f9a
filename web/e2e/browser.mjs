import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { cameraFlags } from "./camera.mjs";
import { check } from "./orders.mjs";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const shellPlace = "/usr/bin/chromium-headless-shell";

/**
 * What keeps Chromium to itself: no first-run pages, no calls home, no QUIC; and no sandbox, which root cannot have.
 * Without hinting of fonts a text is as wide in the headless shell as on a screen.
 */
export const quietFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--font-render-hinting=none",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The Chromium to use: CHROMIUM_PATH, or one at the usual places; undefined when there is none. */
export function findChromium() {
  return [process.env.CHROMIUM_PATH, ...places].find((path) => path !== undefined && existsSync(path));
}

/**
 * Chromium's headless shell: the same engine without the windows of a desktop, for half of its work; or Chromium where
 * there is none, or CHROMIUM_PATH. It has no camera.
 */
export const findHeadless = () =>
  process.env.CHROMIUM_PATH === undefined && existsSync(shellPlace) ? shellPlace : findChromium();

/** Launches a Chromium headless, with a profile of its own that goes with it. */
export const launch = (executablePath, args = []) =>
  chromium.launch({ executablePath, headless: true, args: [...quietFlags, ...args] });

/** The same checks, each in a Chromium of its own that has a camera, which films the world's file. */
export const withCamera = (checks) =>
  checks.map(([name, perform]) => [
    name,
    async (_, world) => {
      const browser = await launch(findChromium(), cameraFlags(world.cameraFile));
      try {
        await perform(browser, world);
      } finally {
        await browser.close();
      }
    },
  ]);

/**
 * A fresh visitor. What the browser complains about is kept in `complaints`: errors and warnings of the console,
 * exceptions, violations of the content security policy, and requests to anywhere but the service.
 */
export async function visit(browser, base, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: "en-US",
    timezoneId: "UTC",
    ...options,
  });
  const complaints = [];
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  const page = await context.newPage();
  page.on("console", (message) => {
    // The browser itself reports a page's 404 or 422; those are asked for.
    const isStatus = message
      .text()
      .startsWith("Failed to load resource: the server responded with a status of 4");
    if (["error", "warning"].includes(message.type()) && !isStatus) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== base) complaints.push(`a request to ${origin}`);
  });
  page.setDefaultTimeout(45_000);
  return { page, complaints, close: () => context.close() };
}

/**
 * Checks of journeys by name, each made by a fresh visitor with or without JavaScript; a journey fails, too, when the
 * browser complained on the way. `options` are those of Playwright's contexts.
 */
export function checksOf(title, named, { scripts = true, ...options } = {}) {
  return Object.entries(named).map(([name, journey]) => [
    `${title}: ${name}`,
    async (browser, world) => {
      const visitor = await visit(browser, world.base, { ...options, javaScriptEnabled: scripts });
      try {
        await journey(visitor.page, world, scripts);
        const { complaints } = visitor;
        check(complaints.length === 0, `the browser complains: ${complaints.join(" | ")}`);
      } finally {
        await visitor.close();
      }
    },
  ]);
}

/** Opens a page and, where scripts run, waits until the page is alive. */
export async function open(page, url, scripts = true) {
  const answer = await page.goto(url);
  if (scripts) await untilAlive(page);
  return answer;
}

/** React takes the frame over first, then the content, then its forms: until then nobody hears what a visitor does. */
async function untilAlive(page) {
  await page.locator("html[data-hydrated]").waitFor();
  await page.waitForFunction(() => {
    const parts = [...document.querySelectorAll("#content h1, #content form")];
    const isAlive = (part) => Object.keys(part).some((key) => key.startsWith("__reactProps$"));
    return parts.length > 0 && parts.every(isAlive);
  });
}

/** The button of exactly this name. */
export const button = (page, name) => page.getByRole("button", { name, exact: true });

/** Waits until the page's heading is the text; where it never is, says which heading there is. */
export async function untilHeading(page, text, ms = 90_000) {
  const exactly = new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);
  try {
    await page.locator("h1", { hasText: exactly }).waitFor({ timeout: ms });
  } catch {
    const heading = await page.textContent("h1", { timeout: 2_000 }).catch(() => null);
    throw new Error(`the heading is "${heading}" and not "${text}" after ${ms} ms`);
  }
}
