import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testKeys, testV1Refusals } from "./admin/keys";
import { testPausedAsset, testPausedPayouts, testStoppedSigner } from "./admin/pauses";
import { testRoles } from "./admin/roles";
import { call, ETH, eventually, newOrder, openAdminWorld, orderOf, session, sotto } from "./admin/world";

beforeAll(openAdminWorld);
afterAll(() => sotto().stop());

// In this order, and on one server: the overview counts the orders of those before it.
testRoles();
testPausedAsset();
testPausedPayouts();
testStoppedSigner();

describe("the overview", () => {
  it("reports what the books, the chains and the orders are", { timeout: 240_000 }, async () => {
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
    expect(reserves).toHaveLength(20);
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

testKeys();
testV1Refusals();

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
  const text = JSON.stringify(await sotto().sql`SELECT * FROM admin_audit`);
  expect(text).not.toContain(ETH);
  for (const { id } of await sotto().sql`SELECT id FROM orders`) expect(text).not.toContain(id);
});
