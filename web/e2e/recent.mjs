import { button, open } from "./browser.mjs";
import { cancelOrder, check, createOrder } from "./orders.mjs";

/** What this browser remembers of its orders, and what the service is asked about them. */
export const recent = {
  "recent orders are one line, which opens into cards with amounts and states asked for only then":
    recentOrders,
  "a remembered order that the service does not know says so": forgottenOrder,
};

async function remember(page, base) {
  const order = await createOrder(base, "0.1");
  await open(page, `${base}/en/payment/${order.id}`);
  await page.waitForFunction((id) => JSON.stringify({ ...localStorage }).includes(id), order.id);
  return order;
}

async function recentOrders(page, { base }) {
  const order = await remember(page, base);
  const asked = [];
  await open(page, `${base}/en`);
  page.on("request", (request) => asked.push(request.url()));
  const section = page.locator("#recent");
  await section.getByText("1 order in this browser").waitFor();
  await page.waitForTimeout(500);
  const isAsked = () => asked.some((url) => url.includes(order.id));
  check(!isAsked(), "the service was asked before the line was opened");
  await button(page, "Show").click();
  const card = section.locator(`a[href*='${order.id}']`);
  await card.getByText("Waiting for payment").waitFor();
  check(isAsked(), "the state does not come from the service");
  const text = await card.textContent();
  check(/0\.1 BTC → ≈ [\d,]+(\.\d\d?)? USDT/.test(text), `the card has no amounts: ${text}`);
  check((await card.locator("svg").count()) === 3, "the card lacks its disc or a coin");
  await button(page, "Hide").click();
  await cancelOrder(base, order);
  await button(page, "Show").click();
  await card.getByText("Cancelled").waitFor();
  check(!(await card.textContent()).includes("≈"), "a cancelled order still promises an amount");
  await button(page, "Forget").click();
  await section.waitFor({ state: "detached" });
  check(
    !(await page.evaluate(() => JSON.stringify({ ...localStorage }))).includes(order.id),
    "it is remembered",
  );
}

async function forgottenOrder(page, { base }) {
  const order = await remember(page, base);
  await page.evaluate((id) => {
    for (const [key, value] of Object.entries(localStorage))
      localStorage.setItem(
        key,
        value.replaceAll(
          id,
          id.replace(/^./, (first) => (first === "A" ? "B" : "A")),
        ),
      );
  }, order.id);
  await open(page, `${base}/en/track`);
  await button(page, "Show").click();
  const card = page.locator("#recent li a");
  await card.getByText("Exchange order not found").waitFor();
  check(/BTC → USDT/.test(await card.textContent()), "the card does not name what it was");
}
