import { button, open } from "./browser.mjs";
import { check, tron } from "./orders.mjs";

/** What a visitor does on a slow line, before the scripts are there. */
export const early = {
  "what is entered before the scripts are there counts": earlyInput,
  "what is entered while the page comes alive counts": lateInput,
  "a page is painted before its code is asked for": paintedFirst,
  "a link that is followed before the page's content is alive leads on": earlyLink,
};

async function earlyInput(page, { base }) {
  let release = () => undefined;
  const held = new Promise((resolve) => {
    release = resolve;
  });
  await page.route(/entry-client.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${base}/en?from=BTC&to=USDT-TRC20&amount=0.1`, { waitUntil: "commit" });
  await page.locator("[name=receiveAddress]").fill(tron);
  await page.locator("[name=sendAmount]").fill("0.2");
  await page.locator("label:has([name=orderType][value=fixed])").click();
  release();
  await page.locator("html[data-hydrated]").waitFor();
  await page.getByText("Rate held for").first().waitFor();
  // The figures are pale as long as they are those of an earlier amount.
  await page.locator("[name=receiveAmount]:not(.text-soft)").waitFor();
  await button(page, "Start exchange").click();
  await page.waitForURL(/\/en\/payment\//);
  await page.getByText("0.2").first().waitFor();
  check((await page.textContent("main")).includes("0.2"), "the order is for another amount than was entered");
}

/** The shell of a page comes alive before its content: a form is filled at that very moment. */
async function lateInput(page, { base }) {
  await page.addInitScript((address) => {
    const fill = () => {
      if (!("hydrated" in document.documentElement.dataset)) return;
      watcher.disconnect();
      const field = document.querySelector("[name=receiveAddress]");
      window.wasAlive = Object.keys(field).some((key) => key.startsWith("__reactProps$"));
      field.value = address;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    };
    const watcher = new MutationObserver(fill);
    watcher.observe(document, { subtree: true, attributes: true, attributeFilter: ["data-hydrated"] });
  }, tron);
  await open(page, `${base}/en?from=BTC&to=USDT-TRC20&amount=0.1`);
  check(!(await page.evaluate("window.wasAlive")), "the form was alive before it was filled");
  await button(page, "Start exchange").click();
  await page.waitForURL(/\/en\/payment\//);
}

async function paintedFirst(page, { base }) {
  await page.goto(`${base}/en`);
  await page.locator("html[data-hydrated]").waitFor();
  const { paintedMs, scripts } = await page.evaluate(() => ({
    paintedMs: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    scripts: performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.endsWith(".js"))
      .map(({ startTime }) => startTime),
  }));
  check(scripts.length > 5, "the page has loaded no code");
  check(Math.min(...scripts) > paintedMs, "code was asked for before anything was painted");
}

/** The shell of a page comes alive before its content: a click at that very moment. */
async function earlyLink(page, { base }) {
  await page.addInitScript(() => {
    // The page that the link leads to has it as well: followed there, it would load that page again and again.
    if (location.pathname !== "/en") return;
    const follow = () => {
      if (!("hydrated" in document.documentElement.dataset)) return;
      watcher.disconnect();
      document.querySelector('header a[href="/en/track"]').click();
    };
    const watcher = new MutationObserver(follow);
    watcher.observe(document, { subtree: true, attributes: true, attributeFilter: ["data-hydrated"] });
  });
  await page.goto(`${base}/en`, { waitUntil: "commit" });
  await page.waitForURL(/\/en\/track$/);
  await page.locator("[name=code]").waitFor();
}
