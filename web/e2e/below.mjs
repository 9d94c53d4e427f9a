import { open } from "./browser.mjs";
import { check, tron } from "./orders.mjs";
import { filled } from "./steady.mjs";

/** What is below the first screen: the server's page has it, and its code comes later. */
export const below = {
  "what is below the first screen is loaded near it, and a pair chosen before that counts": belowScreen,
  "a part below whose code cannot be loaded takes nothing away, and is tried again": brokenPart,
  "a console whose code cannot be loaded says so where the skip link leads": brokenConsole,
};

/** The chart of the home page is in the server's page, and alive once somebody is near it. */
async function belowScreen(page, { base }) {
  const loaded = [];
  page.on("request", (request) => loaded.push(request.url()));
  const isLoaded = () => loaded.some((url) => url.includes("/below-market-"));
  await page.setViewportSize({ width: 390, height: 640 });
  await open(page, `${base}/en`);
  const title = page.locator("#rate-chart");
  await title.getByText("BTC in USDT").waitFor();
  await page.locator("[name=sendCurrency]").selectOption("ETH");
  await page.waitForTimeout(500);
  check(!isLoaded(), "code is loaded that no one needs yet");
  check((await title.textContent()) === "BTC in USDT", "the part was thrown away before its code was there");
  await title.scrollIntoViewIfNeeded();
  await title.getByText("ETH in USDT").waitFor();
  check(isLoaded(), "the part is alive without its code");
}

/** The code of the footer is refused at first; its links are alive once React knows them. */
async function brokenPart(page, { base }) {
  let isBroken = true;
  let asked = 0;
  await page.route(/\/footer-.*\.js(\?.*)?$/, (route) => {
    asked += 1;
    return isBroken ? route.fulfill({ status: 404 }) : route.continue();
  });
  await page.setViewportSize({ width: 1280, height: 640 });
  await filled(page, base);
  const footer = page.locator("#page-end");
  const isAlive = () =>
    footer
      .locator("footer")
      .evaluate((element) => Object.keys(element).some((key) => key.startsWith("__reactProps$")));
  await footer.scrollIntoViewIfNeeded();
  for (const until = Date.now() + 20_000; asked === 0 && Date.now() < until; ) await page.waitForTimeout(50);
  await page.waitForTimeout(500);
  check(asked > 0 && !(await isAlive()), "the footer's code was not refused");
  check(await footer.getByRole("link", { name: "FAQ" }).isVisible(), "the footer is gone");
  check((await page.locator("[name=receiveAddress]").inputValue()) === tron, "the filled form is gone");
  await page.evaluate(() => {
    scrollTo({ top: 0, behavior: "instant" });
    globalThis.isSameDocument = true;
  });
  await page.locator('header a[href="/en/track"]').first().click();
  await page.locator("[name=code]").waitFor();
  check(await page.evaluate(() => globalThis.isSameDocument === true), "the link loaded a new document");
  await page.goBack();
  await page.locator("[name=receiveAddress]").waitFor();
  isBroken = false;
  await page.locator("#home-assurances").scrollIntoViewIfNeeded();
  await footer.scrollIntoViewIfNeeded();
  await footer.getByRole("link", { name: "FAQ" }).waitFor();
  for (const until = Date.now() + 10_000; !(await isAlive()) && Date.now() < until; )
    await page.waitForTimeout(50);
  check(await isAlive(), "the footer is not alive");
}

async function brokenConsole(page, { base }) {
  // The failure is asked for, and the router reports it.
  for (const event of ["pageerror", "console"]) page.removeAllListeners(event);
  await page.route(/\/admin-page-.*\.js$/, (route) => route.fulfill({ status: 404 }));
  await page.goto(`${base}/en/admin`);
  await page.getByRole("alert").getByText("This page failed to load.").waitFor();
  check((await page.locator("main#content [role=alert]").count()) === 1, "there is no content to skip to");
}
