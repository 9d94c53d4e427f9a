import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findChromium, launch, open, visit } from "./browser.mjs";
import { bitcoin, call, check, createOrder, payOrder, refundOrder, untilState } from "./orders.mjs";
import { admin, startServer } from "./server.mjs";

/**
 * `node web/e2e/screens.mjs [words of a picture's name]` takes the pictures of docs/screens from the built product, on a
 * server of its own with orders of its own.
 */
const folder = fileURLToPath(new URL("../../docs/screens/", import.meta.url));
const bytesMax = 180_000;
const desk = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const tokenKey = "sotto-admin-token";

/** Each picture's address below the service's, and what kind of visitor looks at it. */
const picturesOf = ({ waiting, asked, refunded, completed }, token) => ({
  home: { path: "/en", ...desk },
  payment: { path: `/en/payment/${waiting.id}`, ...desk },
  "payment-phone": { path: `/en/payment/${waiting.id}`, ...phone },
  decision: { path: `/en/payment/${asked.id}`, ...desk },
  refunded: { path: `/en/payment/${refunded.id}`, ...desk },
  "completed-dark": { path: `/en/payment/${completed.id}`, ...desk, colorScheme: "dark" },
  mixer: { path: "/en/privacy-mixer?from=BTC&to=USDT-TRC20&amount=0.1", ...desk },
  track: { path: `/en/track?code=${completed.trackingCode}`, ...desk },
  console: { path: "/en/admin", shows: "#switches", token, ...desk },
  "home-phone-ja": { path: "/ja", ...phone },
});

/** Orders in the states that the pictures show. */
async function ordersOf(base) {
  const differing = async (choose) => {
    const wanted = { fromCurrency: "BTC", toCurrency: "USDT-TRC20", amount: "0.05", orderType: "fixed" };
    const { quoteId } = await call(base, "POST", "/api/calculate", wanted);
    const fixed = { orderType: "fixed", quoteId, refundAddress: bitcoin };
    const order = await createOrder(base, "0.05", fixed);
    await payOrder(base, order, { amount: "0.03" });
    const asked = await untilState(base, order, "action_required");
    return choose ? refundOrder(base, asked).then(() => untilState(base, order, "refunded")) : asked;
  };
  const paid = await createOrder(base, "0.05");
  await payOrder(base, paid);
  const [waiting, asked, refunded, completed] = await Promise.all([
    createOrder(base, "0.05"),
    differing(false),
    differing(true),
    untilState(base, paid, "completed"),
  ]);
  return { waiting, asked, refunded, completed };
}

async function take(browser, base, name, { path, shows, token, ...options }) {
  const { page, complaints, close } = await visit(browser, base, { ...options, reducedMotion: "reduce" });
  try {
    if (token !== undefined)
      await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [tokenKey, token]);
    await open(page, base + path);
    if (shows !== undefined) await page.locator(shows).waitFor();
    await page.waitForLoadState("networkidle").catch(() => undefined);
    const file = join(folder, `${name}.png`);
    await page.screenshot({ path: file, timeout: 60_000 });
    check(complaints.length === 0, `${name}: the browser complains: ${complaints.join(" | ")}`);
    const { size } = await stat(file);
    check(size <= bytesMax, `${name}.png has ${size} bytes, more than ${bytesMax}`);
    console.log(`${name}.png  ${size} bytes`);
  } finally {
    await close();
  }
}

const words = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const { base, stop } = await startServer();
const browser = await launch(findChromium());
try {
  const { token } = await call(base, "POST", "/api/admin/login", admin);
  for (const [name, picture] of Object.entries(picturesOf(await ordersOf(base), token)))
    if (words.every((word) => name.includes(word))) await take(browser, base, name, picture);
} finally {
  await browser.close();
  await stop();
}
