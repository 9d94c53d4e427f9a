import { createServer } from "node:http";
import { open } from "./browser.mjs";
import { startExchange } from "./exchange.mjs";
import { check } from "./orders.mjs";
import { startServer } from "./server.mjs";

/** What browsers report where the operator has analytics, on a server of its own. */
export const analyticsChecks = [
  ["analytics: each page reports its pattern, and nothing else leaves the browser", reports],
  ["analytics: a browser that asks not to be tracked reports nothing", staysQuiet],
];

/** Starts a server with analytics, and the address that keeps what is reported to it. */
export async function startWithAnalytics() {
  const received = [];
  const collector = createServer((request, answer) => {
    let body = "";
    request.on("data", (bytes) => {
      body += bytes;
    });
    request.on("end", () => {
      received.push({ method: request.method, url: request.url, headers: request.headers, body });
      // A browser that brought cookies would bring this one back.
      answer.setHeader("set-cookie", "visitor=known; SameSite=Lax");
      answer.end();
    });
  });
  await new Promise((resolve) => collector.listen(0, "127.0.0.1", resolve));
  const analyticsUrl = `http://127.0.0.1:${collector.address().port}/in`;
  const server = await startServer({ env: { SOTTO_ANALYTICS_URL: analyticsUrl } });
  const stop = async () => {
    await server.stop();
    await new Promise((resolve) => collector.close(resolve));
  };
  return { ...server, analyticsUrl, received, stop };
}

async function reports(browser, { base, analyticsUrl, received }) {
  received.length = 0;
  const context = await browser.newContext({ timezoneId: "UTC", locale: "en-US" });
  const page = await context.newPage();
  const strangers = new Set();
  page.on("request", (request) => {
    const { origin } = new URL(request.url());
    if (origin !== base && origin !== "null") strangers.add(request.url());
  });
  await startExchange(page, base, "0.05", true);
  await page.getByRole("link", { name: "Track", exact: true }).first().click();
  await page.locator("[name=code]").fill("123456789");
  await page.locator("[name=code]").press("Enter");
  await page.waitForURL(/code=123456789/);
  await open(page, `${base}/fr/track?code=987654321`);
  await open(page, `${base}/en/nowhere/at/all`);
  const expected = ["", "/payment/…", "/track", "/track", "/…"].map((path) => `/{language}${path}`);
  const deadline = Date.now() + 20_000;
  while (received.length < expected.length && Date.now() < deadline) await page.waitForTimeout(50);
  await page.waitForTimeout(500);
  await context.close();
  const paths = received.map(({ body }) => JSON.parse(body).path);
  check(JSON.stringify(paths) === JSON.stringify(expected), `reported: ${paths.join(" ")}`);
  for (const { method, url, headers, body } of received) {
    check(method === "POST" && url === "/in", `${method} ${url}`);
    check(Object.keys(JSON.parse(body)).length === 1, `more than a path is reported: ${body}`);
    check(headers.referer === undefined && headers.cookie === undefined, "a referrer or a cookie is sent");
  }
  check(
    [...strangers].every((address) => address === analyticsUrl),
    `requests to ${[...strangers].join(" ")}`,
  );
}

async function staysQuiet(browser, { base, received }) {
  received.length = 0;
  const context = await browser.newContext({ timezoneId: "UTC", locale: "en-US" });
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "globalPrivacyControl", { get: () => true });
  });
  const page = await context.newPage();
  await open(page, `${base}/en/faq`);
  await page.waitForTimeout(1500);
  await context.close();
  check(received.length === 0, `reported all the same: ${JSON.stringify(received)}`);
}
