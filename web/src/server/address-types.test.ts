import { describe, expect, test } from "vitest";
import { exchangeStart, swappedValues } from "../features/exchange/values";
import { createFakeApi, ORDER_ID, order, problem } from "../testing/fake-api";
import { apiAmongOthers, bodiesOf, mixerFields } from "../testing/mixer-forms";
import { site, textOf, withBuild } from "../testing/site";

withBuild();

/** The plain form of either page. */
const fields = { ...mixerFields, orderType: "floating" };
const SELECT = /<select[^>]*name="depositAddressType".*?<\/select>/;
const chosenIn = (html: string) =>
  SELECT.exec(html)?.[0].match(/value="([^"]*)"[^>]*selected|selected[^>]*value="([^"]*)"/)?.[1];

describe.each(["/en/exchange", "/en/privacy-mixer"])("the type of the deposit address on %s", (path) => {
  test("can be chosen where the sent currency has several", async () => {
    const html = await (await site().get(`${path}?from=BTC`)).text();
    const select = SELECT.exec(html)?.[0] ?? "";
    expect(select.match(/<option/g)).toHaveLength(4);
    expect(textOf(select)).toMatch(/Taproot\s*Native SegWit\s*P2SH\s*Legacy/);
    expect(chosenIn(html)).toBe("");
    expect(textOf(html)).toMatch(/Choose another type if your wallet can\S+t send to a Taproot address\./);
    expect(await (await site().get(`${path}?from=LTC`)).text()).not.toMatch(SELECT);
  });

  test("goes with the order, and is not sent where none was chosen", async () => {
    for (const [type, sent] of [
      ["legacy", "legacy"],
      ["", undefined],
      ["p2pk", undefined],
    ] as const) {
      const api = apiAmongOthers();
      expect((await site(api).post(path, { ...fields, depositAddressType: type })).status).toBe(303);
      const [order] = bodiesOf(api, "/api/exchanges");
      expect(order).toBeDefined();
      expect(JSON.parse(JSON.stringify(order)).depositAddressType).toBe(sent);
    }
  });

  test("stays in a form that comes back, unless another currency is sent now", async () => {
    const typed = { ...fields, depositAddressType: "p2sh", receiveAddress: " " };
    const html = await (await site().post(path, typed)).text();
    expect(chosenIn(html)).toBe("p2sh");
    const other = await (await site().post(path, { ...typed, sendCurrency: "LTC" })).text();
    expect(other).not.toMatch(SELECT);
  });

  test("is refused beside its field, which may be gone", async () => {
    const text = "This type of deposit address isn’t available for this currency.";
    for (const sendCurrency of ["BTC", "LTC"]) {
      const api = apiAmongOthers();
      api.answers.set("POST /api/exchanges", () => problem(422, "address/type", text, "/depositAddressType"));
      const typed = { ...fields, sendCurrency, depositAddressType: "legacy" };
      const html = await (await site(api).post(path, typed)).text();
      expect(html).toMatch(/id="depositAddressType-message"[^>]*>This type of deposit address/);
    }
  });
});

test("swapping the two currencies leaves the type behind", () => {
  const values = exchangeStart.read(
    (name) => new Map(Object.entries({ ...fields, depositAddressType: "legacy" })).get(name) ?? "",
  );
  expect(values.depositAddressType).toBe("legacy");
  expect(swappedValues(values, null).depositAddressType).toBe("");
});

describe("an order's page", () => {
  const pageOf = async (changes: Parameters<typeof order>[0], isAway = false) => {
    const api = createFakeApi(() => order(changes));
    if (isAway)
      api.answers.set(`GET /api/exchanges/${ORDER_ID}/payment`, () =>
        problem(503, "service/unavailable", "Away."),
      );
    return (await site(api).get(`/en/payment/${ORDER_ID}`)).text();
  };

  test("names the type beside the address, also by the order's own record", async () => {
    expect(textOf(await pageOf({}))).toContain("To this address, on Bitcoin only · Taproot address");
    const nested = textOf(await pageOf({ depositAddressType: "p2sh" }, true));
    expect(nested).toContain("To this address, on BTC only · P2SH address");
    expect(textOf(await pageOf({ depositAddressType: null }, true))).not.toMatch(/only · \w+ address/);
  });

  test("leads to the same again, with the same type", async () => {
    const html = await pageOf({ state: "completed", status: "completed", depositAddressType: "legacy" });
    expect(html).toMatch(/href="\/en\?from=BTC&amp;to=USDT-TRC20[^"]*addressType=legacy"/);
    const form = await (await site().get("/en?from=BTC&to=USDT-TRC20&amount=0.1&addressType=legacy")).text();
    expect(chosenIn(form)).toBe("legacy");
  });
});
