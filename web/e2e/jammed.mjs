import { button, open } from "./browser.mjs";
import { check, createOrder, tron } from "./orders.mjs";

/** Tracking while strangers guess codes: the service asks for the end of the address. */
export const jammed = {
  "a code whose tracking asks for the end of the address": askedForTail,
};

async function askedForTail(page, { base }) {
  const order = await createOrder(base, "0.05");
  const code = "track/tail-required";
  const body = { type: `/problems/${code}`, title: code, status: 429, detail: code, instance: "urn:uuid:0" };
  await page.route(/\/api\/track\/\d{9}$/, (route) =>
    route.fulfill({ status: 429, json: { ...body, code, message: code, errors: [] } }),
  );
  await open(page, `${base}/en/track`);
  await page.locator("#code").fill(order.trackingCode);
  await button(page, "Search").click();
  await page.locator("#tail:focus").waitFor();
  await page.getByText("Someone is trying out tracking codes").waitFor();
  await button(page, "Search").click();
  await page.locator("#tail[aria-invalid=true]").waitFor();
  await page.locator("#tail").fill("XXXX");
  await page.keyboard.press("Enter");
  await page.getByText("No order matches this code and this end of the address.").waitFor();
  await page.locator("#tail").fill(tron);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 2, name: "Waiting for payment" }).waitFor();
  check((await page.inputValue("#tail")) === tron.slice(-4), "the field still shows more of the address");
  check(!page.url().includes(tron.slice(-4)), "the end of the address is part of the page's address");
}
