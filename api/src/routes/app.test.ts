import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { ID, ORDER, TOKEN, UNKNOWN, world } from "../../test/http/app-world";
import { LANGUAGES } from "../language/languages";
import { OPERATIONS } from "./contract";
import { orderExample, paymentExample } from "./orders/examples";

describe("bodies", () => {
  it("creates an order from JSON", async () => {
    const { call, orders } = world();
    const made = await call("POST", "/api/exchanges", ORDER);
    expect(made.status).toBe(201);
    expect(made.json.id).toBe(ID);
    expect(orders.create).toHaveBeenCalledWith(ORDER, { language: "en", others: [] });
  });

  it.each([
    ["broken JSON", "{", {}, 400, "request/malformed"],
    ["an empty body", "", {}, 400, "request/malformed"],
    ["text/plain", JSON.stringify(ORDER), { "content-type": "text/plain" }, 415, "request/media-type"],
    ["17 KiB", { ...ORDER, receiveMemo: "x".repeat(17 * 1024) }, {}, 413, "request/too-large"],
    [
      "nine levels",
      { a: { a: { a: { a: { a: { a: { a: { a: { a: 1 } } } } } } } } },
      {},
      400,
      "request/malformed",
    ],
    ["an array", [ORDER], {}, 422, "request/invalid"],
    ["a missing field", { ...ORDER, sendAmount: undefined }, {}, 422, "request/invalid"],
    ["a number as amount", { ...ORDER, sendAmount: 0.1 }, {}, 422, "amount/format"],
    ["an endless amount", { ...ORDER, sendAmount: "9".repeat(500) }, {}, 422, "amount/format"],
    ["an endless address", { ...ORDER, receiveAddress: "9".repeat(500) }, {}, 422, "address/format"],
    ["another order type", { ...ORDER, orderType: "free" }, {}, 422, "request/invalid"],
    ["a short key", ORDER, { "idempotency-key": "k".repeat(15) }, 400, "request/key"],
    ["a long key", ORDER, { "idempotency-key": "k".repeat(256) }, 400, "request/key"],
  ])("refuses %s", async (_, body, headers: Record<string, string>, status, code) => {
    const { call, orders } = world();
    const answer = await call("POST", "/api/exchanges", body, headers);
    expect([answer.status, answer.json.code]).toEqual([status, code]);
    expect(answer.headers.get("content-type")).toMatch(/^application\/problem\+json/);
    expect(orders.create).not.toHaveBeenCalled();
  });

  it("names every missing field and echoes nothing", async () => {
    const { call } = world();
    const answer = await call("POST", "/api/exchanges", {
      sendCurrency: "SECRET-INPUT",
      orderType: "SECRET-INPUT",
    });
    expect(answer.json.errors).toMatchObject([
      { pointer: "/receiveCurrency", code: "field/missing", message: "This field is required." },
      { pointer: "/sendAmount", code: "field/missing" },
      { pointer: "/orderType", code: "field/choice" },
      { pointer: "/receiveAddress", code: "field/missing" },
    ]);
    expect(answer.text).not.toContain("SECRET-INPUT");
  });

  it("counts a body that declares no length", async () => {
    const { app, orders } = world();
    const chunk = new TextEncoder().encode(`{"a":"${"x".repeat(9_000)}"`);
    const body = new ReadableStream({
      start: (controller) => {
        for (let i = 0; i < 3; i++) controller.enqueue(chunk);
        controller.close();
      },
    });
    const init = { method: "POST", body, duplex: "half", headers: { "content-type": "application/json" } };
    const answer = await app.request("http://sotto.test/api/exchanges", init as RequestInit);
    expect(answer.status).toBe(413);
    expect(answer.headers.get("connection")).toBe("close");
    expect(orders.create).not.toHaveBeenCalled();
  });
});

describe("optional bodies and claims", () => {
  it("takes no body, an empty one and {} where none is needed", async () => {
    for (const body of [undefined, "", {}]) {
      const { call } = world();
      expect((await call("POST", `/api/exchanges/${ID}/verify-payment`, body)).status).toBe(200);
    }
  });

  it("hands a hashed claim on, the same for two spellings of one body", async () => {
    const { call, orders } = world();
    const headers = { "idempotency-key": "k-0.1234567890123" };
    await call("POST", "/api/exchanges", ORDER, headers);
    await call("POST", "/api/exchanges", Object.fromEntries(Object.entries(ORDER).reverse()), headers);
    await call("POST", "/api/exchanges", { ...ORDER, sendAmount: "0.2" }, headers);
    const claims = vi.mocked(orders.create).mock.calls.map(([, context]) => context.idempotency);
    expect(claims[0]?.scopeHash).toMatch(/^[0-9a-f]{64}$/);
    expect(claims[1]).toEqual(claims[0]);
    expect(claims[2]?.scopeHash).toBe(claims[0]?.scopeHash);
    expect(claims[2]?.bodyHash).not.toBe(claims[0]?.bodyHash);
  });
});

describe("keys", () => {
  it.each([16, 255])("takes one of %i characters", async (length) => {
    const headers = { "idempotency-key": "k".repeat(length) };
    expect((await world().call("POST", "/api/exchanges", ORDER, headers)).status).toBe(201);
  });
});

describe("paths", () => {
  it.each([
    ["/api/exchanges/short", 400, "request/id"],
    ["/api/exchanges/AAAAAAAAAAAAAAAAAAAAAB", 400, "request/id"],
    [`/api/exchanges/${UNKNOWN}`, 404, "order/unknown"],
    [`/api/exchanges/${UNKNOWN}/payment`, 404, "order/unknown"],
    [`/api/exchanges/${UNKNOWN}/payment.svg`, 404, "order/unknown"],
    [`/api/exchanges/${UNKNOWN}/events`, 404, "order/unknown"],
    ["/api/track/12345678", 400, "request/code"],
    ["/api/track/123456789", 404, "track/unknown"],
    ["/api/nothing", 404, "route/unknown"],
    ["/api/simnet/balance/BTC/x", 404, "route/unknown"],
    ["/api/calculate", 405, "method/unknown"],
    ["/api/admin/exchanges", 401, "auth/required"],
    ["/api/admin/invariants", 401, "auth/required"],
    ["/track", 404, "route/unknown"],
  ])("GET %s is %i %s", async (path, status, code) => {
    const { call } = world();
    const answer = await call("GET", path);
    expect([answer.status, answer.json.code]).toEqual([status, code]);
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("answers every operation of the contract", async () => {
    for (const operation of OPERATIONS.filter(({ tag }) => tag !== "simnet")) {
      const { call } = world();
      const path = operation.path
        .replace("{id}", ID)
        .replace("{code}", "482915037")
        .replace("{chain}", "bitcoin");
      const isStream = operation.answerMediaType === "text/event-stream";
      if (isStream) continue;
      const body = operation.body ? operation.bodyExample : undefined;
      const answer = await call(operation.method.toUpperCase(), path, body, {
        authorization: `Bearer ${TOKEN}`,
      });
      expect(answer.json.code, operation.operationId).not.toBe("route/unknown");
      expect(answer.status, operation.operationId).toBeLessThan(500);
    }
  });

  it("draws a QR code", async () => {
    const { call } = world();
    const svg = await call("GET", paymentExample.qrCode);
    expect(svg.headers.get("content-type")).toContain("image/svg+xml");
    expect(svg.text).toMatch(/^(<\?xml[^>]*>)?<svg/);
  });
});

describe("problems", () => {
  it.each([
    [undefined, "en", "The minimum is 0.001 BTC.", "Amount too small"],
    ["en-GB", "en", "The minimum is 0.001 BTC.", "Amount too small"],
    ["fr;q=0.1, zh-CN", "zh-cn", "最少 0.001 BTC。", "数量过小"],
    ["zh-Hant-TW", "zh-tw", "最低數量為 0.001 BTC。", "數量過小"],
    ["es-MX, en;q=0.5", "es", "El mínimo es 0.001 BTC.", "Cantidad demasiado pequeña"],
    ["fr", "fr", "Le minimum est de 0.001 BTC.", "Montant trop faible"],
    ["ja", "ja", "下限は0.001 BTCです。", "数量が少なすぎます"],
  ])("speaks to %s in %s and fills in our figures", async (header, language, message, title) => {
    const body = { fromCurrency: "BTC", toCurrency: "ETH", amount: "0.0001" };
    const headers: Record<string, string> = header === undefined ? {} : { "accept-language": header };
    const answer = await world().call("POST", "/api/calculate", body, headers);
    expect(answer.json).toMatchObject({ title, message, detail: message });
    expect(answer.headers.get("content-language")).toBe(language);
    expect(answer.json.errors).toMatchObject([{ pointer: "/amount", code: "amount/min" }]);
  });

  it("carries the fresh order in a conflict", async () => {
    const { call } = world();
    const stale = await call("POST", `/api/exchanges/${ID}/decision`, { choice: "refund" });
    expect([stale.status, stale.json.order]).toEqual([409, orderExample]);
  });

  it("hides what broke", async () => {
    const { call, orders, log } = world();
    vi.mocked(orders.read).mockRejectedValue(new Error("secret detail"));
    const answer = await call("GET", `/api/exchanges/${ID}`);
    expect([answer.status, answer.json.code]).toEqual([500, "internal"]);
    expect(answer.text + JSON.stringify(log.error.mock.calls)).not.toContain("secret detail");
  });

  it("says 503 when the database is away", async () => {
    const { call, orders } = world();
    vi.mocked(orders.read).mockRejectedValue(
      new Error("query", { cause: Object.assign(new Error("x"), { code: "ECONNREFUSED" }) }),
    );
    const answer = await call("GET", `/api/exchanges/${ID}`);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  });
});

describe("orders", () => {
  it.each(LANGUAGES)("are asked for in %s when the caller reads it", async (language) => {
    const { call, orders } = world();
    const headers = { "accept-language": language, authorization: `Bearer ${TOKEN}` };
    const verbs = [
      "read",
      "payment",
      "create",
      "decide",
      "setRefundAddress",
      "cancel",
      "release",
      "refundHeld",
    ] as const;
    const spies = verbs.map((verb) => vi.spyOn(orders, verb));
    await call("GET", `/api/exchanges/${ID}`, undefined, headers);
    await call("GET", `/api/exchanges/${ID}/payment`, undefined, headers);
    await call("POST", "/api/exchanges", ORDER, headers);
    await call("POST", `/api/exchanges/${ID}/decision`, { choice: "refund" }, headers);
    await call("POST", `/api/exchanges/${ID}/refund-address`, { address: "x" }, headers);
    await call("POST", `/api/exchanges/${ID}/cancel`, undefined, headers);
    await call("POST", `/api/admin/exchanges/${ID}/release`, { reason: "cleared" }, headers);
    await call("POST", `/api/admin/exchanges/${ID}/refund`, { reason: "listed" }, headers);
    const last = spies.map((spy) => spy.mock.calls[0]?.at(-1));
    const context = expect.objectContaining({ language });
    expect(last).toEqual([language, language, ...Array.from({ length: 6 }, () => context)]);
  });
});

describe("cached reads", () => {
  it("revalidate by ETag, and are made once a version", async () => {
    const { call, market, setRates } = world();
    const first = await call("GET", "/api/exchange-rates");
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toBe(`"${createHash("sha256").update(first.text).digest("base64url").slice(0, 22)}"`);
    expect(
      (await call("GET", "/api/exchange-rates", undefined, { "if-none-match": `W/${etag}` })).status,
    ).toBe(304);
    expect(market.rates).toHaveBeenCalledTimes(1);
    setRates([]);
    const later = await call("GET", "/api/exchange-rates", undefined, { "if-none-match": etag });
    expect([later.status, later.text]).toEqual([200, "[]"]);
  });

  it("are compressed for clients that take gzip, with a validator of their own", async () => {
    const { app, call, setRates } = world();
    setRates(Array(40).fill({ from: "BTC", to: "ETH", rate: "20", updatedAt: "2026-01-01T00:00:00.000Z" }));
    const plain = await call("GET", "/api/exchange-rates");
    const ask = (headers: Record<string, string>) => app.request("/api/exchange-rates", { headers });
    const packed = await ask({ "accept-encoding": "gzip, br" });
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    const bytes = Buffer.from(await packed.arrayBuffer());
    expect(gunzipSync(bytes).toString()).toBe(plain.text);
    expect(bytes.length).toBeLessThan(plain.text.length / 10);
    const etag = packed.headers.get("etag") ?? "";
    expect(etag).not.toBe(plain.headers.get("etag"));
    expect((await ask({ "accept-encoding": "gzip", "if-none-match": etag })).status).toBe(304);
    for (const encoding of ["identity", "gzip;q=0", "br"]) {
      const { headers } = await ask({ "accept-encoding": encoding });
      expect([headers.get("content-encoding"), headers.get("vary")]).toEqual([null, "Accept-Encoding"]);
    }
  });
});

describe("administrators", () => {
  it("hand their name and reason on", async () => {
    const { call, orders } = world();
    const bearer = { authorization: `Bearer ${TOKEN}` };
    const released = await call("POST", `/api/admin/exchanges/${ID}/release`, { reason: "cleared" }, bearer);
    expect(released.status).toBe(200);
    expect(orders.release).toHaveBeenCalledWith(ID, {
      ...{ reason: "cleared", seenSources: undefined, language: "en" },
      adminId: "a1",
      admin: "admin",
    });
    const stranger = await call(
      "POST",
      `/api/admin/exchanges/${ID}/release`,
      { reason: "x" },
      { authorization: "Bearer x" },
    );
    expect(stranger.status).toBe(401);
  });

  it("are refused with amount/format for figures of a loan that are JSON numbers", async () => {
    const bearer = { authorization: `Bearer ${TOKEN}` };
    const loan = { currency: "BTC", amount: "1", exchangeRate: "1" };
    for (const member of ["usdtValue", "feeAmount"]) {
      const answer = await world().call("POST", "/api/admin/loan-orders", { ...loan, [member]: 1 }, bearer);
      expect([answer.status, answer.json.code]).toEqual([422, "amount/format"]);
    }
  });

  it("leave a row when they try a switch of an asset that is none", async () => {
    const { call, audit } = world();
    const bearer = { authorization: `Bearer ${TOKEN}` };
    const answer = await call("POST", "/api/admin/assets/NOPE/pause", { reason: "x" }, bearer);
    expect(answer.json.code).toBe("currency/unknown");
    expect(audit.refused).toHaveBeenCalledWith(expect.anything(), "asset.pause", "currency/unknown");
  });
});
