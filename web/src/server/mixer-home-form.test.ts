import { describe, expect, test } from "vitest";
import {
  createFakeApi,
  json,
  MIX_CALCULATION,
  ORDER_ID,
  problem,
  RECEIVE_ADDRESS,
} from "../testing/fake-api";
import { apiAmongOthers, bodiesOf, homeMixerFields } from "../testing/mixer-forms";
import { site, textOf, withBuild } from "../testing/site";

withBuild();

describe("the home page's mixer form", () => {
  test("without a script the chains are groups of codes; it begins with the usual pair, as the exchange does", async () => {
    const api = createFakeApi();
    api.answers.set("POST /api/privacy/calculate", () => json({ ...MIX_CALCULATION, totalFeeRate: "0.25" }));
    const html = await (await site(api).get("/en?form=mixer")).text();
    expect(html).toMatch(/<optgroup label="TRON">\s*<option value="USDT-TRC20"/);
    expect(html).toMatch(
      /<optgroup label="USDT"><option value="USDT-TRC20"[^>]*>.*?<option value="USDT-ERC20">/,
    );
    expect(html).not.toContain('<optgroup label="LTC">');
    expect(html).toMatch(/<option value="BTC" selected="">/);
    expect(html).toMatch(/<option value="USDT-TRC20" selected="">/);
    expect(textOf(html)).toContain("Home mixer fee 0.25%");
    expect(textOf(html)).toContain("5 rounds · 30 min");
    const open = createFakeApi();
    await site(open).get("/en?form=mixer&to=XMR");
    expect(open.calls.some(({ path }) => path.startsWith("/api/exchange-rate/"))).toBe(false);
  });

  test("a chosen pair has its rate and its result; a bare token stands for its default network", async () => {
    const api = createFakeApi();
    api.answers.set("POST /api/privacy/calculate", () =>
      json({ ...MIX_CALCULATION, fee: "0.00125", netReceiveAmount: "29924.2", totalFeeRate: "0.25" }),
    );
    const html = await (await site(api).get("/en?form=mixer&from=BTC&to=USDT&amount=0.5")).text();
    expect(bodiesOf(api, "/api/privacy/calculate")).toEqual([
      {
        fromCurrency: "BTC",
        toCurrency: "USDT-TRC20",
        amount: "0.5",
        privacySettings: { preset: "enhanced" },
      },
    ]);
    const text = textOf(html);
    expect(text).toContain("0.5 BTC × 60,000 30,000.00");
    expect(text).toContain("Home mixer fee 0.25% −75.00");
    expect(text).toContain("Receive amount 29,925 USDT before the network fee");
    expect(text).toContain("Arrives, about 29,924.20");
    const same = await site().get("/en?form=mixer&from=BTC&to=BTC&amount=x");
    expect(textOf(await same.text())).toContain("1 BTC = 1 BTC");
  });

  test("every field has to be filled in", async () => {
    for (const name of ["sendCurrency", "receiveCurrency", "sendAmount", "receiveAddress"]) {
      const api = createFakeApi();
      const answer = await site(api).post("/en?form=mixer", { ...homeMixerFields, [name]: "" });
      const text = textOf(await answer.text());
      expect(answer.status, name).toBe(422);
      expect(text).toContain(
        "Please fill all required fields Select the source chain, token, target currency",
      );
      expect(bodiesOf(api, "/api/exchanges")).toHaveLength(0);
    }
  });
});

describe("orders of the home page's mixer form", () => {
  test("creates an order by preset, and leads to its payment page", async () => {
    const api = apiAmongOthers();
    const answer = await site(api).post("/en?form=mixer", homeMixerFields);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(`/en/payment?id=${ORDER_ID}`);
    expect(bodiesOf(api, "/api/exchanges")).toEqual([
      {
        sendCurrency: "BTC",
        receiveCurrency: "USDT-TRC20",
        sendAmount: "0.5",
        receiveAddress: RECEIVE_ADDRESS,
        privacySettings: { preset: "maximum" },
      },
    ]);
  });

  test("a refusal keeps the form and has its title; without words it has the page's own", async () => {
    const api = apiAmongOthers();
    api.answers.set("POST /api/exchanges", () => problem(409, "reserve/insufficient", "Too much just now."));
    const refused = await site(api).post("/en?form=mixer", homeMixerFields);
    const html = await refused.text();
    expect(refused.status).toBe(409);
    expect(textOf(html)).toContain("Failed to create order Too much just now.");
    expect(html).toMatch(/name="sendCurrency"[\s\S]*?<option value="BTC" selected=""/);
    expect(html).toMatch(/<input[^>]*name="privacyLevel"[^>]*checked=""[^>]*value="maximum"/);
    api.answers.set("POST /api/exchanges", () => json({ broken: true }, 500));
    const broken = textOf(await (await site(api).post("/en?form=mixer", homeMixerFields)).text());
    expect(broken).toContain("Please retry later or contact customer service");
  });

  test("a post to the home page without its tab is no form of ours", async () => {
    expect((await site().post("/en", homeMixerFields)).status).toBe(404);
  });
});
