import { button, open } from "./browser.mjs";
import { axeFaults } from "./inspect.mjs";
import { check } from "./orders.mjs";

/** The menus, with JavaScript. */
export const menus = {
  "the side menu holds the focus, goes by Escape, beside it and by its links": sideMenu,
  "the language menu goes by Escape and gives the focus back": languageMenu,
  "a copied address is in the clipboard, and a notice says so": copying,
  "a narrow phone shows both forms of the home page, and that it is a simulation": narrowHome,
  "text twice as large leaves the header and the pages on the screen of a phone": largeText,
};

/** The menus, without JavaScript. */
export const plainMenus = {
  "the menu button of a phone leads to the list of all pages": pageList,
};

/** A phone that has given the pages its clipboard. */
export const phone = {
  viewport: { width: 390, height: 800 },
  reducedMotion: "reduce",
  permissions: ["clipboard-read", "clipboard-write"],
};

async function sideMenu(page, { base }) {
  await open(page, `${base}/en/faq`);
  const opener = button(page, "Menu");
  const menu = page.locator("dialog[open][aria-label=Menu]");
  const isBack = () => opener.evaluate((element) => document.activeElement === element);
  await opener.click();
  await menu.waitFor();
  const faults = await axeFaults(page);
  check(faults.length === 0, `axe: ${faults.join(", ")}`);
  await staysInside(page, "Tab");
  await staysInside(page, "Shift+Tab");
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });
  check(await isBack(), "Escape does not give the focus back");
  check((await page.locator("html.overflow-hidden").count()) === 0, "the page is still held");
  await opener.click();
  await menu.waitFor();
  await page.mouse.click(10, 400);
  await menu.waitFor({ state: "detached" });
  await opener.click();
  await menu.getByRole("link", { name: "Currencies", exact: true }).click();
  await page.waitForURL(`${base}/en/currencies`);
  await menu.waitFor({ state: "detached" });
}

/** The focus goes round among the menu's own; between the rounds it may be the browser's (then the body has it). */
async function staysInside(page, key) {
  const seen = new Set();
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press(key);
    const where = await page.evaluate(() => {
      const { activeElement } = document;
      if (activeElement === document.body) return "body";
      return activeElement?.closest("dialog[open]") ? activeElement.outerHTML.slice(0, 200) : "outside";
    });
    check(where !== "outside", `${key} left the menu`);
    seen.add(where);
  }
  check(seen.size > 10, `${key} reached only ${seen.size} places of the menu`);
}

async function languageMenu(page, { base }) {
  await open(page, `${base}/en`);
  const summary = page.locator("summary[aria-label=Language]");
  const menu = page.locator("header details[open]");
  await summary.click();
  await menu.locator("button[name=language]").first().waitFor();
  check((await menu.locator("button[name=language]").count()) === 6, "not six languages");
  const faults = await axeFaults(page);
  check(faults.length === 0, `axe: ${faults.join(", ")}`);
  await menu.locator("button[name=language]").nth(2).focus();
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });
  check(await summary.evaluate((element) => document.activeElement === element), "the focus is lost");
  await summary.click();
  await menu.waitFor();
  await page.mouse.click(5, 780);
  await menu.waitFor({ state: "detached" });
}

async function copying(page, { base, orders }) {
  const order = orders.waiting;
  await open(page, `${base}/en/payment/${order.id}`);
  const notices = page.locator("ol > li[data-state]");
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  for (const [name, said, value] of [
    ["Copy the address", /address copied to the clipboard/, order.depositAddress],
    ["Copy the amount", /(amount|exactly) copied to the clipboard/, order.sendAmount],
  ]) {
    await button(page, name).first().click();
    await notices.filter({ hasText: said }).waitFor();
    check((await copied()) === value, `the clipboard does not hold ${value}`);
  }
  check((await notices.count()) === 1, `${await notices.count()} notices at once`);
  await page.keyboard.press("F8");
  const isThere = await page.evaluate(() => document.activeElement?.matches("ol, ol *") === true);
  check(isThere, "F8 does not lead to the notices");
  await notices.getByRole("button").click();
  await notices.waitFor({ state: "detached" });
}

async function narrowHome(page, { base }) {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, `${base}/en`);
  const forms = page.getByRole("navigation", { name: "What to do" });
  for (const shown of [forms.getByRole("link", { name: "Mixer" }), page.getByText("simulation").first()]) {
    const box = await shown.boundingBox();
    check(box !== null && box.x >= 0 && box.x + box.width <= 320, "it is beside the screen");
  }
  await forms.getByRole("link", { name: "Mixer" }).click();
  await forms.getByRole("link", { name: "Mixer" }).and(page.locator("[aria-current=page]")).waitFor();
}

async function pageList(page, { base }) {
  await page.setViewportSize(phone.viewport);
  await page.goto(`${base}/en/faq`);
  await page.getByRole("link", { name: "Menu", exact: true }).click();
  await page.locator("footer nav:target").waitFor();
  await page.locator("footer nav:target").getByRole("link", { name: "Currencies", exact: true }).click();
  await page.waitForURL(`${base}/en/currencies`);
}

/** A phone of 360 pixels that shows everything twice as large, as its owner may set it. */
async function largeText(page, { base }) {
  await page.setViewportSize({ width: 180, height: 400 });
  for (const path of ["/en", "/en/faq", "/en/about", "/en/currencies", "/en/track", "/en/mixer"]) {
    await open(page, `${base}${path}`);
    for (const name of ["Menu", "Language", "Appearance"]) {
      const box = await page.locator(`header :is(button, summary)[aria-label="${name}"]`).boundingBox();
      check(box !== null && box.x >= 0 && box.x + box.width <= 180, `${path}: ${name} is off the screen`);
    }
    // The table of prices may be wider: it is read in two directions.
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll("main :is(h1, h2, h3, p, dt, dd, button, input, li)")]
        .filter(
          (one) =>
            one.checkVisibility() &&
            !one.closest("nav.flex, .sr-only") &&
            one.getBoundingClientRect().right > innerWidth + 1,
        )
        .map((one) => one.textContent.slice(0, 40)),
    );
    check(wide.length === 0, `${path}: off the screen: ${wide.join(" | ")}`);
  }
  await button(page, "Menu").click();
  await page.locator("dialog[open][aria-label=Menu]").waitFor();
}
