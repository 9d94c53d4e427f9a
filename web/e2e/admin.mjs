import { createHmac } from "node:crypto";
import { button, open } from "./browser.mjs";
import { bitcoin, call, check, mine, untilEither } from "./orders.mjs";
import { admin, approver } from "./server.mjs";
import { bigLoan } from "./states.mjs";

const deadline = 60_000;
/** After this long the console reads again. */
const READ_AGAIN_MS = 10_000;
const tokenKey = "sotto-admin-token";

/** What administrators do, with JavaScript, one after the other; the server has held orders and pending loans. */
export const adminJourneys = {
  "log in, release and refund held orders, pause an asset, check the audit log, log out": decide,
  "a loan created and marked as paid, a file of loans imported twice, a key made and revoked": lend,
};

/** What takes a second person; the server has a pending loan for it. */
export const approval = {
  "a second person sets up one-time codes, logs in with one, approves a loan and lets it be paid": approve,
};

/** Without JavaScript the console says that it needs it. */
export const plainAdmin = { "the console says that it needs JavaScript": needsScript };

/** The dialog that is open. */
export const dialog = (page) => page.locator("dialog[open]");
/** A part of the console, by its name. */
export const part = (page, name) =>
  page.getByRole("navigation", { name: "Parts of the console" }).getByText(name);

/** Fills in and sends the login. */
export async function logIn(page, { username, password }, code = "") {
  await page.locator("[name=username]").fill(username);
  await page.locator("[name=password]").fill(password);
  await page.locator("[name=totp]").fill(code);
  await button(page, "Log in").click();
}

/** Confirms an open dialog with a reason, and waits for the notice that it worked. */
async function withReason(page, confirm, notice) {
  await dialog(page).locator("[name=reason]").fill("Seen by the checks");
  await dialog(page).getByRole("button", { name: confirm, exact: true }).click();
  await page.getByText(notice).first().waitFor();
  await dialog(page).waitFor({ state: "detached" });
}

async function decide(page, { base, orders }) {
  await page.clock.install();
  await open(page, `${base}/en/admin`);
  await logIn(page, { ...admin, password: "not the password" });
  await page.getByText("Wrong username, password or one-time code").first().waitFor();
  await logIn(page, admin);
  await page.getByText("2 orders are on hold").click();
  await page.waitForURL(/\?tab=orders&state=hold$/);
  await page.getByRole("link", { name: orders.hold.trackingCode }).click();
  await page.waitForFunction(() => document.activeElement?.matches("main h2"));
  await button(page, "Release it").click();
  await dialog(page)
    .locator("dl")
    .getByText(/^[\d,.]+ USDT-TRC20$/)
    .last()
    .waitFor();
  await withReason(page, "Release", "The order is released");
  await untilEither(base, orders.hold, ["sending", "completed"], deadline);
  await page.getByText("All orders").click();
  await page.getByRole("link", { name: orders.hold_to_decide.trackingCode }).click();
  check(!page.url().includes(orders.hold_to_decide.id), "the address bears the order's secret");
  await page.reload();
  await button(page, "Refund it").click();
  await withReason(page, "Refund", "The order is being refunded");
  await untilEither(base, orders.hold_to_decide, ["refunding", "refunded"], deadline);
  await open(page, `${base}/en/admin?tab=orders&order=000000001`);
  await page.getByText("This order is forgotten.").waitFor();
  await figures(page);
  await liveness(page, base);
  // A coin that no check pays with: others run beside this one.
  await page.locator("#pause-asset").selectOption("ADA");
  await button(page, "Pause: ADA").click();
  await withReason(page, "Pause", "Orders with ADA: paused");
  const paused = (await call(base, "GET", "/api/currencies")).find(({ id }) => id === "ADA");
  check(paused.isActive === false, "ADA is not paused");
  await button(page, "Resume: Orders with ADA").click();
  await withReason(page, "Resume", "Orders with ADA: resumed");
  await part(page, "Audit").click();
  await page.getByText("asset.resume").first().waitFor();
  await page.getByText(orders.hold.trackingCode).first().waitFor();
  await button(page, "Check the chain").click();
  await page.getByText(/^All \d+ entries are as written$/).waitFor();
  const token = await page.evaluate((key) => localStorage.getItem(key), tokenKey);
  await button(page, "Log out").click();
  await page.locator("[name=username]").waitFor();
  check((await page.evaluate((key) => localStorage.getItem(key), tokenKey)) === null, "the token stays");
  const answer = await fetch(`${base}/api/admin/wallets`, { headers: { authorization: `Bearer ${token}` } });
  check(answer.status === 401, `the token of an ended login answers ${answer.status}`);
}

/** Long figures are rounded, and the switch shows them to their last digit. */
async function figures(page) {
  await part(page, "Overview").click();
  const row = page.locator("tr", { hasText: "ETH" }).first();
  await row.locator("data", { hasText: "3,333.33" }).first().waitFor();
  await page.getByLabel("Exact figures").check();
  await row.getByText("3,333.333333333333333333").first().waitFor();
  await page.getByLabel("Exact figures").uncheck();
}

/** What somebody else does comes up without a touch; an answer that fails leaves what was read before. */
async function liveness(page, base) {
  const token = await page.evaluate((key) => localStorage.getItem(key), tokenKey);
  const name = "Resume: Orders with XMR";
  const turn = (to) =>
    call(base, "POST", `/api/admin/assets/XMR/${to}`, { reason: "Seen by the checks" }, token);
  await turn("pause");
  await page.clock.fastForward(READ_AGAIN_MS);
  await button(page, name).waitFor();
  await page.route("**/api/admin/overview", (route) => route.fulfill({ status: 429 }));
  await page.clock.fastForward(READ_AGAIN_MS);
  await page.getByText(/^No response\. Figures as of/).waitFor();
  check(await button(page, name).isVisible(), "the figures are gone with the answer");
  await page.unroute("**/api/admin/overview");
  await turn("resume");
  await page.clock.fastForward(READ_AGAIN_MS);
  await button(page, name).waitFor({ state: "detached" });
}

async function lend(page, { base, token }) {
  await page.goto(base);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [tokenKey, token]);
  const asked = "**/api/exchange-rate/**";
  await page.route(asked, (route) => route.fulfill({ status: 429, json: { code: "limit/rate" } }));
  await open(page, `${base}/en/admin?tab=loans`);
  await page.getByText("No live rate is available").waitFor();
  await page.unroute(asked);
  await page.locator("#loan-exchangeRate:not([value=''])").waitFor();
  await page.locator("header a[href$='/track'], footer").waitFor({ state: "detached" });
  await button(page, "Create the loan order").click();
  await page.locator("#loan-amount[aria-invalid=true]").waitFor();
  await page.locator("#loan-amount-hint").getByText("Please fill in complete data").waitFor();
  check(await page.locator("#loan-amount").evaluate((field) => document.activeElement === field), "no focus");
  await page.locator("#loan-amount").fill("0.12345678");
  await page.locator("#loan-exchangeRate").fill("60000.5");
  await page.getByText("7,407.46852839 USDT").waitFor();
  await page.getByText("33.33360838 USDT").waitFor();
  await button(page, "Create the loan order").click();
  await page.getByText("Loan order created").first().waitFor();
  await page.locator("main ol li", { hasText: "0.12345678 BTC" }).getByText("Mark as paid").click();
  await dialog(page).locator("dl").getByText("0.12345678 BTC").waitFor();
  await dialog(page).locator("dl").getByText("7,407.46852839 USDT").waitFor();
  await dialog(page).getByRole("button", { name: "Mark as paid" }).click();
  await page.getByText("Loan order marked as paid").first().waitFor();
  await page
    .locator("main ol li", { hasText: "0.12345678 BTC" })
    .getByText("Paid", { exact: true })
    .waitFor();
  await importTwice(page);
  await part(page, "API keys").click();
  await page.locator("#key-name").fill("the checks");
  await button(page, "Create a key").click();
  const key = (await dialog(page).locator("code").textContent()).trim();
  await copiesInDialog(page, key);
  await button(page, "I have it").click();
  await dialog(page).waitFor({ state: "detached" });
  const ask = () => fetch(`${base}/api/v1/currencies`, { headers: { "x-api-key": key } });
  check((await ask()).status === 200, "a new key does not work");
  // The closed dialog may stay in the page for a moment.
  const isGone = (secret) => !document.documentElement.outerHTML.includes(secret);
  await page.waitForFunction(isGone, key).catch(() => check(false, "the key is shown again"));
  await button(page, "Revoke: the checks").click();
  await dialog(page).getByRole("button", { name: "Revoke" }).click();
  await page.getByText("The key of the checks is revoked").first().waitFor();
  check((await ask()).status === 401, "a revoked key works");
}

/** Where the clipboard is refused, a dialog's text is copied by a selection all the same, and the focus stays. */
async function copiesInDialog(page, key) {
  await page.evaluate(() => {
    const clipboard = { writeText: () => Promise.reject(new Error("refused")) };
    Object.defineProperty(navigator, "clipboard", { value: clipboard });
    document.addEventListener("copy", () => {
      globalThis.copied = document.activeElement?.value;
    });
  });
  await dialog(page).getByRole("button", { name: /^Copy/ }).click();
  await page.waitForFunction((wanted) => globalThis.copied === wanted, key);
  const isBack = await page.evaluate(() => document.activeElement?.matches("dialog[open] button"));
  check(isBack, "the focus is not back on the button that copied");
}

/** All rows are checked before one is sent; the second time nothing is created. */
async function importTwice(page) {
  const rows = ["reference,currency,amount,exchangeRate,receiveAddress", "row-1,USDTTRC,12.5,1,"];
  // A notice has a button of this name as well.
  const main = page.locator("main");
  const choose = (lines) =>
    page.setInputFiles("#import-file", {
      name: "loans.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(lines.join("\n")),
    });
  await button(page, "Import CSV").click();
  await choose([...rows, `row-2,BTC,0.001,60000,${bitcoin}x`]);
  await page.getByText("1 of 2 rows cannot be sent.").waitFor();
  check(await button(page, "Create 2 loan orders").isDisabled(), "a faulty file can be sent");
  for (const outcome of ["2 created, 0 there already", "0 created, 2 there already"]) {
    await button(main, "Close").click();
    await button(page, "Import CSV").click();
    await choose([...rows, `row-2,BTC,0.001,60000,${bitcoin}`]);
    await main.locator("dl").getByText("72.5 USDT").waitFor();
    await button(page, "Create 2 loan orders").click();
    await page.getByText(outcome).waitFor();
  }
  await button(main, "Close").click();
}

async function approve(page, { base, token }) {
  await open(page, `${base}/en/admin?tab=account`);
  await logIn(page, approver);
  await page.locator("#enrol-password").fill(approver.password);
  await button(page, "Show the QR code").click();
  const image = page.getByRole("img", { name: "QR code for your authenticator app" });
  await image.waitFor();
  check(await image.evaluate(({ naturalWidth }) => naturalWidth > 0), "the QR code is not drawn");
  const secret = (await page.locator("main code").first().textContent()).replace(/\s/g, "");
  await page.locator("#enrol-totp").fill(codeOf(secret, Date.now()));
  await button(page, "Confirm").click();
  const codes = page.locator("[data-printed] li");
  await codes.first().waitFor();
  const recovery = await codes.first().textContent();
  await button(page, "Log out").click();
  await logIn(page, approver);
  await page.getByText("Wrong username, password or one-time code").first().waitFor();
  await button(page, "Use a recovery code").click();
  await logIn(page, approver, recovery);
  await part(page, "Loans").click();
  const loan = page.locator("main ol li", { hasText: bigLoan });
  check(await loan.getByRole("button", { name: "Pay from the reserve" }).isDisabled(), "paid unapproved");
  await loan.getByRole("button", { name: "Approve" }).click();
  await dialog(page).getByRole("button", { name: "Approve" }).click();
  await page.getByText("Loan order approved").first().waitFor();
  await loan.getByRole("button", { name: "Pay from the reserve" }).click();
  await dialog(page).locator("dl").getByText("0.5 BTC").waitFor();
  await dialog(page).locator("dl").getByText("Available afterwards").waitFor();
  await dialog(page).getByRole("button", { name: "Pay now" }).click();
  await loan.getByText("Processing").waitFor();
  await untilPaid(base, token);
  await button(page, "Refresh").click();
  await loan.getByText("Completed").waitFor();
}

/** Mines until the reserve's payment is final. */
async function untilPaid(base, token) {
  const until = Date.now() + deadline;
  for (;;) {
    await mine(base, "BTC", 1);
    const { items } = await call(
      base,
      "GET",
      `/api/admin/loan-orders?reference=${bigLoan}`,
      undefined,
      token,
    );
    if (items[0].status === "completed") return;
    check(Date.now() < until, `the loan is ${items[0].status} after ${deadline} ms`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** The code of RFC 6238 (SHA-1, six digits, 30 s), as an authenticator app computes it. */
export function codeOf(secret, nowMs) {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const bytes = bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(nowMs / 30_000)));
  const mac = createHmac("sha1", Buffer.from(bytes)).update(step).digest();
  const number = mac.readUInt32BE(mac[19] & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

async function needsScript(page, { base }) {
  await page.goto(`${base}/en/admin`);
  await page.locator("noscript p", { hasText: "The console needs JavaScript" }).waitFor();
  check((await page.locator("main input[type=password]").count()) === 0, "a form that cannot work");
}
