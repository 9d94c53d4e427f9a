import { describe, expect, it, vi } from "vitest";
import { API_KEY, ID, ORDER, TOKEN, world } from "../../test/http/app-world";
import { OPERATIONS } from "./contract";

const served = OPERATIONS.filter(({ tag }) => tag !== "simnet");
const pathOf = (path: string): string =>
  path
    .replace("{id}", /loan-orders|spends/.test(path) ? "17" : ID)
    .replace("{code}", "482915037")
    .replace("{chain}", "bitcoin")
    .replace("{leg}", "f3Jw0Zr8uQ1nVbT5cXy2Lg");
const CREDENTIALS = { authorization: `Bearer ${TOKEN}`, "x-api-key": API_KEY };

describe("unknown input", () => {
  it.each(served.map((operation) => [operation.operationId, operation] as const))(
    "in a query of %s is refused",
    async (_, { method, path, body, bodyExample }) => {
      const { call } = world();
      const sent = body === undefined ? undefined : bodyExample;
      const answer = await call(method.toUpperCase(), `${pathOf(path)}?nonsense=1`, sent, CREDENTIALS);
      if (path.startsWith("/api/v1/"))
        return expect([answer.status, answer.json.error]).toMatchObject([400, { code: "field/unknown" }]);
      const errors = [{ pointer: "/nonsense", code: "field/unknown" }];
      expect([answer.status, answer.json]).toMatchObject([422, { code: "field/unknown", errors }]);
    },
  );

  const changing = served.filter(({ method }) => method !== "get");
  it.each(changing.map((operation) => [operation.operationId, operation] as const))(
    "in a body of %s is refused",
    async (_, { method, path, bodyExample = {} }) => {
      const { call } = world();
      const sent = { ...(bodyExample as object), nonsense: "zq7Xmarker" };
      const answer = await call(method.toUpperCase(), pathOf(path), sent, CREDENTIALS);
      const isV1 = path.startsWith("/api/v1/");
      const problem = isV1 ? answer.json.error : answer.json;
      expect([answer.status, problem]).toMatchObject([isV1 ? 400 : 422, { code: "field/unknown" }]);
      expect(answer.text).not.toContain("zq7Xmarker");
    },
  );

  it("names the field that was meant, in the caller's language", async () => {
    const { call, orders } = world();
    const body = { ...ORDER, nonsense: 1, refundAdress: "x" };
    const answer = await call("POST", "/api/exchanges", body, { "accept-language": "es" });
    expect(answer.json).toMatchObject({
      message: "La solicitud contiene un campo desconocido. ¿Querías decir refundAddress?",
      params: { nearest: "refundAddress" },
      errors: [
        { pointer: "/nonsense", code: "field/unknown" },
        { pointer: "/refundAdress", code: "field/unknown" },
      ],
    });
    expect(orders.create).not.toHaveBeenCalled();
  });

  it("is named also under /api/v1", async () => {
    const body = { ...ORDER, refundAdress: "x" };
    const answer = await world().call("POST", "/api/v1/exchanges", body, CREDENTIALS);
    const message = "A field of this request is unknown. Did you mean refundAddress?";
    expect([answer.status, answer.json]).toEqual([
      400,
      {
        success: false,
        error: {
          type: "/problems/field/unknown",
          instance: expect.stringMatching(/^urn:uuid:/),
          code: "field/unknown",
          message,
          params: { nearest: "refundAddress" },
          errors: [{ pointer: "/refundAdress", code: "field/unknown", message }],
        },
      },
    ]);
  });

  it("is not echoed where it is no plain name", async () => {
    const answer = await world().call("POST", "/api/exchanges", { ...ORDER, "zq7X marker": 1 });
    expect(answer.json.errors).toMatchObject([{ pointer: "", code: "field/unknown" }]);
    expect(answer.text).not.toContain("zq7X");
  });

  it("is reported before anything that is missing", async () => {
    const { sendAmount: _, ...order } = ORDER;
    const answer = await world().call("POST", "/api/exchanges", { ...order, sendAmout: "1" });
    expect(answer.json).toMatchObject({ code: "field/unknown", params: { nearest: "sendAmount" } });
  });

  it("counts twice where a parameter is there twice", async () => {
    const answer = await world().call("GET", "/api/rates/BTC/ETH/history?range=7d&range=24h");
    expect(answer.json).toMatchObject({ code: "request/invalid", errors: [{ pointer: "/range" }] });
  });
});

describe("the names of a calculation", () => {
  const order = { sendCurrency: "BTC", receiveCurrency: "ETH" };
  const pair = { fromCurrency: "BTC", toCurrency: "ETH" };

  it.each([
    ["the specification's", { ...pair, amount: "1" }],
    ["with a direction", { ...pair, amount: "1", direction: "receive" }],
    ["an order's", { ...order, sendAmount: "1" }],
    ["an order's, by what is received", { ...order, receiveAmount: "1" }],
  ])("may be %s", async (_, body) => {
    // The market of this world refuses every amount, once the body has passed.
    expect((await world().call("POST", "/api/calculate", body)).json.code).toBe("amount/min");
  });

  it.each([
    ["both amounts", { ...order, sendAmount: "1", receiveAmount: "1" }, "field/unknown", "/receiveAmount"],
    ["both sets", { ...pair, sendAmount: "1" }, "request/invalid", "/amount"],
    ["no amount", order, "request/invalid", "/sendAmount"],
    ["nothing", {}, "request/invalid", "/fromCurrency"],
    [
      "a direction beside an order's names",
      { ...order, sendAmount: "1", direction: "send" },
      "field/unknown",
      "/direction",
    ],
  ])("are not %s", async (_, body, code, pointer) => {
    const answer = await world().call("POST", "/api/calculate", body);
    expect([answer.status, answer.json]).toMatchObject([422, { code, errors: { 0: { pointer } } }]);
  });
});

describe("a value of the wrong type", () => {
  it.each([
    ["/api/exchanges", { ...ORDER, sendAmount: 0.1 }, "amount/format", "/sendAmount", "Send a string."],
    ["/api/exchanges", { ...ORDER, sendCurrency: 7 }, "request/invalid", "/sendCurrency", "Send a string."],
    ["/api/v1/exchanges", { ...ORDER, sendAmount: 1 }, "amount/format", "/sendAmount", "Send a string."],
    [
      "/api/calculate",
      { sendCurrency: "BTC", receiveCurrency: "ETH", sendAmount: 1 },
      "amount/format",
      "/sendAmount",
      "Send a string.",
    ],
    ["/api/exchanges", { ...ORDER, mismatch: 1 }, "request/invalid", "/mismatch", "Send an object."],
  ])("at %s is told which is right: %#", async (path, body, code, pointer, text) => {
    const { json } = await world().call("POST", path, body, CREDENTIALS);
    expect(json.error ?? json).toMatchObject({
      code,
      message: `${pointer}: ${text}`,
      errors: [{ pointer, message: text }],
    });
  });
});

describe("the token in the body of admin/verify", () => {
  it.each([
    [{ token: TOKEN }, 200],
    [{}, 200],
    [undefined, 200],
    [{ token: "u".repeat(43) }, 401],
  ])("%j is answered %i", async (body, status) => {
    const answer = await world().call("POST", "/api/admin/verify", body, CREDENTIALS);
    expect(answer.status).toBe(status);
  });
});

it("keeps what a request that was refused would have done", async () => {
  const { call, orders } = world();
  await call("POST", "/api/exchanges?dryRun=1", ORDER);
  expect(vi.mocked(orders.create)).not.toHaveBeenCalled();
});
