import { describe, expect, it } from "vitest";
import { call, ETH, orderOf, session, sotto } from "./world";

export const newKey = async (): Promise<{ id: string; secret: string }> => {
  const made = await call("POST", "/api/admin/api-keys", {
    token: await session("operator"),
    body: { name: "a wallet" },
  });
  expect(made.status).toBe(201);
  return made.body as { id: string; secret: string };
};

/** Keys of integrators, and what they open. */
export function testKeys(): void {
  describe("keys and /api/v1", () => {
    it("are made with a secret that is shown once and kept hashed", async () => {
      const { id, secret } = await newKey();
      expect(secret).toMatch(/^sotto_[A-Za-z0-9_-]{43}$/);
      const listed = await call("GET", "/api/admin/api-keys", { token: await session("viewer") });
      expect(listed.body).toContainEqual({
        id,
        name: "a wallet",
        createdBy: "the operator",
        createdAt: expect.any(String),
        revokedAt: null,
      });
      const [row] = await sotto().sql`SELECT api_keys::text AS text FROM api_keys WHERE id = ${id}`;
      expect(row?.text).not.toContain(secret.slice(6));
    });

    it("answer in the envelope, with the same figures as the public calls", async () => {
      const { secret: apiKey } = await newKey();
      // Limits follow the market: the figures are those of just before or of just after.
      const before = await call("GET", "/api/currencies");
      const currencies = await call("GET", "/api/v1/currencies", { apiKey });
      const after = await call("GET", "/api/currencies");
      expect(currencies).toMatchObject({ status: 200, body: { success: true } });
      expect([before.body, after.body]).toContainEqual(currencies.body.data);
      const rate = await call("GET", "/api/v1/exchange-rate/usdt_trc20/BTC", { apiKey });
      expect(rate).toMatchObject({ status: 200, body: { success: true, data: { from: "USDT-TRC20" } } });
      const order = { sendCurrency: "BTC", receiveCurrency: "ETH", sendAmount: "0.01", receiveAddress: ETH };
      const headers = { "idempotency-key": "one-and-the-same" };
      const create = (key = apiKey, body: unknown = order) =>
        call("POST", "/api/v1/exchanges", { apiKey: key, body, headers });
      const created = await create();
      expect(created).toMatchObject({ status: 200, body: { success: true, data: { state: "waiting" } } });
      expect((await create()).body).toEqual(created.body);
      const another = { ...order, sendAmount: "0.02" };
      expect(await create(apiKey, another)).toMatchObject({
        status: 422,
        body: { success: false, error: { code: "idempotency/mismatch" } },
      });
      // The same key of another integrator is another key.
      const { secret: other } = await newKey();
      expect((await create(other, another)).status).toBe(200);
      const { id } = created.body.data as { id: string };
      const read = await call("GET", `/api/v1/exchanges/${id}`, { apiKey });
      expect(read.body.data).toEqual(await orderOf(id));
    });
  });
}

/** The failures of /api/v1. */
export function testV1Refusals(): void {
  describe("refusals of /api/v1", () => {
    it.each([
      ["POST", "/api/v1/exchanges", { sendCurrency: "BTC" }, 400, "request/invalid"],
      [
        "POST",
        "/api/v1/exchanges",
        { sendCurrency: "BTC", receiveCurrency: "ETH", sendAmount: "0", receiveAddress: ETH },
        400,
        "amount/zero",
      ],
      ["GET", "/api/v1/exchanges/short", undefined, 400, "request/id"],
      ["GET", "/api/v1/exchanges/AAAAAAAAAAAAAAAAAAAAAA", undefined, 404, "order/unknown"],
      ["GET", "/api/v1/exchange-rate/NOPE/BTC", undefined, 404, "currency/unknown"],
      ["GET", "/api/v1/nothing", undefined, 404, "route/unknown"],
      ["GET", "/api/v1", undefined, 404, "route/unknown"],
      ["POST", "/api/v1/currencies", {}, 405, "method/unknown"],
    ])("%s %s fails in the envelope: %#", async (method, path, body, status, code) => {
      const { secret: apiKey } = await newKey();
      const answer = await call(method, path, { apiKey, ...(body === undefined ? {} : { body }) });
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({
        success: false,
        error: { type: `/problems/${code}`, code, message: expect.any(String), errors: expect.any(Array) },
      });
      expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    });

    it("are refused without a key, with one that nobody has, and once revoked", async () => {
      const { id, secret } = await newKey();
      const refused = { status: 401, body: { success: false, error: { code: "auth/api-key" } } };
      for (const apiKey of ["", "sotto_", `sotto_${"A".repeat(43)}`, `${secret}x`, secret.toUpperCase()])
        expect(await call("GET", "/api/v1/currencies", { apiKey })).toMatchObject(refused);
      expect(await call("GET", "/api/v1/currencies")).toMatchObject(refused);
      expect((await call("GET", "/api/v1/currencies", { apiKey: secret })).status).toBe(200);
      const revoke = async (which = id) =>
        call("DELETE", `/api/admin/api-keys/${which}`, { token: await session("operator") });
      const first = await revoke();
      expect(first.body).toMatchObject({ id, revokedAt: expect.any(String) });
      expect((await revoke()).body).toEqual(first.body);
      expect((await revoke("nobodysKey12")).body.code).toBe("api-key/unknown");
      expect(await call("GET", "/api/v1/currencies", { apiKey: secret })).toMatchObject(refused);
      const rows = await sotto()
        .sql`SELECT action, outcome, subject FROM admin_audit ORDER BY seq DESC LIMIT 2`;
      expect(rows.map((row) => ({ ...row }))).toEqual([
        { action: "api-key.revoke", outcome: "refused", subject: "nobodysKey12" },
        { action: "api-key.revoke", outcome: "done", subject: id },
      ]);
    });
  });
}
