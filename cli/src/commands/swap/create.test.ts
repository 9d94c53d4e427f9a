import type { Calculation, Choice, Health, Order, OrderState, Payment } from "@sotto/openapi";
import { afterEach, describe, expect, test } from "vitest";
import { example } from "../../testing/contract";
import { type FakeRoutes, problem, runSotto, startFakeApi } from "../../testing/fake-api";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function fakeApi(routes: FakeRoutes) {
  const api = await startFakeApi(routes);
  closers.push(api.close);
  return api;
}

const order = (state: OrderState, more: Partial<Order> = {}): Order => ({
  ...example<Order>("GET", "/api/exchanges/5q0Zt1VZ3mQ2o7h1v0y6Kg"),
  refundAddress: null,
  state,
  ...more,
});
const READ = "GET /api/exchanges/5q0Zt1VZ3mQ2o7h1v0y6Kg";
const health = (network: Health["network"]) => ({
  "GET /api/health": { body: { ...example<Health>("GET", "/api/health"), network } },
});
const SWAP = ["swap", "BTC", "USDT", "0.05", "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH"];
const posts = (requests: { method: string; path: string }[]) =>
  requests.filter(({ method }) => method === "POST").map(({ path }) => path);

describe("making an order", () => {
  test("sends what was typed, with an idempotency key, and prints where to pay", async () => {
    const { url, requests } = await fakeApi({
      "POST /api/exchanges": { status: 201, body: order("waiting") },
    });
    const args = [...SWAP, "--refund-address", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"];
    const { out, exitCode } = await runSotto(args, { apiUrl: url, interactive: true });
    expect(exitCode).toBe(0);
    expect(out).toContain(`to           ${order("waiting").depositAddress}`);
    expect(requests[0]?.body).toEqual({
      sendCurrency: "BTC",
      receiveCurrency: "USDT",
      sendAmount: "0.05",
      receiveAddress: "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
      refundAddress: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
    });
    expect(requests[0]?.headers["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("--yes is taken as everywhere, and a lost answer is asked for again under the same key", async () => {
    const busy = { status: 503, body: problem(503, "service/unavailable", "Soon.") };
    const { url, requests } = await fakeApi({
      "POST /api/exchanges": [busy, { status: 201, body: order("waiting") }],
    });
    expect((await runSotto([...SWAP, "--yes"], { apiUrl: url })).exitCode).toBe(0);
    const keys = requests.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
  });

  test("too many unpaid orders are reported at once, and not waited for", async () => {
    const unpaid = { status: 429, body: problem(429, "limit/unpaid", "Too many unpaid orders.") };
    const { url, requests } = await fakeApi({ "POST /api/exchanges": unpaid });
    expect((await runSotto(SWAP, { apiUrl: url })).exitCode).toBe(4);
    expect(requests).toHaveLength(1);
  });

  test("a QR code has colours only where colours are wanted", async () => {
    const { url } = await fakeApi({ "POST /api/exchanges": { status: 201, body: order("waiting") } });
    const draw = async (environment: Record<string, string>) =>
      (await runSotto([...SWAP, "--qr"], { apiUrl: url, interactive: true, environment })).out.join("\n");
    expect(await draw({ NO_COLOR: "", TERM: "xterm" })).toContain("\u001b[");
    for (const environment of [{ NO_COLOR: "1" }, { NO_COLOR: "", TERM: "dumb" }]) {
      const drawn = await draw(environment);
      expect(drawn).not.toContain("\u001b[");
      expect(drawn).toContain("█");
    }
  });

  test("a fixed rate is quoted first, and the order names the quote", async () => {
    const { url, requests } = await fakeApi({
      "POST /api/calculate": {
        body: {
          ...example<Calculation>("POST", "/api/calculate"),
          quoteId: "q1",
          expiresAt: "2026-01-01T12:10:00.000Z",
        },
      },
      "POST /api/exchanges": { status: 201, body: order("waiting", { orderType: "fixed" }) },
    });
    await runSotto([...SWAP, "--fixed"], { apiUrl: url });
    expect(requests[1]?.body).toMatchObject({ orderType: "fixed", quoteId: "q1" });
  });

  test("a refusal is 4, with the API's own words and a hint", async () => {
    const listed = problem(422, "address/checksum", "The address is mistyped.");
    const { url } = await fakeApi({ "POST /api/exchanges": { status: 422, body: listed } });
    const { exitCode, notes } = await runSotto(SWAP, { apiUrl: url });
    expect(exitCode).toBe(4);
    expect(notes[0]).toBe("sotto: The address is mistyped. (address/checksum)");
    expect(notes[1]).toContain("Copy the address anew");
  });
});

test("an order that waits for no payment has no QR code to be paid by", async () => {
  const payment = example<Payment>("GET", "/api/exchanges/{id}/payment");
  const body = { ...payment, instructions: [] };
  const { url } = await fakeApi({ "GET /api/exchanges/5q0Zt1VZ3mQ2o7h1v0y6Kg/payment": { body } });
  const { exitCode, out, notes } = await runSotto(["swap", "qr", "5q0Zt1VZ3mQ2o7h1v0y6Kg"], {
    apiUrl: url,
  });
  expect({ exitCode, out }).toEqual({ exitCode: 4, out: [] });
  expect(notes.join("\n")).toContain("This order waits for no payment.");
});

describe("what an order is to be like", () => {
  test("--receive orders what has to be sent for it, and says what was wanted", async () => {
    const { url, requests } = await fakeApi({
      "POST /api/calculate": {
        body: { ...example<Calculation>("POST", "/api/calculate"), sendAmount: "0.0837" },
      },
      "POST /api/exchanges": { status: 201, body: order("waiting") },
    });
    const args = ["swap", "BTC", "USDT", "5000", "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH", "--receive"];
    expect((await runSotto(args, { apiUrl: url })).exitCode).toBe(0);
    expect(requests[0]?.body).toMatchObject({ amount: "5000", direction: "receive" });
    expect(requests[1]?.body).toMatchObject({ sendAmount: "0.0837", receiveAmount: "5000" });
  });

  test("standing instructions and a mix go with the order; --qr says where the picture is", async () => {
    const { url, requests } = await fakeApi({
      "POST /api/exchanges": { status: 201, body: order("waiting") },
    });
    const args = [...SWAP, "--less", "refund", "--late", "exchange", "--mix", "enhanced", "--qr"].concat(
      "--deposit-address-type",
      "p2sh",
    );
    const { exitCode, out, notes } = await runSotto(args, { apiUrl: url });
    expect([exitCode, out.length]).toEqual([0, 1]);
    expect(requests[0]?.body).toMatchObject({
      mismatch: { less: "refund", late: "exchange" },
      privacySettings: { preset: "enhanced" },
      depositAddressType: "p2sh",
    });
    expect(notes).toEqual([`The QR code is at ${url}/api/exchanges/${order("waiting").id}/payment.svg`]);
    for (const wrong of [
      ["--less", "keep"],
      ["--deposit-address-type", "p2pk"],
      ["--mix", "some"],
      ["--mix", "basic", "--fixed"],
    ])
      expect((await runSotto([...SWAP, ...wrong], { apiUrl: url })).exitCode).toBe(2);
    expect(requests).toHaveLength(1);
  });

  test("--dry-run shows the figures and creates nothing", async () => {
    const { url, requests } = await fakeApi({});
    const { exitCode, out } = await runSotto([...SWAP, "--dry-run"], { apiUrl: url, interactive: true });
    expect(exitCode).toBe(0);
    expect(out).toContain("  receive      about 2985.7 USDT");
    expect(posts(requests)).toEqual(["/api/calculate"]);
  });
});

describe("the faucet", () => {
  test("pays the order's own address and amount", async () => {
    const { url, requests } = await fakeApi({
      ...health("simnet"),
      "POST /api/exchanges": { status: 201, body: order("waiting") },
      "POST /api/simnet/pay": { body: { txHash: "ab12" } },
    });
    const { exitCode, notes } = await runSotto([...SWAP, "--faucet"], { apiUrl: url });
    expect(exitCode).toBe(0);
    expect(notes).toEqual(["The faucet paid 0.05 BTC in ab12"]);
    expect(requests.at(-1)?.body).toEqual({
      currency: "BTC",
      address: order("waiting").depositAddress,
      amount: "0.05",
    });
  });

  test("where there is none, nothing is ordered", async () => {
    const { url, requests } = await fakeApi(health("regtest"));
    expect((await runSotto([...SWAP, "--faucet"], { apiUrl: url })).exitCode).toBe(4);
    expect(posts(requests)).toEqual([]);
  });
});

describe("waiting", () => {
  const made = { "POST /api/exchanges": { status: 201, body: order("waiting") } };

  test("each change is one JSON line, a busy server in between is passed over", async () => {
    const busy = { status: 503, body: problem(503, "service/unavailable", "Soon.") };
    const often = { status: 429, body: problem(429, "limit/rate", "Slower.") };
    const done = order("completed", { txHash: "cd34" });
    const { url } = await fakeApi({
      ...made,
      [READ]: [
        { body: order("waiting") },
        { body: order("waiting") },
        busy,
        often,
        { body: order("confirming", { confirmations: 1 }) },
        { body: done },
      ],
    });
    const { out, exitCode } = await runSotto([...SWAP, "--wait"], { apiUrl: url });
    expect(exitCode).toBe(0);
    expect(out.map((line) => JSON.parse(line).state)).toEqual(["waiting", "confirming", "completed"]);
  });

  test("a person sees the progress below the order", async () => {
    const { url } = await fakeApi({
      ...made,
      [READ]: [
        { body: order("confirming", { confirmations: 1 }) },
        { body: order("completed", { txHash: "cd34" }) },
      ],
    });
    const { out, notes } = await runSotto([...SWAP, "--wait"], { apiUrl: url, interactive: true });
    expect(out[1]).toBe("code         482915037");
    expect(out.slice(-2)).toEqual(["confirming, 1 of 2", "completed"]);
    expect(notes).toEqual(["2985.7 USDT-TRC20 arrived in cd34"]);
  });

  test("an order that waits for the customer's decision is a failure that says where to decide", async () => {
    const choice: Choice = { choice: "refund", sendsAmount: "0.04", currency: "BTC", networkFee: "0.0001" };
    const { url } = await fakeApi({
      ...made,
      [READ]: { body: order("action_required", { reason: "less", choices: [choice] }) },
    });
    const { exitCode, notes } = await runSotto([...SWAP, "--wait"], { apiUrl: url });
    expect(exitCode).toBe(1);
    expect(notes).toEqual([
      "sotto: The order did not complete (action_required: less).",
      `  Choose: sotto swap decide 5q0Zt1VZ3mQ2o7h1v0y6Kg refund, or on its page: ${url}/en/payment/5q0Zt1VZ3mQ2o7h1v0y6Kg`,
    ]);
  });

  test("patience ends at the timeout", async () => {
    const { url, requests } = await fakeApi({ ...made, [READ]: { body: order("waiting") } });
    const { exitCode, notes } = await runSotto([...SWAP, "--wait", "--timeout", "6"], { apiUrl: url });
    expect(exitCode).toBe(1);
    expect(notes[0]).toContain("still waiting");
    expect(requests.filter(({ method }) => method === "GET")).toHaveLength(4);
  });

  test("a server that is gone for good is given up on", async () => {
    const gone = { status: 503, body: problem(503, "service/unavailable", "Soon.") };
    const { url, requests } = await fakeApi({ ...made, [READ]: gone });
    expect((await runSotto([...SWAP, "--wait"], { apiUrl: url })).exitCode).toBe(5);
    expect(requests).toHaveLength(32);
  });
});
