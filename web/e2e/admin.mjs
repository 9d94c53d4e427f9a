import { button, open } from "./browser.mjs";
import { check, untilState } from "./orders.mjs";
import { admin } from "./server.mjs";

const deadline = 20_000;

/** What an administrator does, with JavaScript; the server has a held order. */
export const adminJourneys = { "log in, refund a held order with a reason, log out": refundHeld };

/** Without JavaScript the console says that it needs it. */
export const plainAdmin = { "the console says that it needs JavaScript": needsScript };

async function refundHeld(page, { base, orders }) {
  const held = orders.hold_to_decide;
  await open(page, `${base}/en/admin`);
  await page.locator("[name=username]").fill(admin.username);
  await page.locator("[name=password]").fill("not the password");
  await button(page, "Log in").click();
  await page.getByText("Wrong account or password").first().waitFor();
  await page.locator("[name=password]").fill(admin.password);
  await button(page, "Log in").click();
  await page.locator("#order-id").fill(held.id);
  await button(page, "Find").click();
  await page.getByText(held.trackingCode).first().waitFor();
  await page.locator("#hold-reason").fill("Seen by the checks");
  await button(page, "Refund it").click();
  await page.getByText("The order is being refunded").first().waitFor();
  await untilState(base, held, "refunding", deadline);
  const violations = await page.locator("section[aria-labelledby=invariants] li").count();
  check(violations > 10, `only ${violations} invariants are shown`);
  const token = await page.evaluate(() => localStorage.getItem("sotto-admin-token"));
  await button(page, "Log out").click();
  await page.locator("[name=username]").waitFor();
  check((await page.evaluate(() => localStorage.getItem("sotto-admin-token"))) === null, "the token stays");
  const answer = await fetch(`${base}/api/admin/wallets`, { headers: { authorization: `Bearer ${token}` } });
  check(answer.status === 401, `the token of an ended login answers ${answer.status}`);
}

async function needsScript(page, { base }) {
  await page.goto(`${base}/en/admin`);
  await page.locator("noscript p", { hasText: "The console needs JavaScript" }).waitFor();
  check((await page.locator("main input[type=password]").count()) === 0, "a form that cannot work");
}
