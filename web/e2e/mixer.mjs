import { button, open, untilHeading } from "./browser.mjs";
import { payFromFaucet } from "./exchange.mjs";
import { call, check, tron } from "./orders.mjs";

const pair = { fromCurrency: "BTC", toCurrency: "USDT-TRC20", amount: "0.1" };
const deepLink = "from=BTC&to=USDT-TRC20&amount=0.1";
const strongest = {
  mixingRounds: 10,
  delayMinutes: 120,
  privacyLevel: "maximum",
  useRandomDelay: true,
  useRandomAmounts: true,
  enableTorIntegration: false,
};
const weakest = {
  ...strongest,
  mixingRounds: 1,
  delayMinutes: 0,
  privacyLevel: "basic",
  useRandomDelay: false,
  useRandomAmounts: false,
};

/** The mixer's page, with JavaScript and without it: what it shows is what the API calculates for the settings. */
export const mixer = {
  "the mixer's settings decide its score and its fee": settings,
  "a mix from its settings to the coins": mix,
};

/** The mixer on the home page, and presses in its forms, with JavaScript. */
export const homeMixer = {
  "the level of the home page's mixer decides its score": level,
  "a press enters the least or the most that the mixer takes": limits,
};

const calculate = (base, privacySettings) =>
  call(base, "POST", "/api/privacy/calculate", { ...pair, privacySettings });

async function settings(page, { base }, scripts) {
  await open(page, `${base}/en/privacy-mixer?${deepLink}`, scripts);
  for (const [wanted, end] of [
    [strongest, "End"],
    [weakest, "Home"],
  ]) {
    await enter(page, wanted, end);
    if (!scripts) await Promise.all([page.waitForEvent("load"), button(page, "Calculate").click()]);
    const { privacyScore, totalFeeRate, feeRates } = await calculate(base, wanted);
    await page.locator(`section[aria-labelledby=settings] progress[value="${privacyScore}"]`).waitFor();
    const costs = page.locator("section[aria-labelledby=costs]");
    await costs.locator("dt").getByText(`Mixer page fee ${totalFeeRate}%`, { exact: true }).waitFor();
    await costs.locator("dt", { hasText: `Mixing fee ${feeRates.mixing}%` }).waitFor();
    check(
      (await page.inputValue("#mixingRounds")) === String(wanted.mixingRounds),
      "the rounds were not kept",
    );
  }
  const [strong, weak] = await Promise.all([calculate(base, strongest), calculate(base, weakest)]);
  check(strong.privacyScore > weak.privacyScore, "the strongest settings score no more than the weakest");
  check(strong.totalFeeRate !== weak.totalFeeRate, "all settings cost the same");
}

/** Sets every setting as a keyboard does: the ranges to one of their ends. */
async function enter(page, wanted, end) {
  for (const name of ["mixingRounds", "delayMinutes"]) {
    await page.locator(`#${name}`).focus();
    await page.keyboard.press(end);
  }
  await page.locator(`[name=privacyLevel][value=${wanted.privacyLevel}]`).check({ force: true });
  for (const name of ["useRandomDelay", "useRandomAmounts"]) {
    await page.locator(`#${name}`).setChecked(wanted[name]);
  }
}

async function level(page, { base }) {
  await open(page, `${base}/en?form=mixer&${deepLink}`);
  await page.locator("main summary").first().click();
  const scores = new Set();
  for (const preset of ["basic", "enhanced", "maximum"]) {
    await page.locator(`[name=privacyLevel][value=${preset}]`).check({ force: true });
    const { privacyScore } = await calculate(base, { preset });
    await page.locator("dd", { hasText: `${privacyScore} of ` }).waitFor();
    scores.add(privacyScore);
  }
  check(scores.size === 3, "two levels score the same");
}

async function limits(page, { base }) {
  for (const path of [`?form=mixer&${deepLink}`, `/privacy-mixer?${deepLink}`]) {
    await open(page, `${base}/en${path}`);
    for (const name of ["Max", "Min"]) {
      const limit = page.getByRole("button", { name: new RegExp(`^${name} `) });
      const amount = (await limit.textContent()).replace(`${name} `, "");
      await limit.click();
      const entered = await page.inputValue("[name=sendAmount]");
      check(entered === amount, `${name} of ${path} enters ${entered}, not ${amount}`);
    }
  }
}

async function mix(page, { base }, scripts) {
  await open(page, `${base}/en/privacy-mixer?${deepLink}`, scripts);
  await enter(page, weakest, "Home");
  await page.locator("[name=receiveAddress]").first().fill(tron);
  if (!scripts) {
    // These settings were not calculated yet: what they cost and how little they hide is shown first.
    await Promise.all([page.waitForEvent("load"), button(page, "Start mixing").click()]);
  }
  await page.getByText(/You would pay .+, and an observer could still link this mix/).waitFor();
  await button(page, "Start mixing").click();
  await page.waitForURL(/\/en\/payment\?id=/);
  await untilHeading(page, "Waiting for payment");
  await payFromFaucet(page);
  await untilHeading(page, "Completed");
  const text = await page.textContent("main");
  check(text.includes(tron), "the receive address is not shown");
  check(/1 of 1/.test(text), "the round is not shown");
}
