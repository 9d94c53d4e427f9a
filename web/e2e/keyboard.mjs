import { button, open, untilHeading } from "./browser.mjs";
import { bitcoin, cancelOrder, check, createOrder, payOrder, tron, untilState } from "./orders.mjs";
import { admin } from "./server.mjs";

/** What visitors do who have no pointer. */
export const keyboardJourneys = {
  "a swap": swap,
  "the currency picker, by arrows, by words, and away again": picker,
  "a decision and its refund": refund,
  "an order cancelled by two presses": cancel,
  "track an order, and forget the orders of this browser": track,
  "the questions, the menus and the skip link": reading,
};

/** What an administrator does who has no pointer; the server keeps its loans. */
export const keyboardConsole = {
  "log in, create a loan, mark it as paid, log out": lend,
};

const tabsMax = 60;

/** Presses Tab until the element has the focus, which has to show. */
async function tabTo(page, selector) {
  for (let tabs = 0; tabs < tabsMax; tabs++) {
    await page.keyboard.press("Tab");
    const isThere = await page.evaluate(
      (wanted) => document.activeElement?.matches(wanted) === true,
      selector,
    );
    if (!isThere) continue;
    check(await isFocusShown(page), `the focus does not show on ${selector}`);
    return;
  }
  throw new Error(`${selector} cannot be reached in ${tabsMax} tabs`);
}

/** Whether the focused element, or what stands around or beside it in its place, bears an outline or a shadow. */
function isFocusShown(page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    const lit = [element, element?.parentElement, element?.closest("label")].filter(Boolean);
    return lit.some((candidate) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(candidate);
      return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
    });
  });
}

/** Waits until a closed dialog has left the page: its close event comes later, and before it the dialog does not open again. */
const untilGone = (page) => page.locator("body > dialog").waitFor({ state: "detached" });

const pickerButton = (name) => `div:has(> select[name=${name}]) > button`;

/** Opens a currency picker, types what is looked for and takes the first that fits. */
async function choose(page, name, words, value) {
  await tabTo(page, pickerButton(name));
  await page.keyboard.press("Enter");
  await page.locator("dialog[open] input").waitFor();
  await page.keyboard.type(words);
  await page.keyboard.press("Enter");
  await untilGone(page);
  check((await page.inputValue(`select[name=${name}]`)) === value, `${words} did not choose ${value}`);
}

async function swap(page, { base }) {
  await open(page, `${base}/en`);
  await tabTo(page, "[name=sendAmount]");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("0.02");
  await choose(page, "sendCurrency", "BTC", "BTC");
  await choose(page, "receiveCurrency", "trc20", "USDT-TRC20");
  await tabTo(page, "[name=receiveAddress]");
  await page.keyboard.type(tron);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/en\/payment\//);
  await untilHeading(page, "Waiting for payment");
  await tabTo(page, "input[name=amount]");
  await page.keyboard.press("Enter");
  await untilHeading(page, "Completed");
}

async function picker(page, { base }) {
  await open(page, `${base}/en?from=BTC&to=USDT-TRC20`);
  await tabTo(page, pickerButton("sendCurrency"));
  await page.keyboard.press("Enter");
  const search = page.locator("dialog[open] [role=combobox]");
  await search.waitFor();
  check(await search.evaluate((input) => document.activeElement === input), "the search has no focus");
  const active = () =>
    search.evaluate((input) => document.getElementById(input.getAttribute("aria-activedescendant"))?.id);
  const before = await active();
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(
    ([input, id]) => input.getAttribute("aria-activedescendant") !== id,
    [await search.elementHandle(), before],
  );
  await page.keyboard.press("ArrowUp");
  check((await active()) === before, "the arrows do not lead back");
  await page.keyboard.type("no such coin");
  await page.locator("dialog[open] [role=option]").first().waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  check(await search.isVisible(), "Enter chose something where nothing was found");
  await page.keyboard.press("Escape");
  await untilGone(page);
  await hasFocus(page, pickerButton("sendCurrency"));
  check((await page.inputValue("select[name=sendCurrency]")) === "BTC", "Escape changed the currency");
  await page.keyboard.press("Enter");
  await hasFocus(page, "dialog[open] [role=combobox]");
  await page.keyboard.type("monero");
  await page.keyboard.press("Enter");
  await untilGone(page);
  check((await page.inputValue("select[name=sendCurrency]")) === "XMR", "monero did not choose XMR");
  await hasFocus(page, pickerButton("sendCurrency"));
}

async function refund(page, { base }) {
  const order = await createOrder(base, "0.1");
  await payOrder(base, order, { amount: "0.0002" });
  await untilState(base, order, "action_required");
  await open(page, `${base}/en/payment/${order.id}`);
  await tabTo(page, "input[name=choice]");
  const isRefund = () => page.locator("input[name=choice][value=refund]").isChecked();
  for (let presses = 0; presses < 3 && !(await isRefund()); presses++) await page.keyboard.press("ArrowDown");
  check(await isRefund(), "the arrows do not choose the refund");
  await tabTo(page, "input[name=refundAddress]");
  await page.keyboard.type(tron);
  await tabTo(page, "button.decision-made");
  await page.keyboard.press("Enter");
  // The button that was pressed was disabled meanwhile: the focus is not lost with it.
  await page.locator("input[name=refundAddress][aria-invalid=true]:focus").waitFor();
  await page.keyboard.press("Control+A");
  await page.keyboard.type(bitcoin);
  await page.keyboard.press("Enter");
  await untilHeading(page, "Refunded");
}

async function cancel(page, { base }) {
  const order = await createOrder(base, "0.1");
  await open(page, `${base}/en/payment/${order.id}`);
  await tabTo(page, "form:has([name=intent][value=cancel]) summary");
  await page.keyboard.press("Enter");
  await tabTo(page, "form:has([name=intent][value=cancel]) button");
  await page.keyboard.press("Enter");
  await untilHeading(page, "Cancelled");
}

async function track(page, { base }) {
  const order = await createOrder(base, "0.1");
  await cancelOrder(base, order);
  await open(page, `${base}/en/payment/${order.id}`);
  await page.waitForFunction((id) => JSON.stringify({ ...localStorage }).includes(id), order.id);
  await open(page, `${base}/en`);
  await tabTo(page, "a[href$='/track']");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/en\/track/);
  await tabTo(page, "[name=code]");
  await page.keyboard.type(order.trackingCode);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 2, name: "Cancelled" }).waitFor();
  const forget = button(page, "Forget");
  await forget.waitFor();
  await tabTo(page, "#recent button[aria-expanded]");
  await page.keyboard.press("Enter");
  await page.locator(`#recent a[href*='${order.id}']`).waitFor();
  await tabTo(page, "#recent button:not([aria-expanded])");
  await page.keyboard.press("Enter");
  await forget.waitFor({ state: "detached" });
}

async function reading(page, { base }) {
  await open(page, `${base}/en/faq`);
  await page.keyboard.press("Tab");
  await hasFocus(page, "a[href='#content']");
  await page.keyboard.press("Enter");
  await tabTo(page, "main details summary");
  await page.keyboard.press("Enter");
  await page.locator("main details[open] div").first().waitFor();
  await open(page, `${base}/en/faq`);
  await tabTo(page, "summary[aria-label=Language]");
  await page.keyboard.press("Enter");
  await page.locator("header details[open] button[name=language][value=fr]").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("header details[open]").waitFor({ state: "detached" });
  await hasFocus(page, "header summary");
  await page.keyboard.press("Enter");
  await tabTo(page, "button[name=language][value=fr]");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/fr\/faq/);
}

async function hasFocus(page, selector) {
  await page
    .waitForFunction((wanted) => document.activeElement?.matches(wanted) === true, selector, {
      timeout: 15_000,
    })
    .catch(() => {
      throw new Error(`${selector} does not have the focus`);
    });
}

async function lend(page, { base }) {
  await open(page, `${base}/en/admin`);
  await tabTo(page, "[name=username]");
  await page.keyboard.type(admin.username);
  await tabTo(page, "[name=password]");
  await page.keyboard.type(admin.password);
  await page.keyboard.press("Enter");
  await page.getByRole("navigation", { name: "Parts of the console" }).waitFor();
  await tabTo(page, "nav a[href$='tab=loans']");
  await page.keyboard.press("Enter");
  await page.locator("#loan-exchangeRate:not([value=''])").waitFor();
  await tabTo(page, "#loan-amount");
  await page.keyboard.type("0.00246802");
  await tabTo(page, "#loan-exchangeRate");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("60000");
  await page.keyboard.press("Enter");
  const loan = page.locator("main ol li:first-child", { hasText: "0.00246802 BTC" });
  await loan.waitFor();
  const mark = "main ol li:first-child button";
  await tabTo(page, mark);
  await page.keyboard.press("Enter");
  await page.locator("dialog[open] [name=txHash]").waitFor();
  await page.keyboard.press("Escape");
  await untilGone(page);
  const isBack = await page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, mark);
  check(isBack, "the focus is not back on the button that opened the dialog");
  await page.keyboard.press("Enter");
  await page.locator("dialog[open] [name=txHash]").waitFor();
  await tabTo(page, "dialog[open] button[type=submit]");
  await page.keyboard.press("Enter");
  await loan.getByText("Paid", { exact: true }).waitFor();
  await hasFocus(page, "main ol li:first-child");
  await tabTo(page, "header > div > button");
  await page.keyboard.press("Enter");
  await page.locator("[name=username]").waitFor();
}
