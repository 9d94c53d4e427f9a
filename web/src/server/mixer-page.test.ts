import { describe, expect, test } from "vitest";
import { createFakeApi, json, MIX_CALCULATION, problem } from "../testing/fake-api";
import { AMONG_OTHERS, apiWithoutMixer, bodiesOf, tagOf } from "../testing/mixer-forms";
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

const { observer } = MIX_CALCULATION;
const POINT = { ...observer.weakestPoint, amount: null, nearby: null };

/** Text of a page whose mix an observer could link. */
async function pageFor(found: Partial<typeof observer>, path = "/en/privacy-mixer?amount=0.7314") {
  const api = createFakeApi();
  api.answers.set("POST /api/privacy/calculate", () =>
    json({ ...MIX_CALCULATION, observer: { ...observer, ...found } }),
  );
  return textOf(await (await site(api).get(path)).text());
}

test("the receipt takes nothing off where a fee is zero", async () => {
  const text = await pageFor({});
  expect(text).toMatch(/[^−]0\.00 0+ /);
  expect(text).not.toMatch(/−0\.00 0+ /);
});

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
    expect(textOf(html)).toContain("Not available for BTC here: its network is simulated");
    const real = await (await site(createFakeApi(), "regtest").get("/en/privacy-mixer")).text();
    expect(textOf(real)).toContain("the operator of this instance has not set up a Tor proxy");
  });

  test("shows each part of the fee, the score as one of settings, and what an observer could infer", async () => {
    const text = textOf(await (await site().get("/en/privacy-mixer?amount=0.7314")).text());
    for (const part of [
      "0.7314 BTC × 60,000 43,884.00 0",
      "1 BTC = 60,000 USDT",
      "Input amount 0.7314 BTC",
      "Mixer page fee 1.95% −0.0142623 BTC",
      "Base fee 0.45% −197.47 8",
      "Mixing fee 1.5% −658.26 0",
      "Delay processing fee 0% 0.00 0",
      "Maximum privacy fee 0% 0.00 0",
      "a floating-rate exchange costs 0.45%, the mixer form on the home page 0.25%",
      "Amount after fee 0.7171377 BTC",
      "Actual receive, about 43,027.46 2",
      "up to 15 minutes",
      "Low 165 of 500",
      "This scores the settings and nothing else.",
      "Right now an observer could link this mix to you.",
      "You would pay 1.95%, and an observer could still link this mix to you",
      "Wait until more people mix, or choose a longer delay or a more common amount.",
      "Up to 7 more mixes are needed for your level. You can wait or choose a longer delay.",
      "waits for 2 other mixes",
      "waits for 7 other mixes",
      "waits for 19 other mixes",
      "Fewer than two other mixes fit the amount 0.7314 BTC.",
      "0.7 BTC would hide among at least 12.",
      "Other mixes your level waits for 7; up to 7 missing now",
      "100%",
      "We can link this order ourselves until it is deleted, 24 hours after its end at the latest.",
      "You can close the browser: mixing continues without you.",
      "Receive chain: TRON (TRC20)",
    ])
      expect(text).toContain(part);
  });
});

describe("what the mixer page says of its calculation", () => {
  test("says beside each amount about what it is worth, and nothing without a price", async () => {
    const api = createFakeApi();
    const rate = { from: "BTC", to: "USDT-TRC20", rate: "60000.5", updatedAt: "2026-01-01T00:00:00.000Z" };
    api.answers.set("GET /api/exchange-rates", () => json([rate]));
    const text = textOf(await (await site(api).get("/en/privacy-mixer?amount=0.7314")).text());
    expect(text).toContain("≈ 43,884.36 USD Min 0.001 Max 4.1");
    expect(text).toContain("≈ 43,027.46 USD");
    const unpriced = textOf(await (await site().get("/en/privacy-mixer?amount=0.7314")).text());
    expect(unpriced).toContain("Min 0.001 Max 4.1");
    expect(unpriced).not.toContain("≈");
  });

  test("among others, says how many mixes could be this one, and does not warn", async () => {
    const api = createFakeApi();
    api.answers.set("POST /api/privacy/calculate", () => json(AMONG_OTHERS));
    const html = await (await site(api).get("/en/privacy-mixer?amount=0.7314")).text();
    expect(textOf(html)).toContain(
      "An observer would see at least 12 mixes that could be yours. Their best guess is right no more than one time in 12.",
    );
    expect(textOf(html)).toContain("and at least 4 more One is yours.");
    expect(textOf(html)).not.toContain("could still link");
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

describe("what the mixer advises for more mixes", () => {
  test("without a delay, only a delay: waiting would not help", async () => {
    const text = await pageFor({ windowMinutes: 0, weakestPoint: { ...POINT, code: "no_delay" } });
    expect(text).toContain(
      "Without a delay the payout follows its deposit at once. Up to 7 more mixes are needed for your level. You can choose a longer delay.",
    );
    expect(text).toContain("Without a delay, neither waiting nor another amount helps. Choose a delay;");
    expect(text).not.toMatch(/can wait|Wait until/);
  });

  test("at the longest delay, no longer one", async () => {
    const text = await pageFor({ windowMinutes: 120, weakestPoint: { ...POINT, code: "time_short" } });
    expect(text).toContain(
      "The amount is a common one, and the delay is already the longest. Up to 7 more mixes are needed for your level. You can wait for more mixes.",
    );
    expect(text).toContain("Wait until more people mix, or choose a more common amount. Otherwise");
    expect(text).not.toContain("longer delay");
  });

  test("on the home page, which has no field for a delay, a longer one on the mixer's page", async () => {
    const text = await pageFor({}, "/en?form=mixer&from=BTC&to=USDT&amount=0.7314");
    expect(text).toContain("or set a longer delay on the page of the privacy mixer. Otherwise");
    expect(text).not.toContain("or choose a longer delay");
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
