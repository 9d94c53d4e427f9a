import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashPassword } from "../src/admin/passwords";
import { ADMIN_ROLES, type AdminRole, mayAct } from "../src/admin/roles";
import type { Operation } from "../src/http/operation";
import { OPERATIONS } from "../src/routes/contract";
import { type RunningSotto, startSotto } from "./running-sotto";

const ETH = "0x9858EfFD232B4033E47d90003D41EC34EcaEda94";
const TRON = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";
const WAIT_MS_MAX = 120_000;

let sotto: RunningSotto;

beforeAll(async () => {
  sotto = await startSotto();
  const passwordHash = await hashPassword(randomBytes(16).toString("hex"));
  for (const role of ADMIN_ROLES)
    await sotto.sql`
      INSERT INTO admin_users (id, username, password_hash, created_at, role)
      VALUES (${`id-${role}`}, ${`the ${role}`}, ${passwordHash}, now(), ${role})`;
});
afterAll(() => sotto.stop());

type Answer = { status: number; body: Record<string, unknown>; headers: Headers };

async function call(
  method: string,
  path: string,
  options: { token?: string; apiKey?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { token, apiKey, body } = options;
  const request = new Request(`${sotto.base}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(apiKey === undefined ? {} : { "x-api-key": apiKey }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await sotto.fetch(request);
  const json = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body: json, headers: response.headers };
}

/** A session of a role, as its row in the database. */
async function session(role: AdminRole, ends = "8 hours", seen = "0 s"): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(token).digest("hex");
  await sotto.sql`
    INSERT INTO admin_sessions (token_hash, admin_id, created_at, last_seen_at, expires_at)
    VALUES (${hash}, ${`id-${role}`}, now(), now() - ${seen}::interval, now() + ${ends}::interval)`;
  return token;
}

const turn = async (what: string, how: "pause" | "resume", role: AdminRole = "approver"): Promise<Answer> =>
  call("POST", `/api/admin/${what}/${how}`, { token: await session(role), body: { reason: "A test." } });

async function eventually(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const untilMs = Date.now() + WAIT_MS_MAX;
  while (!(await isSo())) {
    if (Date.now() > untilMs) throw new Error(`not in time: ${what}`);
    await sleep(100);
  }
}

describe("roles", () => {
  const operations = OPERATIONS.filter(({ security }) => security === "bearer");
  /** The path with something in every place, and the body that the contract gives as its example. */
  const ask = ({ method, path, bodyExample }: Operation, token?: string): Promise<Answer> =>
    call(method.toUpperCase(), pathOf(path), {
      ...(token === undefined ? {} : { token }),
      ...(method === "post" ? { body: bodyExample ?? {} } : {}),
    });
  const pathOf = (path: string): string =>
    path
      .replace("{currency}", "XMR")
      .replace("{chain}", "monero")
      .replace(/\{\w+\}/, path.includes("loan") ? "999999" : "5q0Zt1VZ3mQ2o7h1v0y6Kg");

  it("are named by every operation below /api/admin but the login, and by no other", () => {
    for (const { operationId, path, role } of OPERATIONS) {
      const isAdmins = path.startsWith("/api/admin/") && operationId !== "adminLogin";
      expect([operationId, role !== undefined]).toEqual([operationId, isAdmins]);
    }
    expect(operations.length).toBeGreaterThan(20);
  });

  it.each(operations.map((operation) => [operation.operationId, operation] as const))(
    "%s: not without a valid token, not below its role, and from it on",
    async (_, operation) => {
      for (const role of ADMIN_ROLES) {
        const revoked = await session(role);
        await call("POST", "/api/admin/logout", { token: revoked });
        const invalid = {
          none: undefined,
          "made up": "t".repeat(43),
          expired: await session(role, "-1 s"),
          idle: await session(role, "8 hours", "30 minutes"),
          revoked,
        };
        for (const [kind, token] of Object.entries(invalid)) {
          const { status, body } = await ask(operation, token);
          expect([kind, status, body.code]).toEqual([kind, 401, "auth/required"]);
        }
        const { status, body } = await ask(operation, await session(role));
        const needed = operation.role;
        if (needed !== undefined && mayAct({ held: role, needed })) {
          expect(["auth/required", "auth/forbidden", "route/unknown"]).not.toContain(body.code);
          expect(status).toBeLessThan(500);
        } else {
          expect([status, body.code]).toEqual([403, "auth/forbidden"]);
        }
      }
    },
  );

  it("record what they do not allow", async () => {
    await turn("payouts", "pause", "viewer");
    await turn("signer", "resume", "operator");
    const rows =
      await sotto.sql`SELECT admin, action, outcome, reason FROM admin_audit ORDER BY seq DESC LIMIT 2`;
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { admin: "the operator", action: "signer.resume", outcome: "refused", reason: "auth/forbidden" },
      { admin: "the viewer", action: "payouts.pause", outcome: "refused", reason: "auth/forbidden" },
    ]);
  });

  it("leave everything as it was for what follows", async () => {
    for (const what of ["payouts", "signer", "assets/XMR"])
      expect((await turn(what, "resume")).status).toBe(200);
  });
});

async function newOrder(pair: { send: string; receive: string; amount: string; to: string }) {
  const { status, body } = await call("POST", "/api/exchanges", {
    body: {
      sendCurrency: pair.send,
      receiveCurrency: pair.receive,
      sendAmount: pair.amount,
      receiveAddress: pair.to,
    },
  });
  expect([status, body.code]).toEqual([201, undefined]);
  return body as { id: string; depositAddress: string };
}

const orderOf = async (id: string) => (await call("GET", `/api/exchanges/${id}`)).body;
const attempts = (where: string) => sotto.sql.unsafe(`SELECT * FROM payout_attempts WHERE ${where}`);
const switchOf = async (name: string): Promise<unknown> => {
  const { body } = await call("GET", "/api/admin/overview", { token: await session("viewer") });
  return (body.switches as { name: string }[]).find((one) => one.name === name);
};

describe("a paused asset", () => {
  it("is inactive and refused on both sides, in quotes and orders, until it is resumed", async () => {
    const isActive = async (): Promise<unknown> =>
      ((await call("GET", "/api/currencies")).body as unknown as { id: string; isActive: boolean }[]).find(
        ({ id }) => id === "LTC",
      )?.isActive;
    const quote = (fromCurrency: string, toCurrency: string) =>
      call("POST", "/api/calculate", { body: { fromCurrency, toCurrency, amount: "1" } });
    const create = (sendCurrency: string, receiveCurrency: string, receiveAddress: string) =>
      call("POST", "/api/exchanges", {
        body: { sendCurrency, receiveCurrency, sendAmount: "1", receiveAddress },
      });
    expect(await isActive()).toBe(true);
    expect((await turn("assets/ltc", "pause", "operator")).body).toMatchObject({
      name: "asset:LTC",
      paused: true,
      reason: "A test.",
    });
    expect(await isActive()).toBe(false);
    expect(await switchOf("asset:LTC")).toMatchObject({ paused: true });
    const ltc = "ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh";
    for (const refused of [
      await quote("LTC", "ETH"),
      await quote("ETH", "LTC"),
      await create("LTC", "ETH", ETH),
      await create("ETH", "LTC", ltc),
    ])
      expect([refused.status, refused.body.code]).toEqual([409, "currency/paused"]);
    expect((await quote("ETH", "BTC")).status).toBe(200);
    expect((await turn("assets/LTC", "resume")).body).toMatchObject({ paused: false });
    expect(await isActive()).toBe(true);
    expect((await create("ETH", "LTC", ltc)).status).toBe(201);
    expect((await turn("assets/NOPE", "pause")).body.code).toBe("currency/unknown");
  });

  it("is refused where the order is written, too: the list of currencies may be half a second old", async () => {
    await sotto.sql`UPDATE admin_switches SET paused = true WHERE name = 'asset:LTC'`;
    const { body } = await call("POST", "/api/exchanges", {
      body: { sendCurrency: "LTC", receiveCurrency: "ETH", sendAmount: "1", receiveAddress: ETH },
    });
    expect(body.code).toBe("currency/paused");
    await turn("assets/LTC", "resume");
  });

  it("is still paid out to those who have paid", { timeout: 240_000 }, async () => {
    const order = await newOrder({
      send: "BTC",
      receive: "LTC",
      amount: "0.01",
      to: "ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh",
    });
    await turn("assets/LTC", "pause");
    await call("POST", "/api/simnet/pay", {
      body: { currency: "BTC", address: order.depositAddress, amount: "0.01" },
    });
    await eventually("the payout", async () => (await orderOf(order.id)).state === "completed");
    await turn("assets/LTC", "resume");
  });
});

describe("paused payouts", () => {
  it("are not signed, follow what is signed to its end, and go out when they are resumed", {
    timeout: 240_000,
  }, async () => {
    const pair = { send: "BTC", receive: "ETH", amount: "0.01", to: ETH };
    const pay = ({ depositAddress }: { depositAddress: string }) =>
      call("POST", "/api/simnet/pay", {
        body: { currency: "BTC", address: depositAddress, amount: "0.01" },
      });
    const [early, late] = [await newOrder(pair), await newOrder(pair)];
    await pay(early);
    await eventually(
      "a signed payout",
      async () =>
        (await attempts(`leg_id IN (SELECT id FROM payout_legs WHERE order_id = '${early.id}')`)).length ===
        1,
    );
    expect((await turn("payouts", "pause", "operator")).status).toBe(200);
    expect(await switchOf("payouts")).toMatchObject({ paused: true, reason: "A test." });
    await pay(late);
    await eventually("the first payout's end", async () => (await orderOf(early.id)).state === "completed");
    await eventually("the second leg", async () => (await orderOf(late.id)).state === "sending");
    await sleep(1_500);
    const ofLate = `leg_id IN (SELECT id FROM payout_legs WHERE order_id = '${late.id}')`;
    expect(await attempts(ofLate)).toHaveLength(0);
    // What the customer sees is what is: on its way, nothing sent.
    expect(await orderOf(late.id)).toMatchObject({ state: "sending", status: "processing", txHash: null });
    expect((await turn("payouts", "resume")).status).toBe(200);
    await eventually("the second payout's end", async () => (await orderOf(late.id)).state === "completed");
    expect(await attempts(ofLate)).toHaveLength(1);
    expect(await switchOf("payouts")).toMatchObject({ paused: false });
  });
});

describe("a stopped signer", () => {
  it("signs no payout, no sweep and no round, until it is resumed", { timeout: 240_000 }, async () => {
    const swap = await newOrder({ send: "USDT-TRC20", receive: "ETH", amount: "500", to: ETH });
    const session = (await call("POST", "/api/privacy/create-session")).body;
    const mixed = await call("POST", "/api/exchanges", {
      body: {
        sendCurrency: "BTC",
        receiveCurrency: "USDT-TRC20",
        sendAmount: "0.02",
        receiveAddress: TRON,
        privacySettings: { mixingRounds: 1, delayMinutes: 0 },
        sessionId: session.sessionId,
      },
    });
    expect(mixed.status).toBe(201);
    const mix = mixed.body as { id: string; depositAddress: string };
    await eventually(
      "nothing under way",
      async () => (await attempts("state IN ('signed', 'broadcasting', 'sent', 'mined')")).length === 0,
    );
    expect((await turn("signer", "pause", "operator")).status).toBe(200);
    const before = (await attempts("true")).length;
    for (const [currency, address, amount] of [
      ["USDT-TRC20", swap.depositAddress, "500"],
      ["BTC", mix.depositAddress, "0.02"],
    ])
      await call("POST", "/api/simnet/pay", { body: { currency, address, amount } });
    await eventually("the leg", async () => (await orderOf(swap.id)).state === "sending");
    await eventually(
      "the round",
      async () => (await sotto.sql`SELECT 1 FROM mix_rounds WHERE order_id = ${mix.id}`).length === 1,
    );
    await sleep(1_500);
    expect((await attempts("true")).length).toBe(before);
    expect((await turn("signer", "resume")).status).toBe(200);
    await eventually("the swap's end", async () => (await orderOf(swap.id)).state === "completed");
    await eventually("the mix's end", async () => (await orderOf(mix.id)).state === "completed");
    await eventually(
      "a sweep",
      async () => (await attempts(`kind = 'sweep' AND sender = '${swap.depositAddress}'`)).length > 0,
    );
    expect(await attempts("kind = 'round'")).not.toHaveLength(0);
    expect((await orderOf(mix.id)).mixing).toMatchObject({ round: 1, skipped: 0 });
  });
});

describe("the overview", () => {
  it("tells what the books, the chains and the orders are", { timeout: 240_000 }, async () => {
    const { body, status } = await call("GET", "/api/admin/overview", { token: await session("viewer") });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      rates: { source: "simulated", updatedAt: expect.any(String), paused: [] },
      invariants: { violated: [] },
      trialBalance: { balanced: true, unbalanced: [] },
      failures: [],
    });
    const daily = body.daily as { day: string; completed: number }[];
    expect(daily).toHaveLength(30);
    expect(daily.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10));
    const completed = daily.reduce((sum, day) => sum + day.completed, 0);
    expect(completed).toBeGreaterThanOrEqual(5);
    expect(body.orders).toContainEqual({ state: "completed", count: completed });
    expect(body.orders).toContainEqual({ state: "waiting", count: expect.any(Number) });
    expect(body.completion).toEqual({ median: expect.any(Number), p95: expect.any(Number) });
    const reserves = body.reserves as { currency: string; balance: string; available: string }[];
    expect(reserves).toHaveLength(17);
    expect(Number(reserves.find(({ currency }) => currency === "BTC")?.available)).toBeGreaterThan(1);
    const chains = body.chains as { chain: string; status: string; height: number }[];
    expect(chains.find(({ chain }) => chain === "bitcoin")).toMatchObject({ status: "ok" });
    const order = await newOrder({ send: "BTC", receive: "ETH", amount: "0.01", to: ETH });
    await call("POST", "/api/simnet/pay", {
      body: { currency: "BTC", address: order.depositAddress, amount: "0.0001" },
    });
    await eventually("a question", async () => (await orderOf(order.id)).state === "action_required");
    const again = await call("GET", "/api/admin/overview", { token: await session("viewer") });
    expect(again.body.failures).toEqual([{ reason: "limit", count: 1 }]);
  });
});

describe("keys and /api/v1", () => {
  const newKey = async (): Promise<{ id: string; secret: string }> => {
    const made = await call("POST", "/api/admin/api-keys", {
      token: await session("operator"),
      body: { name: "a wallet" },
    });
    expect(made.status).toBe(201);
    return made.body as { id: string; secret: string };
  };

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
    const [row] = await sotto.sql`SELECT api_keys::text AS text FROM api_keys WHERE id = ${id}`;
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
    ["GET", "/api/v1/exchange-rate/ADA/BTC", undefined, 409, "currency/paused"],
    ["GET", "/api/v1/nothing", undefined, 404, "route/unknown"],
    ["GET", "/api/v1", undefined, 404, "route/unknown"],
    ["POST", "/api/v1/currencies", {}, 400, "method/unknown"],
  ])("%s %s fails in the envelope: %#", async (method, path, body, status, code) => {
    const { secret: apiKey } = await newKey();
    const answer = await call(method, path, { apiKey, ...(body === undefined ? {} : { body }) });
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ success: false, error: { code, message: expect.any(String) } });
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
    const rows = await sotto.sql`SELECT action, outcome, subject FROM admin_audit ORDER BY seq DESC LIMIT 2`;
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { action: "api-key.revoke", outcome: "refused", subject: "nobodysKey12" },
      { action: "api-key.revoke", outcome: "done", subject: id },
    ]);
  });
});

it("the log of all this is whole, and the books are sound", async () => {
  const token = await session("viewer");
  const check = await call("GET", "/api/admin/audit/verify", { token });
  expect(check.body).toMatchObject({ valid: true, brokenAt: null });
  const { body } = await call("GET", "/api/admin/audit", { token });
  const items = body.items as { seq: number }[];
  expect(items).toHaveLength(100);
  expect(items[0]?.seq).toBe(check.body.entries);
  const next = await call("GET", `/api/admin/audit?cursor=${String(body.nextCursor)}`, { token });
  expect((next.body.items as { seq: number }[])[0]?.seq).toBe((items.at(-1)?.seq ?? 0) - 1);
  const invariants = (await call("GET", "/api/admin/invariants", { token })).body as unknown as {
    violations: number;
  }[];
  expect(invariants.filter(({ violations }) => violations !== 0)).toEqual([]);
  const text = JSON.stringify(await sotto.sql`SELECT * FROM admin_audit`);
  expect(text).not.toContain(ETH);
  for (const { id } of await sotto.sql`SELECT id FROM orders`) expect(text).not.toContain(id);
});
