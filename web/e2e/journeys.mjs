import { button, open, untilHeading } from "./browser.mjs";
import { payFromFaucet, startExchange } from "./exchange.mjs";
import { bitcoin, check, tron } from "./orders.mjs";

/** What visitors do, with JavaScript and without it alike. */
export const journeys = {
  "a swap from the home form to the coins, then by its code": swap,
  "too little arrives: the decision, a refund": refund,
  "a refund address, I have paid, and the order cancelled": cancel,
  "a wrong address is refused beside its field": wrongAddress,
  "a code that nobody has, an order that nobody has, a page that is none": nowhere,
  "another language and another appearance, kept": preferences,
  "another language on the same page, with what it shows": samePage,
  "several questions open at once, and one by its address": questions,
};

async function swap(page, { base }, scripts) {
  await startExchange(page, base, "0.05", scripts);
  const qr = await page.request.get(new URL(await page.locator("main img").getAttribute("src"), base).href);
  check(qr.headers()["content-type"].startsWith("image/svg"), "the payment has no QR image");
  if (scripts) {
    await page.evaluate(() => {
      globalThis.isSamePage = true;
    });
  }
  await payFromFaucet(page);
  await untilHeading(page, "Completed");
  if (scripts)
    check(await page.evaluate(() => globalThis.isSamePage === true), "the page was loaded again on the way");
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

async function refund(page, { base }, scripts) {
  await startExchange(page, base, "0.1", scripts);
  await payFromFaucet(page, "0.0002");
  await untilHeading(page, "Your decision is needed");
  await button(page, "Choose one of the two").click();
  await page.getByText("Please choose what to do with the coins.").first().waitFor();
  check(
    !(await page.locator("[name=refundAddress]").isVisible()),
    "a refund address is asked for without a refund",
  );
  const choose = () => page.locator("label:has(input[name=choice][value=refund])").click();
  await choose();
  await button(page, "Confirm the decision").click();
  await page.getByText("Enter a refund address.").first().waitFor();
  await choose();
  await page.locator("input[name=refundAddress]").fill(bitcoin);
  await button(page, "Confirm the decision").click();
  await untilHeading(page, "Refunded");
  const text = await page.textContent("main");
  check(text.includes(bitcoin), "the refund address is not shown");
  check(text.includes("Sent back") && !text.includes("You receive, about"), "a refund promises an exchange");
}

async function cancel(page, { base }, scripts) {
  await startExchange(page, base, "0.1", scripts);
  await button(page, "I have paid").click();
  await page.getByText("Payment submitted, awaiting blockchain confirmation").first().waitFor();
  await page.getByText("Looking for your payment on Bitcoin").waitFor();
  await unfold(page, scripts, "Add a refund address");
  await page.locator("input[name=refundAddress]").fill(bitcoin);
  await button(page, "Save the refund address").click();
  await page.locator("dd", { hasText: bitcoin }).waitFor({ state: "attached" });
  await unfold(page, scripts, "Cancel the order");
  await untilHeading(page, "Waiting for payment");
  const reloads = page.locator("meta[http-equiv=refresh]");
  check(scripts || (await reloads.count()) === 0, "the page folds again what its visitor has unfolded");
  await button(page, "Yes, cancel it").click();
  await untilHeading(page, "Cancelled");
  check(
    (await button(page, "Pay from the simnet faucet").count()) === 0,
    "a cancelled order asks to be paid",
  );
}

/** Opens a part of an order's page; a page that loads itself again shows it open at an address of its own. */
const unfold = (page, scripts, name) =>
  page.locator(scripts ? "summary" : "main a", { hasText: name }).click();

async function wrongAddress(page, { base }, scripts) {
  await open(page, `${base}/en?from=BTC&to=USDT-TRC20&amount=0.1`, scripts);
  await page.locator("[name=receiveAddress]").fill(bitcoin);
  await page.locator("[name=receiveAddress]").press("Enter");
  await page.locator("[name=receiveAddress][aria-invalid=true]").waitFor();
  check((await page.inputValue("[name=sendAmount]")) === "0.1", "the form lost its amount");
  check((await page.inputValue("[name=receiveAddress]")) === bitcoin, "the form lost its address");
}

async function nowhere(page, { base }, scripts) {
  await page.goto(`${base}/en/track?code=000000001`);
  await page.getByText("Exchange record not found").first().waitFor();
  await page.goto(`${base}/en/track?code=12`);
  await page.getByText("The tracking code must be 9 digits").first().waitFor();
  for (const [path, heading] of [
    ["/en/payment/AAAAAAAAAAAAAAAAAAAAAA", "Exchange order not found"],
    ["/en/nowhere", "This page does not exist or was removed."],
    ["/nowhere/at/all?x=1", "This page does not exist or was removed."],
  ]) {
    const response = await page.goto(`${base}${path}`);
    check(response.status() === 404, `${path} answers ${response.status()}`);
    await untilHeading(page, heading);
    if (scripts) await page.locator("html[data-hydrated]").waitFor();
    check(page.url() === `${base}${path}`, `the address of ${path} became ${page.url()}`);
  }
  await page.getByRole("link", { name: "Back to the home page" }).click();
  await untilHeading(page, "Swap coins, quietly.");
}

async function preferences(page, { base }) {
  await page.goto(`${base}/en/track`);
  await page.locator("summary[aria-label=Language]").click();
  await page.locator("header button[name=language][value=zh-cn]").first().click();
  await page.waitForURL(/\/zh-cn\/track/);
  await untilHeading(page, "查询订单");
  await page.locator("summary[aria-label=外观]").click();
  await page.locator("button[name=theme][value=dark]").click();
  await page.locator("html[data-theme=dark]").waitFor();
  await page.goto(base);
  check(page.url().endsWith("/zh-cn"), `the language was not kept: ${page.url()}`);
  await page.locator("html[data-theme=dark]").waitFor();
}

async function samePage(page, { base }, scripts) {
  for (const path of ["/track?code=000000001", "/privacy-mixer?from=BTC&to=XMR&amount=0.25", "/faq"]) {
    await open(page, `${base}/en${path}`, scripts);
    await page.locator("summary[aria-label=Language]").click();
    await page.locator("header button[name=language][value=ja]").click();
    await page.waitForURL(`${base}/ja${path}`);
    check((await page.locator("html").getAttribute("lang")) === "ja", `/ja${path} is not in Japanese`);
  }
}

async function questions(page, { base }, scripts) {
  await open(page, `${base}/en/faq`, scripts);
  const all = page.locator("main details");
  check((await all.count()) === 10, `${await all.count()} questions`);
  for (const at of [0, 4, 9]) await all.nth(at).locator("summary").click();
  const isOpen = await all.evaluateAll((details) => details.map(({ open }) => open));
  check(
    isOpen.join() === [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => [0, 4, 9].includes(at)).join(),
    "not the three are open",
  );
  await all.nth(4).locator("summary").click();
  check(!(await all.nth(4).evaluate(({ open }) => open)), "a question does not close");
  check(await all.nth(0).evaluate(({ open }) => open), "closing one closed another");
  await page.goto("about:blank");
  await open(page, `${base}/en/faq#refund`, scripts);
  await page.locator("details[open] #refund").waitFor();
}
