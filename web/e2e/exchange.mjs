import { button, open, untilHeading } from "./browser.mjs";
import { tron } from "./orders.mjs";

/** Fills the home form as a visitor does and starts the exchange; ends on the payment page. */
export async function startExchange(page, base, amount, scripts) {
  await open(page, `${base}/en`, scripts);
  await page.locator("[name=sendCurrency]").selectOption("BTC");
  await page.locator("[name=receiveCurrency]").selectOption("USDT-TRC20");
  await page.locator("[name=sendAmount]").fill(amount);
  await page.locator("[name=receiveAddress]").fill(tron);
  await button(page, "Start exchange").click();
  await page.waitForURL(/\/en\/payment\/[A-Za-z0-9_-]{22}/);
  await untilHeading(page, "Waiting for payment");
}

/** Presses the button of the simulated networks that pays an order, all of it or an amount. */
export async function payFromFaucet(page, amount) {
  if (amount !== undefined) await page.locator("input[name=amount]").fill(amount);
  await button(page, "Pay from the simnet faucet").click();
}
