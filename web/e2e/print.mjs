import { open } from "./browser.mjs";
import { bitcoin, check, createOrder, payOrder, tron, untilState } from "./orders.mjs";

/** An order's page on paper. */
export const print = {
  "a completed order is printed as its receipt, on one page, black on white": printedReceipt,
};

async function printedReceipt(page, { base }, scripts) {
  const order = await createOrder(base, "0.1", { refundAddress: bitcoin });
  await payOrder(base, order);
  const { payouts, deposits } = await untilState(base, order, "completed", 60_000);
  await page.emulateMedia({ colorScheme: "dark" });
  const address = `${base}/en/payment/${order.id}`;
  await open(page, address, scripts);
  const paper = await page.pdf({ format: "A4" });
  const pages = paper.toString("latin1").match(/\/Type \/Page\b/g)?.length;
  check(pages === 1, `the receipt takes ${pages} pages`);

  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  // biome-ignore lint/performance/useDomNodeTextContent: only what is laid out is printed
  const text = await page.locator("body").innerText();
  const hashes = [...deposits, ...payouts].map(({ txHash }) => txHash);
  const code = `#${order.trackingCode}`;
  for (const wanted of [
    code,
    address,
    order.depositAddress,
    tron,
    bitcoin,
    ...hashes,
    "You received",
    "0.1 BTC",
  ])
    check(text.includes(wanted), `the paper lacks ${wanted}`);
  check(hashes.length === 2, "there are no two transactions");
  for (const other of ["Good to know", "Print", "Quietly yours", "Swap again", "Delete", "Privacy mixer"])
    check(!text.includes(other), `the paper has "${other}"`);
  const colours = await page.evaluate(() => {
    const seen = [...document.querySelectorAll("body *")].filter((element) => element.checkVisibility());
    const styles = seen.map((element) => getComputedStyle(element));
    return {
      ground: getComputedStyle(document.documentElement).backgroundColor,
      grounds: styles.map(({ backgroundColor }) => backgroundColor),
      inks: styles.map(({ color }) => color),
    };
  });
  const unique = (list) => [...new Set(list)].sort().join(" ");
  check(colours.ground === "rgb(255, 255, 255)", `the paper is ${colours.ground}`);
  check(unique(colours.inks) === "rgb(0, 0, 0) rgb(51, 51, 51)", `printed in ${unique(colours.inks)}`);
  const grounds = unique(colours.grounds);
  check(grounds === "rgb(255, 255, 255) rgba(0, 0, 0, 0)", `printed on ${grounds}`);
}
