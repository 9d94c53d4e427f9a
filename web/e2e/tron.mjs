import { open, untilHeading } from "./browser.mjs";
import {
  bitcoin,
  check,
  createOrder,
  mine,
  mineUntil,
  payOrder,
  untilConfirmed,
  untilSeen,
} from "./orders.mjs";

const pair = { sendCurrency: "USDT-TRC20", receiveCurrency: "BTC", receiveAddress: bitcoin };
const otherHash = "0".repeat(64);

/** Paying with USDT on TRON, on chains whose blocks come when they are asked for; with JavaScript and without it. */
export const tronPayment = {
  "USDT on TRON: verify by a transaction's hash, refresh, block by block": verify,
};

async function verify(page, { base }, scripts) {
  const order = await createOrder(base, "700", pair);
  await open(page, `${base}/en/payment/${order.id}?refresh=off`, scripts);
  if (scripts) {
    await page.evaluate(() => {
      globalThis.isSamePage = true;
    });
  }
  const panel = page.locator("section[aria-labelledby=chain]");
  const says = (text) => panel.getByText(text, { exact: false }).first().waitFor();
  await page.getByText("TRC20", { exact: false }).first().waitFor();
  await says("Waiting for payment");
  await press(page, panel, "Verify", scripts);
  await page.locator("[name=txHash][aria-invalid=true]").waitFor();
  await panel.locator("[name=txHash]").fill(otherHash);
  await press(page, panel, "Verify", scripts);
  await page.getByText("Payment Not Confirmed").first().waitFor();
  const { txHash } = await payOrder(base, order);
  await untilSeen(base, order);
  await panel.locator("[name=txHash]").fill(txHash);
  await press(page, panel, "Verify", scripts);
  await says("Payment detected, awaiting confirmation");
  await says("0 of 2");
  const time = await panel.locator("time").first().getAttribute("datetime");
  check(Math.abs(Date.parse(time) - Date.now()) < 600_000, `the payment's time is ${time}`);
  await mine(base, "USDT-TRC20", 1);
  await untilConfirmed(base, order, 1);
  await refreshed(page, panel, "1 of 2", scripts);
  await mine(base, "USDT-TRC20", 1);
  await untilConfirmed(base, order, 2);
  await refreshed(page, panel, "Payment confirmed", scripts);
  if (scripts)
    check(await page.evaluate(() => globalThis.isSamePage === true), "the page was loaded again on the way");
  check((await panel.locator("[name=txHash]").count()) === 0, "a confirmed payment can still be verified");
  await mineUntil(base, { currency: "BTC", order, state: "completed" });
  if (!scripts) await page.goto(`${base}/en/payment/${order.id}`);
  await untilHeading(page, "Completed");
}

/** Presses a button of the panel; without JavaScript, waits for the page that answers. */
async function press(page, panel, name, scripts) {
  const click = () => panel.getByRole("button", { name, exact: true }).click();
  if (scripts) {
    await click();
    await panel.getByRole("button", { name, exact: true, disabled: false }).waitFor();
    return;
  }
  await Promise.all([page.waitForEvent("load"), click()]);
}

/** Presses "Refresh", unless the page has followed by itself, and waits until the panel says so. */
async function refreshed(page, panel, text, scripts) {
  if (!(await panel.textContent()).includes(text)) await press(page, panel, "Refresh status", scripts);
  await panel.getByText(text).first().waitFor();
}
