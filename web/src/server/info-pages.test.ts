import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { QUESTION_IDS } from "../features/faq/questions";
import { LANGUAGES } from "../lib/languages";
import { createFakeApi, type FakeApi, json, problem } from "../testing/fake-api";
import { currencies, FEES } from "../testing/fake-market";
import { NONCE, site, textOf, withBuild } from "../testing/site";

withBuild();

const PAGES = ["about", "faq", "contact", "privacy", "terms", "currencies"] as const;

const STATS = {
  window: { from: "2026-10-23T00:00:00.000Z", to: "2026-11-21T12:00:00.000Z", days: 30 },
  orders: 240,
  completed: 236,
  successRate: "99.5",
  completionSeconds: { median: 380, p95: 1500 },
  exchangesTotal: 5231,
  uptime: "99.97",
  currencies: 12,
  fee: "0.45",
  enough: true,
  targets: { successRate: "99.9", completionSeconds: 600, uptime: "99.9" },
};
function service(changes: Partial<typeof FEES> = {}): FakeApi {
  const api = createFakeApi();
  api.answers.set("GET /api/fees", () => json({ ...FEES, ...changes }));
  api.answers.set("GET /api/stats", () => json(STATS));
  return api;
}

async function page(name: string, api = service(), ...rest: [network?: "mainnet", operator?: object]) {
  const response = await site(api, rest[0] ?? "simnet", rest[1]).get(`/en/${name}`);
  const html = await response.text();
  return { status: response.status, html, text: textOf(html) };
}

describe.each(PAGES)("%s", (name) => {
  test("is a whole document with one heading, an own title, and nothing the policy forbids", async () => {
    const { status, html } = await page(name);
    expect(status).toBe(200);
    expect(html.match(/<h1\b/g)).toHaveLength(1);
    expect(/name="description" content="([^"]{20,})"/.test(html)).toBe(true);
    expect(html).not.toContain("to be written");
    expect(html).not.toMatch(/<[a-z][^>]*\sstyle=/i);
    expect(html).not.toMatch(/<[a-z][^>]*\son[a-z]+=/i);
    for (const script of html.match(/<script\b[^>]*>/g) ?? []) expect(script).toContain(NONCE);
    const ids = Array.from(html.matchAll(/\sid="([^"]+)"/g), ([, id]) => id);
    expect(ids.length).toBe(new Set(ids).size);
  });

  test("answers in each language", async () => {
    for (const language of LANGUAGES) {
      expect((await site(service()).get(`/${language}/${name}`)).status, language).toBe(200);
    }
  });
});

test("every figure of the fees comes from the schedule", async () => {
  for (const name of ["faq", "terms", "about"]) {
    const before = await page(name);
    expect(before.text, name).toContain("0.45%");
    const after = await page(
      name,
      service({ exchange: "0.61", fixedRateSurcharge: "0.72", homeMixer: "0.33" }),
    );
    expect(after.text, name).toContain("0.61%");
    expect(after.text, name).not.toMatch(/0\.45|0\.25/);
  }
  const faq = await page("faq", service({ fixedRateSurcharge: "0.72", homeMixer: "0.33" }));
  expect(faq.text).toContain("0.72%");
  expect(faq.text).toContain("0.33%");
  const terms = await page("terms", service({ fixedRateSurcharge: "0.72", homeMixer: "0.33" }));
  expect(terms.text).toContain("another 0.72% of the amount sent");
  expect(terms.text).toContain("0.33% instead");
});

test("a fee that cannot be read is not made up, and the page says so", async () => {
  const api = service();
  api.answers.set("GET /api/fees", () => problem(503, "service/unavailable", "Not now."));
  for (const [name, words] of [
    ["faq", "This figure isn’t available at the moment"],
    ["terms", "The fee schedule can’t be read at the moment"],
  ] as const) {
    const { status, text } = await page(name, api);
    expect(status, name).toBe(503);
    expect(text, name).toContain(words);
    expect(text, name).not.toMatch(/0\.\d+ %[^.]*(of the amount|instead)/);
  }
});

test("payment window and retention come from the operator's settings", async () => {
  const operator = { paymentWindowSeconds: 2700, retentionDays: 9 };
  const terms = await page("terms", service(), undefined, operator);
  expect(terms.text).toContain("At a floating rate you have 45 minutes.");
  expect(terms.text).toContain("deleted 9 days after it ends");
  expect((await page("privacy", service(), undefined, operator)).text).toContain("deleted 9 days after");
  const faq = await page("faq", service(), undefined, operator);
  expect(faq.text).toContain("You have 45 minutes to pay");
  const mixes = { ...operator, mixRetentionHours: 6 };
  for (const [name, words] of [
    ["privacy", "a mixed order 6 hours after that at the latest"],
    ["terms", "a mixed order 6 hours after its end at the latest"],
    ["faq", "a mixed one 6 hours after its end at the latest"],
  ] as const)
    expect((await page(name, service(), undefined, mixes)).text).toContain(words);
  const oneDay = await page("privacy", service(), undefined, { retentionDays: 1 });
  expect(oneDay.text).toContain("deleted 1 day after");
});

test("the catalogues hold no figure of the service in their words", async () => {
  for (const name of PAGES) {
    const folder = join(import.meta.dirname, "..", "messages", name);
    for (const file of readdirSync(folder)) {
      const { messages } = (await import(/* @vite-ignore */ `${join(folder, file)}?source`)) as {
        messages: object;
      };
      for (const text of texts(messages)) {
        // The 95th percentile's own name, and what is between braces, are no figures of the service.
        const words = text
          .replace(/\{(?:[^{}]|\{[^{}]*\})*\}/g, "")
          .replace(/95[^\d]+100|100[^\d]+95|95 ?%/, "");
        expect(words, `${name}/${file}`).not.toMatch(/\d/);
      }
    }
  }
});

function texts(tree: object): string[] {
  return Object.values(tree).flatMap((value: unknown) =>
    typeof value === "string" ? [value] : value !== null && typeof value === "object" ? texts(value) : [],
  );
}

describe("questions", () => {
  test("are ten native disclosures, each under an address inside its answer", async () => {
    const { html } = await page("faq");
    expect(QUESTION_IDS).toHaveLength(10);
    const list = /aria-label="Questions".*?<\/section>/s.exec(html)?.[0] ?? "";
    expect(list.match(/<details\b/g)).toHaveLength(10);
    expect(list).not.toContain("<details name=");
    for (const id of QUESTION_IDS) expect(list).toMatch(new RegExp(`</summary><div id="${id}"`));
  });

  test("state minimums and currencies of the registry", async () => {
    const api = service();
    const changed = currencies.map((currency) =>
      currency.id === "ETH" ? { ...currency, minAmount: "0.077" } : currency,
    );
    api.answers.set("GET /api/currencies", () => json(changed.slice(0, 6)));
    const { text } = await page("faq", api);
    expect(text).toContain("0.077 ETH");
    expect(text).toContain("6 currencies are available now");
  });

  test("state measured times, or a target that is called one", async () => {
    const measured = await page("faq");
    expect(measured.text).toContain("no longer than 6 minutes, and 95 of 100 no longer than 25 minutes");
    expect(measured.text).toContain("about 25 minutes");
    const api = service();
    api.answers.set("GET /api/stats", () => json({ ...STATS, orders: 3, enough: false }));
    const few = await page("faq", api);
    expect(few.text).toContain("Our target, from payment to payout, is 10 minutes");
    expect(few.text).not.toContain("Measured over");
  });
});

describe("what the operator did not configure", () => {
  const nothing = { supportEmail: null, supportHandle: null, operatorStatement: null };

  test("is not invented on the contact page", async () => {
    const { html, text } = await page("contact", service(), undefined, nothing);
    expect(text).toContain("This instance has configured no support channel.");
    expect(html).not.toContain("mailto:");
    const main = /<main\b.*<\/main>/s.exec(html)?.[0] ?? "";
    expect(textOf(main)).not.toMatch(/@|Around the clock|24 hours/);
  });

  test("is not invented anywhere else, and what was configured is shown", async () => {
    for (const name of ["about", "privacy", "terms"]) {
      const unnamed = await page(name, service(), undefined, nothing);
      expect(unnamed.text, name).toMatch(/names no operator|has not stated a name|has stated no name/);
      const named = await page(name, service(), "mainnet", { operatorStatement: "Quiet Coins SA, Lugano." });
      expect(named.text, name).toContain("Quiet Coins SA, Lugano.");
      expect(named.text, name).not.toMatch(/names no operator|has not stated a name|has stated no name/);
    }
    expect((await page("faq", service(), undefined, nothing)).text).toContain(
      "configured no support channel",
    );
  });

  test("leaves a messenger alone where only that is configured", async () => {
    const { html, text } = await page("contact", service(), undefined, {
      ...nothing,
      supportHandle: "@quiet",
    });
    expect(text).toContain("@quiet");
    expect(text).toContain("Around the clock");
    expect(text).not.toContain("24 hours");
    expect(html).not.toContain("mailto:");
  });
});

test("without scripts the contact page has a mail link for each subject", async () => {
  const { html } = await page("contact");
  for (const subject of ["Technical problem", "A transaction or an order", "The API", "A security problem"]) {
    expect(html).toContain(
      `mailto:support@sotto.example?subject=${encodeURIComponent(`[Sotto] ${subject}`)}&amp;body=`,
    );
  }
  expect(html).not.toContain('action="mailto:');
});

describe("currencies", () => {
  test("have a card each, with limits, network, status, and a way into the form only where they are active", async () => {
    const { html, text } = await page("currencies");
    for (const { id, minAmount, symbol, isActive } of currencies) {
      expect(text, id).toContain(`${minAmount} ${symbol}`);
      expect(html.includes(`href="/en/exchange?from=${id}"`), id).toBe(isActive);
    }
    expect(text.match(/ Paused /g)).toHaveLength(3);
    expect(text).toContain("15 currencies, 12 available");
  });

  test("are found by the plain search form", async () => {
    const found = await page("currencies?q=usdt%20ethereum");
    expect(found.text).toContain("1 currency, 1 available");
    expect(found.html).toContain('value="usdt ethereum"');
    expect((await page("currencies?q=doge")).text).toContain("No currency matches this");
  });

  test("that cannot be read are a 503 which says so", async () => {
    const api = service();
    api.answers.set("GET /api/currencies", () => problem(503, "service/unavailable", "Not now."));
    const { status, text } = await page("currencies", api);
    expect(status).toBe(503);
    expect(text).toContain("Not now.");
  });
});
