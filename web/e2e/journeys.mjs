import { headingOf, untilHeading, visit } from "./browser.mjs";
import { bitcoin, check, tron } from "./orders.mjs";

/** What visitors do, each with a browser of their own; `scripts` says whether theirs runs JavaScript. */
export function journeys(scripts) {
  const named = {
    "a swap from the home form to the coins, then by its code": swap,
    "too little arrives: the decision, a refund": refund,
    "a refund address, I have paid, and the order cancelled": cancel,
    "a wrong address is refused beside its field": wrongAddress,
    "a code that nobody has, an order that nobody has, a page that is none": nowhere,
    "another language and another appearance, kept": preferences,
    ...(scripts ? { "a swap by the keyboard alone": byKeyboard } : {}),
  };
  return Object.entries(named).map(([name, journey]) => [
    `${scripts ? "with JavaScript" : "without JavaScript"}: ${name}`,
    (browser, base) => asVisitor(browser, base, { javaScriptEnabled: scripts }, journey),
  ]);
}

async function asVisitor(browser, base, options, journey) {
  const visitor = await visit(browser, base, options);
  try {
    await journey(visitor.page, base, options.javaScriptEnabled);
    check(visitor.complaints.length === 0, `the browser complains: ${visitor.complaints.join(" | ")}`);
  } finally {
    await visitor.close();
  }
}

const button = (page, name) => page.getByRole("button", { name, exact: true });

/** Fills the home form as a visitor does and starts the exchange; ends on the payment page. */
async function startExchange(page, base, amount, scripts) {
  await page.goto(`${base}/en`);
  if (scripts) await page.locator("html[data-hydrated]").waitFor();
  await page.locator("[name=sendCurrency]").selectOption("BTC");
  await page.locator("[name=receiveCurrency]").selectOption("USDT-TRC20");
  await page.locator("[name=sendAmount]").fill(amount);
  await page.locator("[name=receiveAddress]").fill(tron);
  await button(page, "Start exchange").click();
  await page.waitForURL(/\/en\/payment\/[A-Za-z0-9_-]{22}/);
  await untilHeading(page, "Waiting for payment");
}

async function payFromFaucet(page, amount) {
  if (amount !== undefined) await page.locator("input[name=amount]").fill(amount);
  await button(page, "Pay from the simnet faucet").click();
}

async function swap(page, base, scripts) {
  await startExchange(page, base, "0.05", scripts);
  const qr = await page.request.get(new URL(await page.locator("main img").getAttribute("src"), base).href);
  check(qr.headers()["content-type"].startsWith("image/svg"), "the payment has no QR image");
  if (scripts) {
    await page.evaluate(() => {
      globalThis.isSamePage = true;
    });
  }
  await payFromFaucet(page);
  const seen = await untilHeading(page, "Completed");
  if (scripts) {
    check(await page.evaluate(() => globalThis.isSamePage === true), "the page was loaded again on the way");
    check(seen.length >= 3, `only ${seen.join(", ")} was shown on the way`);
  }
  const text = await page.textContent("main");
  check(text.includes("Our payout"), "no payout is shown");
  const code = /#(\d{9})/.exec(text)?.[1] ?? "none";
  await page.getByRole("link", { name: "Track", exact: true }).first().click();
  await page.waitForURL(/\/en\/track/);
  await page.locator("[name=code]").fill(code);
  await button(page, "Search").click();
  await page.waitForURL(new RegExp(`code=${code}`));
  await page.getByRole("heading", { level: 2, name: "Completed" }).waitFor();
  check(!(await page.textContent("main")).includes(tron), "tracking shows the whole address");
}

async function refund(page, base, scripts) {
  await startExchange(page, base, "0.1", scripts);
  await payFromFaucet(page, "0.0002");
  await untilHeading(page, "Your decision is needed");
  const choose = () => page.locator("input[name=choice][value=refund]").check();
  await choose();
  await button(page, "Confirm the decision").click();
  await page.getByText("Enter a refund address.").first().waitFor();
  await choose();
  await page.locator("input[name=refundAddress]").fill(bitcoin);
  await button(page, "Confirm the decision").click();
  await untilHeading(page, "Refunded");
  check((await page.textContent("main")).includes(bitcoin), "the refund address is not shown");
}

async function cancel(page, base, scripts) {
  await startExchange(page, base, "0.1", scripts);
  await button(page, "I have paid").click();
  await page.getByText("Payment submitted, awaiting blockchain confirmation").first().waitFor();
  await page.locator("summary", { hasText: "Add a refund address" }).click();
  await page.locator("input[name=refundAddress]").fill(bitcoin);
  await button(page, "Save the refund address").click();
  await page.locator("dd", { hasText: bitcoin }).waitFor({ state: "attached" });
  await button(page, "Cancel the order").click();
  await untilHeading(page, "Cancelled");
  check(
    (await button(page, "Pay from the simnet faucet").count()) === 0,
    "a cancelled order asks to be paid",
  );
}

async function wrongAddress(page, base) {
  await page.goto(`${base}/en?from=BTC&to=USDT-TRC20&amount=0.1`);
  await page.locator("[name=receiveAddress]").fill(bitcoin);
  await page.locator("[name=receiveAddress]").press("Enter");
  await page.locator("[name=receiveAddress][aria-invalid=true]").waitFor();
  check((await page.inputValue("[name=sendAmount]")) === "0.1", "the form lost its amount");
  check((await page.inputValue("[name=receiveAddress]")) === bitcoin, "the form lost its address");
}

async function nowhere(page, base) {
  await page.goto(`${base}/en/track?code=000000001`);
  await page.getByText("Exchange record not found").first().waitFor();
  await page.goto(`${base}/en/track?code=12`);
  await page.getByText("The tracking code must be 9 digits").first().waitFor();
  for (const [path, heading] of [
    ["/en/payment/AAAAAAAAAAAAAAAAAAAAAA", "Exchange order not found"],
    ["/en/nowhere", "This page does not exist or was removed."],
  ]) {
    const response = await page.goto(`${base}${path}`);
    check(response.status() === 404, `${path} answers ${response.status()}`);
    await untilHeading(page, heading);
  }
  await page.getByRole("link", { name: "Back to the home page" }).click();
  await untilHeading(page, "Swap coins, quietly.");
}

async function preferences(page, base) {
  await page.goto(`${base}/en/track`);
  await page.locator("summary[aria-label=Language]").click();
  await page.locator("button[name=language][value=zh-cn]").first().click();
  await page.waitForURL(/\/zh-cn\/track/);
  await untilHeading(page, "查询订单");
  await page.locator("summary[aria-label=外观]").click();
  await page.locator("button[name=theme][value=dark]").click();
  await page.locator("html[data-theme=dark]").waitFor();
  await page.goto(base);
  check(page.url().endsWith("/zh-cn"), `the language was not kept: ${page.url()}`);
  await page.locator("html[data-theme=dark]").waitFor();
}

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
    const isShown = await page.evaluate(() => {
      const lit = [document.activeElement, document.activeElement?.parentElement].filter(Boolean);
      return lit.some((element) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
        return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
      });
    });
    check(isShown, `the focus does not show on ${selector}`);
    return;
  }
  throw new Error(`${selector} cannot be reached in ${tabsMax} tabs`);
}

/** Opens a currency picker, types what is looked for and takes the first that fits. */
async function choose(page, name, words, value) {
  await tabTo(page, `div:has(> select[name=${name}]) > button`);
  await page.keyboard.press("Enter");
  await page.locator("dialog[open] input").waitFor();
  await page.keyboard.type(words);
  await page.keyboard.press("Enter");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  check((await page.inputValue(`select[name=${name}]`)) === value, `${words} did not choose ${value}`);
}

async function byKeyboard(page, base) {
  await page.goto(`${base}/en`);
  await page.locator("html[data-hydrated]").waitFor();
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
  check((await headingOf(page)) === "Completed", "the page moved on");
}
