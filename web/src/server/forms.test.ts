import { describe, expect, test } from "vitest";
import {
  createFakeApi,
  json,
  ORDER_ID,
  order,
  problem,
  RECEIVE_ADDRESS,
  REFUND_ADDRESS,
} from "../testing/fake-api";
import { site, textOf, withBuild } from "../testing/site";

withBuild();

const exchangeFields = {
  sendCurrency: "BTC",
  receiveCurrency: "USDT-TRC20",
  sendAmount: "0.1",
  receiveAddress: RECEIVE_ADDRESS,
  orderType: "floating",
  intent: "create",
  idempotencyKey: "0123456789abcdef0123",
};

describe("the plain exchange form", () => {
  test("a valid exchange is created once, with the form's key, and leads to its payment page", async () => {
    const api = createFakeApi();
    const answer = await site(api).post("/en/exchange", {
      ...exchangeFields,
      sendAmount: "1 000,5",
      less: "refund",
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(`/en/payment/${ORDER_ID}`);
    const created = api.calls.filter(({ method, path }) => method === "POST" && path === "/api/exchanges");
    expect(created).toHaveLength(1);
    expect(created[0]?.headers.get("idempotency-key")).toBe(exchangeFields.idempotencyKey);
    expect(created[0]?.body).toMatchObject({
      sendAmount: "1000.5",
      receiveAddress: RECEIVE_ADDRESS,
      mismatch: { less: "refund" },
    });
  });

  test("a missing address comes back as 422 with the form filled in and the error beside the field", async () => {
    const api = createFakeApi();
    const answer = await site(api).post("/en/exchange", {
      ...exchangeFields,
      sendAmount: "0.25",
      receiveAddress: " ",
    });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toMatch(
      /id="sendAmount"[^>]*value="0.25"|value="0.25"[^>]*id="sendAmount"|name="sendAmount"[^>]*value="0.25"/,
    );
    expect(html).toMatch(/id="receiveAddress-message"[^>]*>Enter the receiving address\./);
    expect(api.calls.some(({ path }) => path === "/api/exchanges")).toBe(false);
  });

  test("no address is said to be checked where no script could check it", async () => {
    const fields = { ...exchangeFields, sendAmount: "0" };
    const html = await (await site().post("/en/exchange", fields)).text();
    expect(html).toContain(RECEIVE_ADDRESS);
    expect(html).not.toContain("Checking the address");
  });

  test("a refusal of the service stands beside the field it points to", async () => {
    const api = createFakeApi();
    api.answers.set("POST /api/exchanges", () =>
      problem(422, "address/checksum", "The address has a typing error.", "/receiveAddress"),
    );
    const answer = await site(api).post("/zh-cn/exchange", exchangeFields);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toMatch(/id="receiveAddress-message"[^>]*>The address has a typing error\./);
  });
});

describe("the figures that the plain exchange form was shown", () => {
  test("a moved market is 409 with the new figures", async () => {
    const api = createFakeApi();
    api.answers.set("POST /api/exchanges", () => problem(409, "quote/moved", "The rate moved."));
    const seen = "BTC|USDT-TRC20|send|0.1|floating|0.1|5990";
    const answer = await site(api).post("/en/exchange", { ...exchangeFields, seen });
    expect(answer.status).toBe(409);
    expect(textOf(await answer.text())).toContain("The rate moved.");
    expect(api.calls.find(({ path }) => path === "/api/exchanges")?.body).toMatchObject({
      receiveAmount: "5990",
    });
  });

  test("what was seen for other values is not sent as seen", async () => {
    const api = createFakeApi();
    const seen = "BTC|USDT-TRC20|send|0.2|floating|0.2|11980";
    await site(api).post("/en/exchange", { ...exchangeFields, seen });
    expect(api.calls.find(({ path }) => path === "/api/exchanges")?.body).not.toHaveProperty("receiveAmount");
  });

  test("a fixed rate is shown and locked before an order takes it", async () => {
    const api = createFakeApi();
    const answer = await site(api).post("/en/exchange", { ...exchangeFields, orderType: "fixed" });
    expect(answer.status).toBe(200);
    expect(textOf(await answer.text())).toContain("The rate is held now");
    expect(api.calls.some(({ path }) => path === "/api/exchanges")).toBe(false);
    const seen = "BTC|USDT-TRC20|send|0.1|fixed|0.1|5972.2";
    const second = await site(api).post("/en/exchange", {
      ...exchangeFields,
      orderType: "fixed",
      seen,
      quoteId: "q1",
    });
    expect(second.status).toBe(303);
    expect(api.calls.find(({ path }) => path === "/api/exchanges")?.body).toMatchObject({ quoteId: "q1" });
  });

  test("swap exchanges the currencies and takes the old result as the amount", async () => {
    const answer = await site().post("/en/exchange", { ...exchangeFields, intent: "swap" });
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toMatch(/value="5972.2"/);
    expect(html).toMatch(/name="sendCurrency"[\s\S]*?<option value="USDT-TRC20" selected=""/);
  });
});

describe("the plain forms of the payment page", () => {
  test.each([
    ["paid", {}, "verify-payment", "paidWaiting"],
    ["cancel", {}, "cancel", "cancelled"],
    ["refund-address", { refundAddress: REFUND_ADDRESS }, "refund-address", "refundSaved"],
    ["decision", { choice: "refund", refundAddress: REFUND_ADDRESS, revision: "3" }, "decision", "decided"],
  ])("%s works as a plain form", async (intent, fields, verb, notice) => {
    const api = createFakeApi();
    const key = "0123456789abcdef0123";
    const answer = await site(api).post(`/en/payment/${ORDER_ID}`, {
      intent,
      idempotencyKey: key,
      ...fields,
    });
    expect(answer.status).toBe(303);
    const location = new URL(answer.headers.get("location") ?? "", "http://sotto.test");
    expect(location.pathname).toBe(`/en/payment/${ORDER_ID}`);
    expect(location.searchParams.get("notice")).toBe(notice);
    // What was looked at, and when, is said on the page that follows.
    expect(location.searchParams.has("looked")).toBe(intent === "paid");
    const call = api.calls.find(({ path }) => path === `/api/exchanges/${ORDER_ID}/${verb}`);
    expect(call?.method).toBe("POST");
    if (intent === "decision")
      expect(call?.body).toEqual({ choice: "refund", refundAddress: REFUND_ADDRESS, revision: 3 });
    if (intent === "refund-address") expect(call?.body).toEqual({ address: REFUND_ADDRESS });
    if (intent !== "paid") expect(call?.headers.get("idempotency-key")).toBe(key);
  });

  test("a refund without an address is 422 on the page of the decision", async () => {
    const held = order({
      state: "action_required",
      status: "processing",
      reason: "less",
      revision: 3,
      deadline: "2027-01-01T00:00:00.000Z",
      defaultChoice: "wait",
      choices: [
        { choice: "exchange", sendsAmount: "3582.91", currency: "USDT-TRC20", networkFee: "0.8" },
        { choice: "refund", sendsAmount: "0.0599", currency: "BTC", networkFee: "0.0001" },
      ],
    });
    const api = createFakeApi(() => held);
    const shown = await (await site(api).get(`/en/payment/${ORDER_ID}`)).text();
    expect(textOf(shown)).toContain("3,582.91 USDT-TRC20");
    expect(shown).not.toContain('http-equiv="refresh"');
    const answer = await site(api).post(`/en/payment/${ORDER_ID}`, {
      intent: "decision",
      choice: "refund",
      revision: "3",
    });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toMatch(/id="refundAddress-message"[^>]*>Enter a refund address\./);
  });

  test("the faucet pays on simnet, and is not there elsewhere", async () => {
    const api = createFakeApi();
    const fields = { intent: "faucet", currency: "BTC", address: "bc1q", amount: "0.06" };
    const answer = await site(api).post(`/en/payment/${ORDER_ID}`, fields);
    expect(answer.status).toBe(303);
    expect(api.calls.at(-1)?.body).toEqual({ currency: "BTC", address: "bc1q", amount: "0.06" });
    const page = await (await site(api).get(`/en/payment/${ORDER_ID}`)).text();
    const [pay, notice] = ["Pay from the simnet faucet", "Important notice"].map((text) =>
      page.indexOf(text),
    );
    expect(pay, "the faucet is among the ways to pay").toBeGreaterThan(page.indexOf("I have paid"));
    expect(notice).toBeGreaterThan(pay ?? 0);
    const mainnet = site(createFakeApi(), "mainnet");
    expect((await mainnet.post(`/en/payment/${ORDER_ID}`, fields)).status).toBe(422);
    expect(await (await mainnet.get(`/en/payment/${ORDER_ID}`)).text()).not.toContain("faucet");
  });
});

test("a language that is chosen keeps what is asked for in the address, on the home page too", async () => {
  const { post } = site();
  for (const [back, there] of [
    ["/en?from=BTC&amount=0.1", "/zh-cn?from=BTC&amount=0.1"],
    ["/en#rates", "/zh-cn#rates"],
    ["/en", "/zh-cn"],
    ["/a/..//evil.example", "/zh-cn//evil.example"],
  ] as const) {
    const home = await post("/en/preferences", { language: "zh-cn", return: back });
    expect(home.headers.get("location")).toBe(there);
  }
});

describe("any plain form", () => {
  test("preferences are saved and lead back to the same page, never to another site", async () => {
    const { post, get } = site();
    const language = await post("/en/preferences", { language: "zh-cn", return: "/en/track?code=1" });
    expect(language.status).toBe(303);
    expect(language.headers.get("location")).toBe("/zh-cn/track?code=1");
    expect(language.headers.get("set-cookie")).toMatch(
      /^sotto-language=zh-cn; Path=\/; Max-Age=31536000; SameSite=Lax/,
    );
    expect(language.headers.get("set-cookie")).not.toContain("Secure");
    // Behind a proxy that ends TLS, the request itself came without.
    const { post: postBehindTls } = site(undefined, "simnet", {}, "https://sotto.example");
    const secure = await postBehindTls(
      "/en/preferences",
      { theme: "dark", return: "/" },
      { origin: "https://sotto.example" },
    );
    expect(secure.headers.get("set-cookie")).toMatch(/; Secure$/);
    for (const back of ["//evil.example", "https://evil.example", "/\\evil.example", "/a\r\nx: y"]) {
      expect((await post("/en/preferences", { theme: "dark", return: back })).headers.get("location")).toBe(
        "/en",
      );
    }
    const dark = await (await get("/en", { cookie: "sotto-theme=dark" })).text();
    expect(dark).toContain('data-theme="dark"');
  });

  test("a body that is no form, or too large, is refused", async () => {
    const { post } = site();
    expect((await post("/en/exchange", exchangeFields, { "content-type": "application/json" })).status).toBe(
      415,
    );
    expect((await post("/en/exchange", { receiveAddress: "a".repeat(20_000) })).status).toBe(413);
    expect((await post(`/en/payment/${ORDER_ID}`, { intent: "steal" })).status).toBe(422);
    expect((await post("/en/nothing", {})).status).toBe(404);
  });

  test("an answer that never came is said to be one, and keeps the form", async () => {
    const api = createFakeApi();
    api.answers.set("POST /api/exchanges", () => {
      throw new Error("connection lost");
    });
    const answer = await site(api).post("/en/exchange", exchangeFields);
    expect(answer.status).toBe(503);
    const text = await answer.text();
    expect(textOf(text)).toContain("The service isn’t responding");
    expect(text).toContain(RECEIVE_ADDRESS);
  });

  test("what a visitor entered never becomes markup", async () => {
    const api = createFakeApi();
    api.answers.set("POST /api/calculate", () => json({ broken: true }, 500));
    const evil = '"><script>alert(1)</script>';
    const html = await (
      await site(api).post("/en/exchange", { ...exchangeFields, receiveAddress: evil, sendAmount: evil })
    ).text();
    expect(html).not.toContain("<script>alert");
  });
});
