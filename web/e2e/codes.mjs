import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { codeOf, dialog, logIn, part } from "./admin.mjs";
import { button, open } from "./browser.mjs";
import { bitcoin, call, check } from "./orders.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const code = "[name=oneTimeCode]";

/** What administrators do where money needs a one-time code; the server asks for codes. */
export const codesJourneys = {
  "a loan is paid once by a one-time code; without codes, with a wrong and with a used one nothing is paid":
    pay,
};

/** Starts the server of the api's tests that asks for codes. */
export async function startWithCodes() {
  const program = ["node_modules/tsx/dist/cli.mjs", "api/test/codes-server.ts"];
  const child = spawn(process.execPath, program, { cwd: root, stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith('{"base"')) return { ...JSON.parse(line), stop };
  throw new Error("the server that asks for codes did not start");
}

async function pay(page, { base, admin }) {
  await open(page, `${base}/en/admin?tab=loans`);
  await logIn(page, { ...admin, password: "not the password" });
  await page.getByRole("alert").getByText("Wrong username, password or one-time code").waitFor();
  await focusIs(page, "[name=password]");
  await logIn(page, admin);
  await focusIs(page, "main h1");
  const token = await page.evaluate(() => localStorage.getItem("sotto-admin-token"));
  for (const amount of ["0.01", "0.02"])
    await call(
      base,
      "POST",
      "/api/admin/loan-orders",
      { currency: "BTC", amount, exchangeRate: "60000", receiveAddress: bitcoin },
      token,
    );
  await button(page, "Refresh").click();
  await ask(page, "0.02 BTC");
  await dialog(page).getByText("your account has none yet").waitFor();
  check((await dialog(page).locator(code).count()) === 0, "a code is asked of an account that has none");
  await dialog(page).getByRole("link", { name: "Set up one-time codes" }).click();
  const used = await enrol(page, admin);
  await part(page, "Loans").click();
  await ask(page, "0.02 BTC");
  await refusesCode(page, "000000");
  await refusesCode(page, used.code);
  await dialog(page)
    .locator(code)
    .fill(codeOf(used.secret, used.atMs + 30_000));
  // A second click finds the dialog closed, or still busy.
  await dialog(page).getByRole("button", { name: "Pay now" }).dblclick();
  await loan(page, "0.02 BTC").getByText("Processing").waitFor();
  await ask(page, "0.01 BTC");
  await dialog(page).locator(code).fill("000000");
  // No list that is read again may find before the payment that the administrator is logged out.
  await page.route("**/api/admin/**", (route) =>
    route.request().method() === "GET" ? undefined : route.continue(),
  );
  await call(base, "POST", "/api/admin/logout", undefined, token);
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("Your last action was not carried out").waitFor();
  await focusIs(page, "[name=username]");
}

const loan = (page, amount) => page.locator("main ol li", { hasText: amount });

/** Confirms the payment of a loan without a code. */
async function ask(page, amount) {
  await loan(page, amount).getByRole("button", { name: "Pay from the reserve" }).click();
  await dialog(page).getByRole("button", { name: "Pay now" }).click();
}

/** Enter sends a code; that it was not accepted is said at its field, which keeps the focus. */
async function refusesCode(page, wrong) {
  await dialog(page).locator(code).fill(wrong);
  await page.keyboard.press("Enter");
  await dialog(page).locator(`${code}[aria-invalid=true]`).waitFor();
  await dialog(page).getByText("This code is wrong or has already been used.").waitFor();
  await focusIs(page, code);
}

async function enrol(page, { password }) {
  await page.locator("#enrol-password").fill("not the password");
  await page.keyboard.press("Enter");
  await page.getByText("This is not your current password.").waitFor();
  await page.locator("#enrol-password").fill(password);
  await page.keyboard.press("Enter");
  await focusIs(page, "#enrol-totp");
  const secret = (await page.locator("main code").first().textContent()).replace(/\s/g, "");
  const atMs = Date.now();
  await page.locator("#enrol-totp").fill(codeOf(secret, atMs));
  await page.keyboard.press("Enter");
  await focusIs(page, "[data-printed]");
  return { secret, atMs, code: codeOf(secret, atMs) };
}

async function focusIs(page, selector) {
  await page
    .waitForFunction((wanted) => document.activeElement?.matches(wanted), selector)
    .catch(() => check(false, `the focus is not at ${selector}`));
}
