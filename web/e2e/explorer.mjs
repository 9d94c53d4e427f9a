import { button, open, untilHeading } from "./browser.mjs";
import { payFromFaucet, startExchange } from "./exchange.mjs";
import { check, tron } from "./orders.mjs";

/** Simnet's explorer, with JavaScript and without it alike. */
export const explorer = {
  "every hash of an order leads on in simnet's explorer": followHashes,
  "what simnet does not have is a page that says so": unknownOnSimnet,
};

const isHeading = (page, name) => page.getByRole("heading", { level: 1, name }).waitFor();
const main = (page) => page.textContent("main");

async function followHashes(page, { base }, scripts) {
  await startExchange(page, base, "0.05", scripts);
  await page.getByRole("link", { name: "See this address in the simnet explorer" }).click();
  await isHeading(page, "Address");
  check(
    (await main(page)).includes("Nothing has arrived at this address yet."),
    "a new address is not empty",
  );
  await page.goBack();
  await payFromFaucet(page);
  await untilHeading(page, "Completed");
  const payout = page.locator("main a[href*='/simnet/tx/']").last();
  const hash = await payout.textContent();
  await payout.click();
  await isHeading(page, "Transaction");
  const shown = await main(page);
  for (const part of [hash, tron, "USDT-TRC20", "Network fee"])
    check(shown.includes(part), `the payout's transaction does not show ${part}`);
  await page.locator("main").getByRole("link", { name: tron }).first().click();
  await isHeading(page, "Address");
  await page.locator(`main a[href$='${hash}']`).first().click();
  await isHeading(page, "Transaction");
  await page
    .locator("main")
    .getByRole("link", { name: /^Block \d+$/ })
    .click();
  await isHeading(page, /^Block \d+$/);
  check((await main(page)).includes(hash), "the block does not list the transaction");
  await page.locator("main").getByRole("link", { name: "TRON", exact: true }).click();
  await isHeading(page, "Blocks of TRON");
  await page.getByRole("link", { name: "All chains" }).click();
  await isHeading(page, "Simnet explorer");
  await page.locator("main [name=q]").fill(hash);
  await button(page, "Search").click();
  await isHeading(page, "Transaction");
}

async function unknownOnSimnet(page, { base }, scripts) {
  for (const path of [
    "tx/x",
    `tx/${"0".repeat(64)}`,
    `block/${"0".repeat(64)}`,
    "address/x",
    "blocks/dogecoin",
  ]) {
    const answer = await open(page, `${base}/en/simnet/${path}`, scripts);
    check(answer.status() === 404, `${path} is ${answer.status()}`);
    await isHeading(page, "Not found on simnet");
  }
}
