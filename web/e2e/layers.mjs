import { open } from "./browser.mjs";
import { check, createOrder, payOrder, untilState } from "./orders.mjs";

/** What lies above what on a payment page. */
export const layers = {
  "on a phone nothing lies over the receipt of an ended order, nor over the strip of a waiting one": layered,
};

/** Whether the middle of an element is its own. */
const isFree = (locator) =>
  locator.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return element === there || element.contains(there);
  });

async function layered(page, { base }) {
  const order = await createOrder(base, "0.01");
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, `${base}/en/payment/${order.id}`);
  await page.mouse.wheel(0, 300);
  await page.waitForTimeout(300);
  check(await isFree(page.locator(".payment header h1")), "the page lies over the strip");
  await payOrder(base, order);
  await untilState(base, order, "completed");
  await open(page, `${base}/en/payment/${order.id}`);
  check(await isFree(page.locator("#receipt")), "the head lies over the receipt's title");
}
