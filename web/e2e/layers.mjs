import { button, open } from "./browser.mjs";
import { check, createOrder, payOrder, untilState } from "./orders.mjs";

/** What lies above what on a payment page. */
export const layers = {
  "on a phone no notice covers a control, of a form or of an order": notices,
  "on a phone nothing lies over the receipt of an ended order, nor over the strip of a waiting one": layered,
};

/** Whether the middle of an element is its own. */
const isFree = (locator) =>
  locator.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return element === there || element.contains(there);
  });

/** The controls in sight that a notice lies over; waits for the notice. */
async function coveredBy(page, text) {
  const notice = page.locator("[data-radix-collection-item], ol > li.panel", { hasText: text }).first();
  await notice.waitFor();
  await page.waitForTimeout(300);
  return notice.evaluate((element) => {
    const own = element.getBoundingClientRect();
    return [...document.querySelectorAll("a[href], button, input, select, summary, label:has(input)")]
      .filter((control) => !element.contains(control) && control.checkVisibility())
      .filter((control) => {
        const { left, right, top, bottom, width } = control.getBoundingClientRect();
        const isBeside = right <= own.left || left >= own.right || bottom <= own.top || top >= own.bottom;
        return width > 1 && !isBeside;
      })
      .map((control) => control.textContent.trim() || control.outerHTML.slice(0, 80));
  });
}

async function notices(page, { base }) {
  const isClear = async (text) => {
    const covered = await coveredBy(page, text);
    check(covered.length === 0, `"${text}" covers ${covered.join(" | ")}`);
  };
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, `${base}/en`);
  await button(page, "Start exchange").click();
  await isClear("Exchange failed");
  const { id } = await createOrder(base, "0.01");
  await open(page, `${base}/en/payment/${id}`);
  await page.getByRole("button", { name: "Copy the address", exact: true }).click();
  await isClear("Copied");
  await button(page, "I have paid").click();
  await isClear("Payment submitted");
}

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
