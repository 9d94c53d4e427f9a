import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The Chromium to use: CHROMIUM_PATH, or one at the usual places; undefined when there is none. */
export function findChromium() {
  return [process.env.CHROMIUM_PATH, ...places].find((path) => path !== undefined && existsSync(path));
}

/** Launches Chromium without a sandbox where this process is root, which Chromium otherwise refuses. */
export function launch(executablePath) {
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath, args });
}

/** A fresh visitor; everything the page complains about is kept in `complaints`. */
export async function visit(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => {
    // The browser itself reports a page's 404 or 422; those are asked for.
    const isStatus = message.text().startsWith("Failed to load resource");
    if ((message.type() === "error" || message.type() === "warning") && !isStatus)
      complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.setDefaultTimeout(30_000);
  return { page, complaints, close: () => context.close() };
}

/** Waits until the page's heading is one of the texts; without scripts, the page loads itself again meanwhile. */
export async function untilHeading(page, text, ms = 60_000) {
  const until = Date.now() + ms;
  let last = "";
  while (Date.now() < until) {
    last = (await page.textContent("h1").catch(() => null)) ?? "";
    if (last === text) return;
    await page.waitForTimeout(200);
  }
  throw new Error(`the heading is "${last}" and not "${text}" after ${ms} ms`);
}
