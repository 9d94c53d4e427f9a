import { button, open, untilHeading } from "./browser.mjs";
import { startExchange } from "./exchange.mjs";
import { check, tron } from "./orders.mjs";

/** What a form still knows when its customer comes back from the payment page. */
export const again = {
  "going back from the payment page keeps what was entered, until the order is deleted": exchangeAgain,
  "going back keeps what was entered on the mixer's tab": mixAgain,
};

const entered = async (page) =>
  [await page.inputValue("[name=sendAmount]"), await page.inputValue("[name=receiveAddress]")].join(" ");

async function untilEntered(page, wanted, when) {
  await page.locator("[name=receiveAddress]").waitFor();
  const found = await entered(page);
  check(found === wanted, `${when} the form has "${found}" and not "${wanted}"`);
}

const idOf = (page) => /payment(?:\/|\?id=)([\w-]{22})/.exec(page.url())?.[1];

const backLink = (page) => page.getByRole("link", { name: "Back to the exchange" });

async function exchangeAgain(page, { base }) {
  await startExchange(page, base, "0.07", true);
  const ids = [idOf(page)];
  for (const back of [() => page.goBack(), () => backLink(page).click()]) {
    await back();
    await untilEntered(page, `0.07 ${tron}`, "back");
    await button(page, "Start exchange").click();
    await page.waitForURL(/\/en\/payment\/[\w-]{22}/);
    await untilHeading(page, "Waiting for payment");
    ids.push(idOf(page));
  }
  check(new Set(ids).size === 3, "the same form sent again led to an earlier order");
  await page.locator("summary", { hasText: "Cancel the order" }).click();
  await button(page, "Yes, cancel it").click();
  await untilHeading(page, "Cancelled");
  await page.locator("summary", { hasText: "Delete this order now" }).click();
  await page.locator("[name=confirm]").check();
  await button(page, "Delete the order").click();
  await untilHeading(page, "The order is deleted");
  await page.goBack();
  await untilEntered(page, "1 ", "after the deletion");
}

async function mixAgain(page, { base }) {
  await open(page, `${base}/en?form=mixer&from=BTC&to=USDT-TRC20&amount=0.2`);
  await page.locator("[name=sendAmount]").fill("0.25");
  await page.locator("[name=receiveAddress]").fill(tron);
  await button(page, "Create mixing order").click();
  await page.waitForURL(/\/en\/payment\?id=/);
  await untilHeading(page, "Waiting for payment");
  await page.goBack();
  await untilEntered(page, `0.25 ${tron}`, "back on the mixer's tab");
}
