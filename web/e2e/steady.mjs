import { button, open, untilHeading } from "./browser.mjs";
import { bitcoin, cancelOrder, check, createOrder, payOrder, tron, untilState } from "./orders.mjs";

/** What a visitor entered or chose stays as it is while the service answers, with JavaScript. */
export const steady = {
  "a decision stays as it was taken while its offer changes, and each has a key of its own": decision,
  "a cancelled order that is paid all the same asks what to do": cancelled,
  "Enter pressed again sends no second order": twice,
  "figures of another pair are not shown, and nothing is fixed without a quote": figures,
  "a refund address that is deleted to be typed again does not fold its panel": panel,
  "a refund address that the service refuses says so, although it belongs to the network": refusedAddress,
  "nothing shifts on the way from the form to a payment page that is slow to come": shifts,
  "an order of the list says that it is loaded, where that takes long": slowOrder,
  "tracking leaves the focus in its field": focus,
  "the mixer's button calculates, and says what is wrong": calculate,
};

const refusal = (status, code) => ({
  status,
  contentType: "application/problem+json",
  body: JSON.stringify({
    type: "/",
    title: code,
    status,
    detail: "No.",
    instance: "/",
    code,
    message: "No.",
    errors: [],
  }),
});

/** An order that waits for the customer's decision. */
async function asked(base, different) {
  const order = await createOrder(base, "0.07", different);
  await payOrder(base, order, { amount: "0.0002" });
  return untilState(base, order, "action_required");
}

const both = [
  { choice: "exchange", sendsAmount: "11.5", currency: "USDT-TRC20", networkFee: "0.8" },
  { choice: "refund", sendsAmount: "0.00019", currency: "BTC", networkFee: "0.00001" },
];

async function decision(page, { base }) {
  const order = await asked(base, { refundAddress: bitcoin });
  const path = `**/api/exchanges/${order.id}`;
  const sent = [];
  let shown = { ...order, choices: both };
  let answer = refusal(409, "decision/unavailable");
  await page.route(`${path}/events`, (route) => route.fulfill(refusal(429, "limit/streams")));
  await page.route(path, (route) => route.fulfill({ json: shown }));
  await page.route(`${path}/decision`, (route) => {
    sent.push({ ...route.request().postDataJSON(), key: route.request().headers()["idempotency-key"] });
    return route.fulfill(answer);
  });
  await open(page, `${base}/en/payment/${order.id}`);
  const radio = (choice) => page.locator(`input[name=choice][value=${choice}]`);
  const choose = (choice) => page.locator(`label:has(input[value=${choice}])`).click();
  const confirm = button(page, "Confirm the decision");
  /** Confirms, and so lets the page read the order again. */
  const send = async (count) => {
    await confirm.click();
    const until = Date.now() + 20_000;
    while (sent.length < count && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
    check(sent.length === count, `${sent.length} decisions were sent and not ${count}`);
    // Where the choice that was taken is offered no more, the button says that one is to be chosen.
    await page.locator(".decision button:visible:enabled").first().waitFor();
  };
  await choose("refund");
  shown = { ...shown, choices: both.slice(1) };
  await send(1);
  await radio("exchange").waitFor({ state: "detached" });
  shown = { ...shown, choices: both };
  await send(2);
  await radio("exchange").waitFor();
  check(
    await radio("refund").isChecked(),
    "a choice that came back took the place of the one that was taken",
  );
  await choose("exchange");
  shown = { ...shown, choices: both.slice(1) };
  await send(3);
  await radio("exchange").waitFor({ state: "detached" });
  await button(page, "Choose it first").click();
  await page.getByText("Please choose what to do with the coins.").first().waitFor();
  check(sent.length === 3, "a decision was sent that nobody took");
  await choose("refund");
  answer = { json: { ...shown, state: "refunding" } };
  shown = { ...shown, state: "refunding" };
  await confirm.click();
  await untilHeading(page, "Refunding");
  check(
    sent.map(({ choice }) => choice).join() === "refund,refund,exchange,refund",
    "other choices were sent",
  );
  shown = { ...shown, state: "action_required", revision: shown.revision + 1, choices: both };
  answer = { json: shown };
  await untilHeading(page, "Your decision is needed");
  await choose("refund");
  await send(5);
  check(new Set(sent.map(({ key }) => key)).size === 5, "two decisions have one key");
}

async function cancelled(page, { base }) {
  const order = await createOrder(base, "0.05");
  await cancelOrder(base, order);
  await open(page, `${base}/en/payment/${order.id}`);
  await untilHeading(page, "Cancelled");
  await page.locator("summary", { hasText: "Add a refund address" }).waitFor();
  await payOrder(base, order);
  await untilHeading(page, "Your decision is needed");
}

/** The home form, filled in for a pair. */
export async function filled(page, base) {
  await open(page, `${base}/en?from=BTC&to=USDT-TRC20&amount=0.1`);
  await page.locator("[name=receiveAddress]").fill(tron);
}

async function twice(page, { base }) {
  let release = () => undefined;
  const held = new Promise((resolve) => {
    release = resolve;
  });
  let calls = 0;
  await page.route("**/api/exchanges", async (route) => {
    calls += 1;
    await held;
    await route.continue();
  });
  await filled(page, base);
  await page.locator("[name=receiveAddress]").press("Enter");
  await button(page, "Processing…").waitFor();
  await page.locator("[name=receiveAddress]").press("Enter");
  await page.locator("[name=receiveAddress]").press("Enter");
  release();
  await page.waitForURL(/\/en\/payment\//);
  check(calls === 1, `${calls} orders were sent`);
}

async function figures(page, { base }) {
  let isHeld = false;
  let orders = 0;
  await page.route("**/api/exchanges", (route) => {
    orders += 1;
    return route.continue();
  });
  await filled(page, base);
  await page.locator("[name=receiveAmount]:not([value=''])").waitFor();
  const waiting = [];
  await page.route("**/api/calculate", (route) => (isHeld ? waiting.push(route) : route.continue()));
  isHeld = true;
  await page.locator("[name=receiveCurrency]").selectOption("USDT-ERC20");
  await page.locator("[name=receiveAmount][value='']").waitFor();
  const receipt = await page.locator("section[aria-labelledby=receipt]").textContent();
  check(receipt.endsWith("…"), `the receipt says ${receipt}`);
  await page.locator("[name=receiveCurrency]").selectOption("USDT-TRC20");
  await page.locator("[name=receiveAddress]").fill(tron);
  await page.locator("label:has([name=orderType][value=fixed])").click();
  await button(page, "Start exchange").click();
  await page.getByText("The rate is not known yet.").first().waitFor();
  check(orders === 0, "a fixed order was sent without its quote");
  for (const route of waiting) await route.continue();
}

/** The mixer's panel: the exchange form shows its field without one. */
async function panel(page, { base }) {
  await open(page, `${base}/en/privacy-mixer`);
  await page.locator("summary", { hasText: "Refund address" }).click();
  const field = page.locator("[name=refundAddress]");
  await field.fill(bitcoin);
  await field.fill("");
  check(await field.isVisible(), "the panel folded");
  await field.fill(bitcoin);
  check((await field.inputValue()) === bitcoin, "the field lost its address");
}

async function refusedAddress(page, { base }) {
  const order = await createOrder(base, "0.05");
  await page.route(`**/api/exchanges/${order.id}/refund-address`, (route) =>
    route.fulfill(refusal(422, "address/listed")),
  );
  await open(page, `${base}/en/payment/${order.id}`);
  await page.locator("summary", { hasText: "Add a refund address" }).click();
  const field = page.locator("[name=refundAddress]");
  const message = page.locator("#refundAddress-message");
  await field.fill(bitcoin);
  await message.getByText("Valid").waitFor();
  await button(page, "Save the refund address").click();
  await message.getByText("No.", { exact: true }).waitFor();
  await field.fill(tron);
  await message.getByText("Bitcoin").waitFor();
  check(!(await message.textContent()).includes("No."), "another address is refused like the one before");
}

/** The goal of design for all shifts together, those after a visitor's own click among them. */
const SHIFT_MAX = 0.02;

/** Notes each shift of the pages that follow. */
export const noteShifts = (page) =>
  page.addInitScript(() => {
    const [shifted, moved] = [[], []];
    Object.assign(globalThis, { shifted, moved });
    const nameOf = ({ node }) => (node?.nodeType === 1 ? node : node?.parentElement)?.outerHTML.slice(0, 120);
    const note = (list) => {
      shifted.push(...list.getEntries().map(({ value }) => value));
      moved.push(...list.getEntries().flatMap(({ sources }) => sources.map(nameOf)));
    };
    new PerformanceObserver(note).observe({ type: "layout-shift", buffered: true });
  });

/** Holds the shifts of the page so far against the goal. */
export async function isSteady(page) {
  const sum = await page.evaluate(() => globalThis.shifted.reduce((total, value) => total + value, 0));
  const moved = sum <= SHIFT_MAX ? [] : await page.evaluate(() => globalThis.moved);
  check(sum <= SHIFT_MAX, `${page.url()}: the page shifted by ${sum}: ${moved.join(" ")}`);
}

async function shifts(page, { base }) {
  await noteShifts(page);
  await page.route(/payment-page-.*\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 4_500));
    await route.continue();
  });
  await filled(page, base);
  await page.locator("[name=receiveAmount]:not([value=''])").waitFor();
  await page.evaluate(() => globalThis.shifted.splice(0));
  await button(page, "Start exchange").click();
  await page.locator(".payment h1").waitFor();
  await page.waitForTimeout(500);
  await isSteady(page);
}

/** The order and its page's code come late, and so may the page's texts. */
async function slowOrder(page, { base }) {
  const order = await createOrder(base, "0.05");
  await page.addInitScript(
    ([id, trackingCode]) =>
      localStorage.setItem(
        "sotto-recent-orders",
        JSON.stringify([
          {
            id,
            trackingCode,
            send: "0.05 BTC",
            receive: "USDT",
            createdAt: new Date().toISOString(),
            keptUntil: new Date(Date.now() + 86_400_000).toISOString(),
          },
        ]),
      ),
    [order.id, order.trackingCode],
  );
  await noteShifts(page);
  await open(page, `${base}/en/track`);
  await page.route(`**/api/exchanges/${order.id}`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    await route.continue();
  });
  await button(page, "Show").click();
  await page.getByRole("link", { name: order.trackingCode }).click();
  await page.getByText("Loading the order…").waitFor();
  check((await page.locator(".payment").count()) === 0, "the message is shown beside the order");
  // The way from one page to another may move the footer; what was being loaded may not.
  await page.waitForTimeout(500);
  await page.evaluate(() => globalThis.shifted.splice(0));
  await untilHeading(page, "Waiting for payment");
  check((await page.getByText("Loading the order…").count()) === 0, "the message stays");
  await page.waitForTimeout(500);
  await isSteady(page);
}

async function focus(page, { base }) {
  await open(page, `${base}/en/track`);
  const field = page.locator("[name=code]");
  await field.fill("000000001");
  await field.press("Enter");
  await page.getByText("Exchange record not found").first().waitFor();
  check(await field.evaluate((input) => document.activeElement === input), "the focus is gone");
  await page.goBack();
  await page.locator("[name=code]:not([aria-invalid=true])").waitFor();
  check((await field.inputValue()) === "", "the field shows another page's code");
}

async function calculate(page, { base }) {
  await open(page, `${base}/en/privacy-mixer?from=BTC&to=USDT-TRC20&amount=0.1`);
  const now = button(page, "Calculate");
  const asks = page.waitForRequest("**/api/privacy/calculate");
  await now.click();
  await asks;
  await page.locator("[name=sendAmount]").fill("");
  await now.click();
  await page.getByText("Please enter a valid send amount").first().waitFor();
  await page.locator("[name=sendAmount]").fill("0.2");
  await page.route("**/api/privacy/calculate", (route) => route.fulfill(refusal(409, "pair/paused")));
  await now.click();
  await page.getByText("Calculation failed").first().waitFor();
}
