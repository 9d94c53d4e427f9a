import { open } from "./browser.mjs";
import { check } from "./orders.mjs";
import { isSteady, noteShifts } from "./steady.mjs";

/** The offer of another language, to a visitor of a phone in Tokyo. */
export const offer = {
  "the offer of another language covers no control and moves nothing, on any page": coversNothing,
  "the offer of another language is taken, and does not come again": isTaken,
  "the offer of another language is declined, and does not come again": isDeclined,
  "the offer of another language is declined for good where storage is refused": isDeclinedWithoutStorage,
};

/** A small phone in Japan. */
export const tokyoPhone = { viewport: { width: 360, height: 740 }, timezoneId: "Asia/Tokyo" };

const PATHS = ["", "?form=mixer", "/track", "/contact", "/privacy-mixer", "/currencies", "/faq", "/simnet"];
const offered = (page) => page.locator("form[aria-label=Language]:has([name=language][value=ja])").last();

async function coversNothing(page, { base }) {
  await noteShifts(page);
  for (const path of PATHS) {
    await open(page, `${base}/en${path}`);
    const banner = page.getByRole("form", { name: "Language" });
    await banner.waitFor();
    await page.waitForTimeout(500);
    await isSteady(page);
    const covered = await page.evaluate(coveredControls);
    check(covered.length === 0, `${path}: the offer covers ${covered.join(", ")}`);
  }
}

/** In the page, at each height of it: controls that lie, as far as one sees them, under the offer. */
async function coveredControls() {
  const banner = [...document.querySelectorAll("form[aria-label=Language]")].at(-1);
  const covered = new Set();
  const last = document.documentElement.scrollHeight - innerHeight;
  for (let top = 0; ; top = Math.min(top + innerHeight / 2, last)) {
    scrollTo({ top, behavior: "instant" });
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const { left, right, top: upper, bottom: lower } = banner.getBoundingClientRect();
    for (const control of document.querySelectorAll("a, button, input, select, textarea, summary")) {
      if (banner.contains(control)) continue;
      const box = control.getBoundingClientRect();
      if (
        box.width === 0 ||
        box.right <= left ||
        box.left >= right ||
        box.bottom <= upper ||
        box.top >= lower
      )
        continue;
      const x = (Math.max(box.left, left) + Math.min(box.right, right)) / 2;
      const y = (Math.max(box.top, upper) + Math.min(box.bottom, lower)) / 2;
      if (banner.contains(document.elementFromPoint(x, y)))
        covered.add(control.textContent.trim() || control.name || control.tagName);
    }
    if (top >= last) return [...covered];
  }
}

async function isTaken(page, { base }) {
  await open(page, `${base}/en/faq`);
  await offered(page).getByRole("button", { name: "日本語" }).click();
  await page.waitForURL(`${base}/ja/faq`);
  await page.locator("html[data-hydrated]").waitFor();
  await page.waitForTimeout(500);
  check((await page.getByRole("form").count()) === 0, "the offer comes again");
}

async function isDeclinedWithoutStorage(page, world) {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, "localStorage", {
      get() {
        throw new DOMException("refused", "SecurityError");
      },
    });
  });
  await isDeclined(page, world);
}

async function isDeclined(page, { base }) {
  await open(page, `${base}/en/faq`);
  const close = offered(page).getByRole("button", { name: "Keep this language" });
  await close.click();
  await close.waitFor({ state: "hidden" });
  await open(page, `${base}/en/track`);
  await page.waitForTimeout(500);
  check((await page.getByRole("form").count()) === 0, "the offer comes again");
}
