import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { findChromium, launch, untilHeading, visit } from "./browser.mjs";
import { startServer } from "./server.mjs";

const tron = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";
const bitcoin = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";
const axeSource = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

function check(isTrue, what) {
  if (!isTrue) throw new Error(what);
}

/** Fills the exchange form and starts it; ends on the payment page. */
async function startExchange(page, base, amount) {
  await page.goto(`${base}/en?from=BTC&to=USDT-TRC20&amount=${amount}`);
  await page.fill("#receiveAddress", tron);
  await page.press("#receiveAddress", "Enter");
  await page.waitForURL(/\/en\/payment\/[A-Za-z0-9_-]{22}/);
  await untilHeading(page, "Waiting for payment");
}

async function payFromFaucet(page, amount) {
  if (amount !== undefined) await page.fill("input[name=amount]", amount);
  await page.click("text=Pay from the simnet faucet");
}

/** The same journeys for a visitor with scripts and one without. */
function journeys(javaScriptEnabled) {
  const name = javaScriptEnabled ? "with JavaScript" : "without JavaScript";
  const as = (journey) => async (browser, base) => {
    const visitor = await visit(browser, { javaScriptEnabled });
    try {
      await journey(visitor.page, base);
      check(visitor.complaints.length === 0, `the page complains: ${visitor.complaints.join(" | ")}`);
    } finally {
      await visitor.close();
    }
  };
  return [
    [
      `${name}: swap, follow, track`,
      as(async (page, base) => {
        await startExchange(page, base, "0.05");
        const qr = page.locator("img[src$='.svg']");
        check((await qr.evaluate((image) => image.naturalWidth).catch(() => 1)) > 0, "no QR image");
        await payFromFaucet(page);
        await untilHeading(page, "Completed");
        check((await page.textContent("main")).includes("Our payout"), "no payout is shown");
        const code = /#(\d{9})/.exec(await page.textContent("main"))?.[1] ?? "";
        await page.goto(`${base}/en/track`);
        await page.fill("#code", code);
        await page.press("#code", "Enter");
        await page.waitForURL(/code=\d{9}/);
        await page.locator("h2", { hasText: "Completed" }).waitFor();
      }),
    ],
    [
      `${name}: too little arrives, decision, refund`,
      as(async (page, base) => {
        await startExchange(page, base, "0.1");
        await payFromFaucet(page, "0.0002");
        await untilHeading(page, "Your decision is needed");
        await page.check("input[name=choice][value=refund]");
        await page.click("text=Confirm the decision");
        await page.locator("#refundAddress-message", { hasText: "Enter a refund address." }).waitFor();
        await page.check("input[name=choice][value=refund]");
        await page.fill("input[name=refundAddress]", bitcoin);
        await page.click("text=Confirm the decision");
        await untilHeading(page, "Refunded");
      }),
    ],
    [
      `${name}: refund address, I have paid, cancel`,
      as(async (page, base) => {
        await startExchange(page, base, "0.1");
        await page.click("text=I have paid");
        await page.locator("text=Payment submitted, awaiting blockchain confirmation").first().waitFor();
        await page.click("summary:has-text('Add a refund address')");
        await page.fill("input[name=refundAddress]", bitcoin);
        await page.click("text=Save the refund address");
        await page.locator("dd", { hasText: bitcoin }).waitFor();
        await page.click("text=Cancel the order");
        await untilHeading(page, "Cancelled");
      }),
    ],
    [
      `${name}: a wrong address is refused beside its field`,
      as(async (page, base) => {
        await page.goto(`${base}/en?amount=0.1`);
        await page.fill("#receiveAddress", bitcoin);
        await page.press("#receiveAddress", "Enter");
        await page.locator("#receiveAddress[aria-invalid=true]").waitFor();
        check((await page.inputValue("#sendAmount")) === "0.1", "the form lost its amount");
      }),
    ],
    [
      `${name}: language and appearance`,
      as(async (page, base) => {
        await page.goto(`${base}/en/track`);
        await page.click("summary[aria-label=Language]");
        await page.click("button[value=zh-cn]");
        await page.waitForURL(/\/zh-cn\/track/);
        await untilHeading(page, "查询订单");
        await page.click("summary[aria-label=外观]");
        await page.click("button[value=dark]");
        await page.locator("html[data-theme=dark]").waitFor();
        await page.goto(base);
        check(page.url().endsWith("/zh-cn"), `the choice was not kept: ${page.url()}`);
      }),
    ],
  ];
}

/** Every route in every language and both themes: no axe violation, no complaint of the browser. */
async function accessibility(browser, base) {
  const { page, close } = await visit(browser);
  await startExchange(page, base, "0.1");
  const payment = new URL(page.url()).pathname.replace("/en", "");
  await close();
  for (const colorScheme of ["light", "dark"]) {
    for (const language of ["en", "zh-cn"]) {
      for (const path of ["", "/exchange", payment, "/track", "/track?code=1", "/nowhere"]) {
        const visitor = await visit(browser, { colorScheme });
        await visitor.page.goto(`${base}/${language}${path}`);
        await visitor.page.locator("html[data-hydrated]").waitFor();
        await visitor.page.evaluate(axeSource);
        const { violations } = await visitor.page.evaluate(() =>
          globalThis.axe.run(document, { resultTypes: ["violations"] }),
        );
        const found = [...violations.map(({ id }) => id), ...visitor.complaints];
        check(found.length === 0, `${colorScheme} /${language}${path}: ${found.join(", ")}`);
        await visitor.close();
      }
    }
  }
}

const executablePath = findChromium();
if (executablePath === undefined) {
  console.error(
    "NO BROWSER TEST RAN: no Chromium was found. Install one (apt-get install chromium) or set CHROMIUM_PATH.",
  );
  process.exit(process.env.CI ? 1 : 0);
}
const server = await startServer();
const browser = await launch(executablePath);
let failures = 0;
try {
  for (const [name, journey] of [...journeys(true), ...journeys(false), ["accessibility", accessibility]]) {
    const startedMs = Date.now();
    try {
      await journey(browser, server.base);
      console.log(`ok    ${name} (${Date.now() - startedMs} ms)`);
    } catch (error) {
      failures += 1;
      console.log(
        `FAIL  ${name}: ${error instanceof Error ? error.message.split("\n").slice(0, 6).join(" / ") : error}`,
      );
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
process.exitCode = failures === 0 ? 0 : 1;
