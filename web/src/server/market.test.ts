import { describe, expect, test } from "vitest";
import { createFakeApi, json } from "../testing/fake-api";
import { site, textOf, withBuild } from "../testing/site";

withBuild();

const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour)).toISOString();
const day = (currency: string, ...prices: string[]) => ({
  currency,
  points: prices.map((price, hour) => ({ at: at(hour), price })),
});
const RESERVES = [
  { currency: "BTC", available: "4.1666666", availablePercent: 25 },
  { currency: "USDT-TRC20", available: "412800.5", availablePercent: 100 },
  { currency: "TRX", available: "900000", availablePercent: 50 },
];

async function home(path = "/en"): Promise<string> {
  const api = createFakeApi();
  api.answers.set("GET /api/prices/day", () =>
    json([day("BTC", "60000", "61000", "60600"), day("ETH", "3000", "2967")]),
  );
  api.answers.set("GET /api/reserves", () => json(RESERVES));
  return (await site(api).get(path)).text();
}

/** The part of a page from one text up to the next. */
const between = (html: string, from: string, to: string) => html.split(from)[1]?.split(to)[0] ?? "";

describe("the market on the home page", () => {
  test("shows a day of each coin as a line, and in words", async () => {
    const table = between(await home(), "<table", "</table>");
    const lines = table.match(/<svg[^>]*>(?=<polyline)/g) ?? [];
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toContain('aria-hidden="true"');
    expect(table).toContain('points="0 24 48 0 96 10"');
    const text = textOf(`<table${table}`);
    expect(text).toMatch(/BTC Bitcoin \+1\.00% 60,600 USD 0\.001 – 4\.1/);
    expect(text).toMatch(/ETH Ethereum −1\.10% 2,967 USD/);
    // Of the others nothing is known.
    expect(text).toMatch(/XMR Monero – –/);
  });

  test("writes figures as the page's language does", async () => {
    expect(textOf(await home("/fr"))).toMatch(/BTC Bitcoin \+1,00\s% 60\s600 \$ US/);
  });

  test("fills a disc as far as our coins are free, with the figure beside it", async () => {
    const html = between(await home(), 'aria-labelledby="reserves"', "</section>");
    const levels = [...html.matchAll(/<rect[^>]* y="([\d.]+)"/g)].map(([, y]) => Number(y));
    // The disc is 31 high and begins at 0.5: a quarter of it, and all.
    expect(levels).toEqual([0.5 + 31 * 0.75, 0.5]);
    const text = textOf(html);
    expect(text).toContain("4.16 BTC 25% of our reserve is free");
    expect(text).toContain("412,800 USDT 100% of our reserve is free");
    expect(text).not.toContain("TRX");
  });

  test("is left out as far as the service says nothing of it", async () => {
    const html = await (await site(createFakeApi()).get("/en")).text();
    expect(html).not.toContain("<table");
    expect(html).not.toContain('aria-labelledby="reserves"');
  });

  test("loads its texts only with it", async () => {
    const html = await home();
    expect(html).toContain("What we can pay out now");
    expect(/catalogues:\$R\[\d+\]=\[([^\]]*)\]/.exec(html)?.[1]).toBe("");
  });
});
