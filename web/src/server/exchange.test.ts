import { describe, expect, test } from "vitest";
import { createFakeApi, json, ORDER_ID, problem, RECEIVE_ADDRESS } from "../testing/fake-api";
import { CALCULATION } from "../testing/fake-market";
import { site, textOf, withBuild } from "../testing/site";

withBuild();

const fields = {
  sendCurrency: "BTC",
  receiveCurrency: "USDT-TRC20",
  sendAmount: "0.1",
  receiveAmount: "5,972.2",
  direction: "send",
  seen: "BTC|USDT-TRC20|send|0.1|floating|0.1|5972.2",
  receiveAddress: RECEIVE_ADDRESS,
  orderType: "floating",
  intent: "create",
  idempotencyKey: "0123456789abcdef0123",
};

const STATS = {
  window: { from: "2026-10-23T00:00:00.000Z", to: "2026-11-21T12:00:00.000Z", days: 30 },
  orders: 1204,
  completed: 1180,
  successRate: "99.41",
  completionSeconds: { median: 380, p95: 1500 },
  exchangesTotal: 52_310,
  uptime: "99.97",
  currencies: 12,
  fee: "0.45",
  enough: true,
  targets: { successRate: "99.9", completionSeconds: 600, uptime: "99.9" },
};

const history = (rates: string[]) =>
  json({
    from: "BTC",
    to: "USDT-TRC20",
    range: "24h",
    points: rates.map((rate, hour) => ({ at: new Date(Date.UTC(2026, 10, 21, hour)).toISOString(), rate })),
  });

const HISTORY_PATH = "GET /api/rates/BTC/USDT-TRC20/history";

describe("an exchange by the amount to receive, as a plain form", () => {
  test("the amount to send is shown before it is taken", async () => {
    const api = createFakeApi();
    const { post } = site(api);
    const asked = await post("/en/exchange", { ...fields, receiveAmount: "500" });
    const html = await asked.text();
    expect(asked.status).toBe(200);
    expect(textOf(html)).toContain("The amount to send is calculated now");
    expect(html).toContain('name="direction" value="receive"');
    expect(html).toMatch(/name="receiveAmount"[^>]*value="500"/);
    expect(api.calls.find(({ path }) => path === "/api/calculate")?.body).toMatchObject({
      amount: "500",
      direction: "receive",
    });
    expect(api.calls.some(({ path }) => path === "/api/exchanges")).toBe(false);

    const seen = /name="seen" value="([^"]+)"/.exec(html)?.[1] ?? "";
    const again = { ...fields, receiveAmount: "500", direction: "receive", seen };
    const created = await post("/en/exchange", again);
    expect(created.headers.get("location")).toBe(`/en/payment/${ORDER_ID}`);
    expect(api.calls.find(({ path }) => path === "/api/exchanges")?.body).toMatchObject({
      sendAmount: CALCULATION.sendAmount,
      receiveAmount: CALCULATION.netReceiveAmount,
    });
  });

  test("an amount that is none stands beside its own field", async () => {
    const answer = await site().post("/en/exchange", {
      ...fields,
      direction: "receive",
      receiveAmount: "a lot",
      seen: "",
    });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toMatch(/id="receiveAmount-message"[^>]*>Enter a valid amount\./);
    expect(html).toMatch(/id="sendAmount-message"[^>]*>(?!Enter a valid)/);
  });

  test("limits stand beside the sent amount, whichever was entered", async () => {
    const api = createFakeApi();
    api.answers.set("POST /api/calculate", () =>
      problem(422, "amount/min", "The minimum is 0.001 BTC.", "/amount"),
    );
    const answer = await site(api).post("/en/exchange", {
      ...fields,
      intent: "calculate",
      receiveAmount: "1",
    });
    expect(await answer.text()).toMatch(/id="sendAmount-message"[^>]*>The minimum is 0\.001 BTC\./);
  });
});

describe("past rates", () => {
  test("are drawn on the server, with their low, high and change in words", async () => {
    const api = createFakeApi();
    api.answers.set(HISTORY_PATH, () => history(["60000", "61500.25", "59000", "60600"]));
    const html = await (await site(api).get("/en")).text();
    expect(html).toMatch(
      /<svg[^>]*role="img"[^>]*aria-label="[^"]*low 59,000, high 61,500\.2 USDT, change \+1\.00%/,
    );
  });

  test("fewer than two points are a quiet line, and no answer is no failure of the page", async () => {
    const api = createFakeApi();
    api.answers.set(HISTORY_PATH, () => history(["60000"]));
    expect(textOf(await (await site(api).get("/en")).text())).toContain("No past rates are known");
    const silent = await site().get("/en");
    expect(silent.status).toBe(200);
    expect(textOf(await silent.text())).toContain("No past rates are known");
  });

  test("another range keeps what was entered and starts nothing", async () => {
    const api = createFakeApi();
    api.answers.set(HISTORY_PATH, () => history(["60000", "60000"]));
    const { intent, ...entered } = fields;
    expect(intent).toBe("create");
    const html = await (await site(api).post("/en/exchange", { ...entered, range: "30d" })).text();
    expect(html).toContain(`value="${RECEIVE_ADDRESS}"`);
    expect(html).toMatch(/value="30d"[^>]*aria-pressed="true"|aria-pressed="true"[^>]*value="30d"/);
    expect(api.calls.some(({ path }) => path === "/api/exchanges")).toBe(false);
  });
});

describe("home", () => {
  test("has two forms, each with an address of its own", async () => {
    const { get } = site();
    const tab = (html: string, href: string) =>
      new RegExp(`<a [^>]*href="${href}"[^>]*>`, "g").exec(html)?.[0] ?? "";
    const exchange = await (await get("/en")).text();
    const mixer = await (await get("/en?form=mixer")).text();
    expect(exchange).toContain('action="/en/exchange"');
    expect(mixer).not.toContain('action="/en/exchange"');
    expect(exchange).toMatch(/<a[^>]*href="\/en\?form=mixer"/);
    expect(tab(exchange, "/en\\?form=mixer")).not.toContain("aria-current");
    expect(tab(mixer, "/en\\?form=mixer")).toContain('aria-current="page"');
  });

  test("shows measured figures with their window", async () => {
    const api = createFakeApi();
    api.answers.set("GET /api/stats", () => json(STATS));
    const text = textOf(await (await site(api).get("/en")).text());
    for (const figure of ["99.41%", "6 minutes", "0.45%", "95 of 100 within 25 minutes", "1,204 orders"])
      expect(text).toContain(figure);
    expect(text).toContain("24/7 around the clock");
    expect(text).not.toMatch(/Currencies 12/);
    const { get } = site(api, "simnet", { supportEmail: null, supportHandle: null });
    const quiet = textOf(await (await get("/en")).text());
    expect(quiet).toMatch(/Currencies 12/);
    expect(quiet).not.toContain("24/7");
    expect(text).not.toContain("target");
  });

  test("are called measured where only the uptime is a target", async () => {
    const api = createFakeApi();
    api.answers.set("GET /api/stats", () => json({ ...STATS, uptime: null }));
    const text = textOf(await (await site(api).get("/en")).text());
    expect(text).toContain("99.9% target");
    expect(text).toContain("Measured over the last 30 days, from 1,204 orders.");
    expect(text).not.toContain("Too few orders");
  });

  test("shows targets as such where the orders are too few, and nothing where there are no figures", async () => {
    const api = createFakeApi();
    api.answers.set("GET /api/stats", () => json({ ...STATS, orders: 3, enough: false }));
    const text = textOf(await (await site(api).get("/en")).text());
    expect(text).toContain("99.9% target");
    expect(text).toContain("10 minutes target");
    expect(text).not.toContain("99.41");
    expect(textOf(await (await site().get("/en")).text())).not.toContain("Success rate");
  });

  test("the disclaimer leads to the terms and to the privacy policy", async () => {
    const html = await (await site().get("/en")).text();
    expect(html).toMatch(/By starting[\s\S]{0,80}href="\/en\/terms"[\s\S]{0,120}href="\/en\/privacy"/);
  });
});

test("a paused currency is listed, and cannot be chosen", async () => {
  const html = await (await site().get("/en")).text();
  expect(html).toMatch(/<option value="DASH" disabled="">/);
});

describe("the two kinds of rate", () => {
  const sums = async (fees: Response | null) => {
    const api = createFakeApi();
    if (fees !== null) api.answers.set("GET /api/fees", () => fees.clone());
    const html = await (await site(api).get("/en/exchange?from=BTC&to=USDT-TRC20&amount=0.1")).text();
    return [...html.matchAll(/<label class="option[\s\S]*?<\/label>/g)].map(([label]) =>
      textOf(label).trim(),
    );
  };

  test("each show what they come to, by their own fee", async () => {
    expect(await sums(null)).toEqual([
      "Floating 5,972.2 USDT 0.45% fee",
      expect.stringMatching(/^Fixed 5,942\.2 USDT 0\.95% fee/),
    ]);
  });

  test("show nothing for the other one while its fee is not known", async () => {
    expect(await sums(problem(503, "service/unavailable", "Away."))).toEqual([
      "Floating 5,972.2 USDT 0.45% fee",
      expect.stringMatching(/^Fixed –/),
    ]);
  });
});
