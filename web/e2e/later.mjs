import { open, untilHeading } from "./browser.mjs";
import { check, createOrder, payOrder, untilChild, untilState } from "./orders.mjs";

/** A payment that comes when its order has ended. */
export const later = {
  "an open page sees a payment after the payout, whose own order names no estimate": ownOrder,
};

async function ownOrder(page, { base }) {
  const order = await createOrder(base, "0.05");
  await payOrder(base, order);
  await untilState(base, order, "completed");
  await open(page, `${base}/en/payment/${order.id}`);
  await untilHeading(page, "Completed");
  await payOrder(base, order, { amount: "0.02" });
  await untilChild(base, order);
  await page.getByText("Belongs to a further order").waitFor();
  await page.getByRole("link", { name: "Open that order" }).click();
  await untilHeading(page, "Your decision is needed");
  const text = await page.textContent("main");
  check(text.includes("A second payment arrived."), "the page does not say why it asks");
  check(!text.includes("Recalculated"), "figures that were never shown are called recalculated");
}
