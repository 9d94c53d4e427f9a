import { button, open } from "./browser.mjs";
import { check, createOrder, tron } from "./orders.mjs";

/** The service does less than usual: it asks for the end of an address while strangers guess codes, or takes no new orders. */
export const jammed = {
  "a code whose tracking asks for the end of the address": askedForTail,
  "an order stays on its page while a strip says that no new one can be made": unavailable,
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

async function unavailable(page, { base }) {
  const order = await createOrder(base, "0.05");
  // Answered in the page: the browser would report the service's own 503 as an error.
  await page.addInitScript(() => {
    const ask = window.fetch;
    window.fetch = (input, init) =>
      String(input.url ?? input).endsWith("/api/health") && sessionStorage.getItem("works") === null
        ? Promise.resolve(Response.json({ status: "unavailable" }, { status: 503 }))
        : ask(input, init);
  });
  await open(page, `${base}/en/payment/${order.id}`);
  const strip = page.getByRole("status").filter({ hasText: "New orders are not possible at the moment." });
  await strip.waitFor();
  await page.getByText(order.depositAddress).first().waitFor();
  await page.evaluate(() => sessionStorage.setItem("works", "yes"));
  const asked = page.waitForResponse(/\/api\/health$/);
  await page.reload();
  await asked;
  await page.getByText(order.depositAddress).first().waitFor();
  check((await strip.count()) === 0, "the strip is shown although orders can be made");
}
