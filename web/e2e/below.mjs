import { button, open } from "./browser.mjs";
import { check, tron } from "./orders.mjs";
import { filled } from "./steady.mjs";

/** What is below the first screen: the server's page has it, and its code comes later. */
export const below = {
  "what is below the first screen is loaded near it, and a pair chosen before that counts": belowScreen,
  "a part below whose code cannot be loaded takes nothing away, and is tried again": brokenPart,
  "what is done again works, where the code for it could not be loaded the first time": brokenCalls,
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

/** Refuses a file of code until `mend` is called; `asked` says how often it was asked for. */
async function breakFile(page, name) {
  let isBroken = true;
  let asked = 0;
  await page.route(new RegExp(`/${name}-[^/]*\\.js(\\?.*)?$`), (route) => {
    asked += 1;
    return isBroken ? route.fulfill({ status: 404 }) : route.continue();
  });
  return {
    asked: () => asked,
    mend: () => {
      isBroken = false;
    },
  };
}

/** A browser may remember that it could not load a file: what a visitor does again has to work all the same. */
async function brokenCalls(page, { base }) {
  const calls = await breakFile(page, "api-calls");
  const picker = await breakFile(page, "currency-picker");
  await filled(page, base);
  const choose = page.locator("div:has(> select[name=sendCurrency]) > button");
  await choose.click();
  await page.getByText("isn’t responding").first().waitFor();
  check((await page.getByRole("dialog").count()) === 0, "the picker is open without its code");
  calls.mend();
  picker.mend();
  check(calls.asked() > 0 && picker.asked() > 0, "nothing was refused");
  await choose.click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await button(page, "Start exchange").click();
  await page.waitForURL(/\/en\/payment\//);
}

/** The code of the footer is refused at first; its links are alive once React knows them. */
async function brokenPart(page, { base }) {
  const file = await breakFile(page, "footer");
  await page.setViewportSize({ width: 1280, height: 640 });
  await filled(page, base);
  const footer = page.locator("#page-end");
  const isAlive = () =>
    footer
      .locator("footer")
      .evaluate((element) => Object.keys(element).some((key) => key.startsWith("__reactProps$")));
  await footer.scrollIntoViewIfNeeded();
  for (const until = Date.now() + 20_000; file.asked() === 0 && Date.now() < until; )
    await page.waitForTimeout(50);
  await page.waitForTimeout(500);
  check(file.asked() > 0 && !(await isAlive()), "the footer's code was not refused");
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
  file.mend();
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
