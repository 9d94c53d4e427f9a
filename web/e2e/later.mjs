import { open, untilHeading } from "./browser.mjs";
import { check, createOrder, payOrder, untilChild, untilState } from "./orders.mjs";

/** A payment that comes when its order has ended. */
export const later = {
  "a payment after the payout has an order of its own, for which nothing was estimated": ownOrder,
};

async function ownOrder(page, { base }, scripts) {
  const order = await createOrder(base, "0.05");
  await payOrder(base, order);
  await untilState(base, order, "completed");
  await payOrder(base, order, { amount: "0.02" });
  await untilChild(base, order);
  await open(page, `${base}/en/payment/${order.id}`, scripts);
  await page.getByText("Belongs to a further order").waitFor();
  await page.getByRole("link", { name: "Open that order" }).click();
  await untilHeading(page, "Your decision is needed");
  const text = await page.textContent("main");
  check(text.includes("A second payment arrived."), "the page does not say why it asks");
  check(!text.includes("Recalculated"), "figures that were never shown are called recalculated");
}
