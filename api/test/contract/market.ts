import { expect, it } from "vitest";
import type { ContractWorld } from "./world";
import { given } from "./world";

/** Rates, calculations and the export: what they report has to agree with each other. */
export function callMarket(worldOf: () => ContractWorld): void {
  it("the currencies, two of them paused", async () => {
    const currencies = await worldOf().ok("listCurrencies");
    const paused = currencies.filter(({ isActive }) => !isActive);
    expect(paused.map(({ id }) => id)).toEqual(["ZEC", "ADA"]);
  });

  it("what is the same for everybody, by its ETag", async () => {
    const { client } = worldOf();
    for (const path of ["/api/fees", "/api/stats"] as const) {
      const etag = given((await client.GET(path)).response.headers.get("etag") ?? undefined);
      expect((await client.GET(path, { headers: { "if-none-match": etag } })).response.status).toBe(304);
    }
  });

  it("a calculation by what is received", async () => {
    const body = { fromCurrency: "LTC", toCurrency: "ETH", amount: "0.2", direction: "receive" } as const;
    const { netReceiveAmount } = await worldOf().ok("calculateExchange", {}, body);
    expect(Number(netReceiveAmount)).toBeGreaterThanOrEqual(0.2);
  });

  it("past rates of a pair", async () => {
    for (const [range, stretches] of [["24h", 96] as const, ["7d", 84] as const, ["30d", 90] as const]) {
      const { points } = await worldOf().ok("readRateHistory", { from: "BTC", to: "USDT-TRC20", range });
      // A simulated market has a past; of its last stretch there may be none.
      expect([stretches - 1, stretches]).toContain(points.length);
      expect(Number(points[0]?.rate)).toBeGreaterThan(50_000);
      const same = await worldOf().ok("readRateHistory", { from: "BTC", to: "BTC", range });
      expect(new Set(same.points.map(({ rate }) => rate))).toEqual(new Set(["1"]));
    }
  });

  it("the rates as aggregators read them", async () => {
    const { client, ok } = worldOf();
    const answer = await client.GET("/api/rates.xml", { parseAs: "text" });
    const items = [...given(answer.data).matchAll(/<item>(.*?)<\/item>/g)].map(([, item = ""]) =>
      Object.fromEntries([...item.matchAll(/<(\w+)>([^<>&]+)<\/\1>/g)].map(([, name, text]) => [name, text])),
    );
    expect(items).toHaveLength(18 * 17);
    const item = given(items.find(({ from, to }) => from === "LTC" && to === "USDT-TRC20"));
    expect(item.in).toBe("1");
    const reserve = (await ok("listReserves")).find(({ currency }) => currency === "USDT-TRC20");
    expect(Number(item.amount) / Number(given(reserve).available)).toBeCloseTo(1, 1);
    // What the export promises is what a calculation gives, but for what the market moved in between.
    const body = { fromCurrency: "LTC", toCurrency: "USDT-TRC20", amount: "100" };
    const { netReceiveAmount } = await ok("calculateExchange", {}, body);
    expect((100 * Number(item.out) - Number(item.tofee)) / Number(netReceiveAmount)).toBeCloseTo(1, 2);
    expect(Number(item.minamount)).toBeLessThan(Number(item.maxamount));
    expect(answer.response.headers.get("etag")).toMatch(/^(W\/)?"[^"]+"$/);
  });
}

/** The figures, which must have counted the two orders that ended before: they are computed once a minute. */
export function callStats(worldOf: () => ContractWorld): void {
  it("the figures of the orders that ended here", async () => {
    const stats = await worldOf().ok("readStats");
    expect(stats).toMatchObject({
      orders: 2,
      completed: 1,
      successRate: "100",
      exchangesTotal: 1,
      uptime: null,
      currencies: 18,
      fee: "0.45",
      enough: false,
    });
    expect(given(stats.completionSeconds ?? undefined).median).toBeLessThanOrEqual(60);
    expect(Date.now() - Date.parse(stats.window.to)).toBeLessThan(60_000);
  });
}
