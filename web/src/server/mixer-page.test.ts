import { describe, expect, test } from "vitest";
import { createFakeApi, json, MIX_CALCULATION, problem } from "../testing/fake-api";
import { apiWithoutMixer, bodiesOf, tagOf } from "../testing/mixer-forms";
import { site, textOf, withBuild } from "../testing/site";

withBuild();

/** The settings that the mixer page starts with. */
const DEFAULTS = {
  mixingRounds: 3,
  delayMinutes: 15,
  useRandomDelay: true,
  useRandomAmounts: true,
  enableTorIntegration: false,
  privacyLevel: "enhanced",
};

describe("the mixer page", () => {
  test("starts with the default settings, and asks for exactly these", async () => {
    const api = createFakeApi();
    const page = await site(api).get("/en/privacy-mixer?amount=0.7314");
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(html).not.toMatch(/<[a-z][^>]*\sstyle=/i);
    expect(bodiesOf(api, "/api/privacy/calculate")).toEqual([
      {
        fromCurrency: "BTC",
        toCurrency: "USDT-TRC20",
        amount: "0.7314",
        privacySettings: DEFAULTS,
        receiveAddressCount: 1,
      },
    ]);
    for (const part of ['min="1"', 'max="10"', 'step="1"', 'value="3"'])
      expect(tagOf(html, "mixingRounds")).toContain(part);
    for (const part of ['min="0"', 'max="120"', 'step="5"', 'value="15"'])
      expect(tagOf(html, "delayMinutes")).toContain(part);
    expect(html).toMatch(/<input[^>]*name="privacyLevel"[^>]*checked=""[^>]*value="enhanced"/);
    expect(tagOf(html, "useRandomAmounts")).toContain('checked=""');
    expect(tagOf(html, "enableTorIntegration")).toMatch(/disabled=""/);
    expect(tagOf(html, "enableTorIntegration")).not.toContain("checked");
    expect(textOf(html)).toContain("the operator of this instance has not set up a Tor proxy");
  });

  test("shows each part of the fee, the score as one of settings, and what an observer could infer", async () => {
    const text = textOf(await (await site().get("/en/privacy-mixer?amount=0.7314")).text());
    for (const part of [
      "1 BTC = 60,000 USDT",
      "Input amount 0.7314 BTC",
      "Fee 1.95% −0.0142623 BTC",
      "Base fee 0.45% 0.0032913 BTC",
      "Mixing fee 1.5% 0.010971 BTC",
      "Delay processing fee 0% 0 BTC",
      "Maximum privacy fee 0% 0 BTC",
      "Amount after fee 0.7171377 BTC",
      "Actual receive, about 43,027.462 USDT",
      "up to 15 minutes",
      "Low 165 of 500",
      "This scores the settings alone.",
      "The amount 0.7314 BTC is unique.",
      "0.7 BTC would hide among 12.",
      "8; 7 missing now",
      "100%",
      "We, the operator, can link this order until it is deleted.",
      "You can close the browser: mixing continues without you.",
      "Receive chain: TRON (TRC20)",
    ])
      expect(text).toContain(part);
  });

  test("says before an order exists that the pool is too small, and offers Tor where it is there", async () => {
    const api = createFakeApi();
    api.answers.set("POST /api/privacy/calculate", () =>
      json({ ...MIX_CALCULATION, poolSufficient: false, torAvailable: true }),
    );
    const html = await (await site(api).get("/en/privacy-mixer?amount=0.7314")).text();
    expect(textOf(html)).toContain("The pool is too small for this amount It cannot pay 0.7314 BTC");
    expect(tagOf(html, "enableTorIntegration")).not.toContain("disabled");
    expect(textOf(await (await site().get("/en/privacy-mixer")).text())).not.toContain(
      "The pool is too small",
    );
  });
});

describe("what the mixer page says without a service that mixes", () => {
  test("where this instance does not mix, it says so instead of a form", async () => {
    for (const [path, form] of [
      ["/en/privacy-mixer", 'action="/en/privacy-mixer"'],
      ["/en/privacy-mixer?amount=nothing", 'action="/en/privacy-mixer"'],
      ["/en?form=mixer", 'action="/en?form=mixer"'],
    ] as const) {
      expect(await (await site().get(path)).text(), path).toContain(form);
      const html = await (await site(apiWithoutMixer()).get(path)).text();
      expect(html, path).not.toContain(form);
      expect(textOf(html), path).toContain("Mixing is not offered on this instance");
      expect(textOf(html), path).toContain("The privacy mixer is not offered here.");
    }
  });

  test("a failed calculation and a silent service are told as what they are", async () => {
    const api = createFakeApi();
    api.answers.set("POST /api/privacy/calculate", () => problem(409, "pair/paused", "No rate just now."));
    const text = textOf(await (await site(api).get("/en/privacy-mixer")).text());
    expect(text).toContain("Calculation failed No rate just now.");
    const silent = createFakeApi();
    silent.answers.set("GET /api/currencies", () => problem(503, "service/unavailable", "Not now."));
    const page = await site(silent).get("/en/privacy-mixer");
    expect(page.status).toBe(503);
    expect(textOf(await page.text())).toContain("Not now.");
  });
});
