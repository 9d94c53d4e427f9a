import { describe, expect, test } from "vitest";
import type { Order } from "../lib/api";
import { createFakeApi, json, ORDER_ID, order, problem } from "../testing/fake-api";
import { site, textOf, withBuild } from "../testing/site";

withBuild();

const path = `/en/payment/${ORDER_ID}`;
const TX_HASH = "9f2c0c1a5c1b8d6be6c5b7a1f4e3d2c1b0a99887766554433221100ffeeddccb";
const deposit = {
  txHash: TX_HASH,
  currency: "BTC",
  amount: "0.1",
  confirmations: 1,
  setAside: false,
  seenAt: "2026-01-31T12:00:00.000Z",
  child: null,
  url: "https://explorer.example/t",
};
const tron = (changes: Partial<Order> = {}) =>
  order({ sendCurrency: "USDT-TRC20", sendAmount: "6000", receiveCurrency: "BTC", ...changes });
const paid = tron({
  state: "confirming",
  confirmations: 1,
  deposits: [{ ...deposit, currency: "USDT-TRC20", amount: "6000" }],
});
const VERIFICATION = {
  verified: true,
  state: "confirming",
  status: "pending",
  confirmations: 1,
  confirmationsRequired: 2,
  transactionTime: "2026-11-20T10:00:00.000Z",
};
const seen = (current: Order) => {
  const api = createFakeApi(() => current);
  api.answers.set(`POST /api/exchanges/${ORDER_ID}/verify-payment`, () => json(VERIFICATION));
  return api;
};
const verify = `/api/exchanges/${ORDER_ID}/verify-payment`;

describe("USDT on TRON", () => {
  test("the page names the network, and another coin's page has none of it", async () => {
    const html = await (await site(createFakeApi(() => tron())).get(path)).text();
    for (const text of [
      "Send USDT to this address",
      "TRON (TRC20) network only",
      "Transaction hash (optional)",
      "Refresh status",
      "No transaction yet",
      "0 of 2 confirmations",
    ])
      expect(textOf(html)).toContain(text);
    const other = textOf(await (await site().get(path)).text());
    expect(other).not.toContain("Transaction hash");
    expect(other).not.toContain("Send USDT to this address");
  });

  test("verify without a hash asks for one and never the service", async () => {
    const api = createFakeApi(() => tron());
    const answer = await site(api).post(path, { intent: "verify", txHash: "  " });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(textOf(html)).toContain("Please enter transaction hash");
    expect(html).toMatch(/id="txHash-message"[^>]*>Please enter the transaction hash/);
    expect(api.calls.some((call) => call.path === verify)).toBe(false);
  });

  test("verify sends the hash and is right only about this order's own transaction", async () => {
    const api = seen(paid);
    const found = await site(api).post(path, { intent: "verify", txHash: ` 0x${TX_HASH.toUpperCase()} ` });
    expect(found.status).toBe(303);
    const at = encodeURIComponent("2026-11-20T10:00:00.000Z");
    expect(found.headers.get("location")).toContain(`${path}?notice=chainDetected&at=${at}`);
    expect(api.calls.find((call) => call.path === verify)?.body).toEqual({
      txHash: `0x${TX_HASH.toUpperCase()}`,
    });
    const stranger = "ab".repeat(32);
    const other = await site(seen(paid)).post(path, { intent: "verify", txHash: stranger });
    expect(other.status).toBe(422);
    const html = await other.text();
    expect(textOf(html)).toContain("Payment Not Confirmed No matching payment record found");
    expect(html).toContain(`value="${stranger}"`);
  });

  test("the time that the service told stands on the page, and nothing else that came as one", async () => {
    const { get } = site(createFakeApi(() => paid));
    const text = async (at: string) => textOf(await (await get(`${path}?at=${at}`)).text());
    expect(await text("2026-11-20T10:00:00.000Z")).toContain(
      "Transaction time Nov 20, 2026, 10:00:00 AM UTC",
    );
    expect(await text("soon")).toContain("Transaction time Refresh the status to see it");
    expect(await text("2026-99-99T10:00:00.000Z")).toContain("Transaction time Refresh the status to see it");
  });
});

describe("what USDT on TRON shows of a look at the chain", () => {
  test("a service that fails is told by the two failures' own texts", async () => {
    const api = createFakeApi(() => tron());
    api.answers.set(`POST ${verify}`, () => problem(500, "internal", "An internal error."));
    const failed = await site(api).post(path, { intent: "verify", txHash: TX_HASH });
    expect(failed.status).toBe(500);
    expect(textOf(await failed.text())).toContain(
      "Verification Failed Error occurred during payment verification",
    );
    const refresh = await site(api).post(path, { intent: "refresh" });
    expect(textOf(await refresh.text())).toContain("Failed to check payment status");
  });

  test.each([
    [tron(), "chainWaiting"],
    [paid, "chainDetected"],
    [tron({ ...paid, state: "exchanging", confirmations: 2 }), "chainConfirmed"],
  ])("refresh tells what the chain shows (%#)", async (current, notice) => {
    const answer = await site(createFakeApi(() => current)).post(path, { intent: "refresh" });
    const location = answer.headers.get("location") ?? "";
    expect(location).toContain(`${path}?notice=${notice}&looked=`);
    const text = textOf(await (await site(createFakeApi(() => current)).get(location)).text());
    expect(text).toContain("blocks up to 128,402.");
  });

  test("looks that come too quickly still tell what is known already", async () => {
    const api = createFakeApi(() => paid);
    api.answers.set(`POST ${verify}`, () => problem(429, "limit/rate", "Too many requests."));
    const found = await site(api).post(path, { intent: "verify", txHash: TX_HASH });
    expect(found.headers.get("location")).toMatch(/\?notice=chainDetected&looked=[^&]+$/);
    const other = await site(api).post(path, { intent: "verify", txHash: "ab".repeat(32) });
    expect(other.status).toBe(429);
    expect(textOf(await other.text())).toContain("Too many requests.");
  });
});
