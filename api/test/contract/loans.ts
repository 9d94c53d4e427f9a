import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { SottoClient } from "../../../openapi/src/client";
import { type ContractWorld, given, LISTED, RECEIVE } from "./world";

const BTC_LOAN = { currency: "XBT", amount: "0.5", exchangeRate: "60000" } as const;
const WAIT_MS = 90_000;

/** Payout orders, and administrators' reads of orders: each called through the generated client, each answer checked. */
export function callLoansAndOrders(worldOf: () => ContractWorld): void {
  const ofId = (id: string) => ({ params: { path: { id } } });

  it("loans: created, listed, approved by another person, paid and marked", {
    timeout: 240_000,
  }, async () => {
    const { sotto } = worldOf();
    const admin = await worldOf().admin();
    const create = (more: object = {}) =>
      admin.POST("/api/admin/loan-orders", { body: { ...BTC_LOAN, ...more } });
    const figures = { usdtValue: "30000.00000000", feeAmount: "135.00000000", status: "pending" } as const;
    const loan = given(
      (await create({ ...figures, reference: "contract-1", receiveAddress: RECEIVE.BTC })).data,
    );
    expect(loan).toMatchObject({ currency: "BTC", ...figures, approvalRequired: true });
    expect((await create({ reference: "contract-1" })).error).toMatchObject({
      code: "loan/reference-used",
      loan,
    });
    expect((await create({ currency: "LTC" })).error?.code).toBe("loan/currency");
    expect((await create({ feeAmount: "1" })).error?.code).toBe("loan/mismatch");
    expect((await create({ receiveAddress: LISTED.BTC })).error?.code).toBe("address/listed");
    expect((await create({ receiveAddress: RECEIVE.ETH })).error?.errors[0]?.pointer).toBe("/receiveAddress");
    expect((await create({ amount: "0.00000001", receiveAddress: RECEIVE.BTC })).error?.code).toBe(
      "amount/min",
    );
    const pay = (id: string, body?: { txHash: string }) =>
      admin.POST("/api/admin/loan-orders/{id}/pay", { ...ofId(id), ...(body && { body }) });
    expect((await pay(loan.id)).error?.code).toBe("loan/approval-required");
    const approve = (by: SottoClient, id: string) => by.POST("/api/admin/loan-orders/{id}/approve", ofId(id));
    expect((await approve(admin, loan.id)).error?.code).toBe("loan/own-approval");
    const second = await secondAdmin(worldOf());
    expect(given((await approve(second, loan.id)).data).approvedBy).toBe("second");
    expect(given((await pay(loan.id)).data).status).toBe("processing");
    const untilMs = Date.now() + WAIT_MS;
    for (;;) {
      const query = { reference: "contract-1" };
      const [now] = given((await admin.GET("/api/admin/loan-orders", { params: { query } })).data).items;
      if (now?.status === "completed") break;
      if (Date.now() > untilMs) throw new Error(`the loan is ${now?.status}`);
      await sleep(100);
    }
    const marked = given((await create()).data);
    expect(given((await pay(marked.id, { txHash: "elsewhere" })).data)).toMatchObject({
      status: "paid",
      txHash: "elsewhere",
    });
    expect((await pay(marked.id)).error?.code).toBe("loan/not-pending");
    expect((await pay("9007199254740991")).error?.code).toBe("loan/unknown");
    expect((await pay("0")).error?.code).toBe("loan/id");
    expect(sotto.admin.username).toBe(loan.createdBy);
  });

  it("an administrator's list of orders, and the inside of one", { timeout: 240_000 }, async () => {
    const world = worldOf();
    const admin = await world.admin();
    const order = await world.create();
    const txHash = await world.pay(order);
    await world.until(order.id, "completed");
    const list = async (query: Record<string, string>) =>
      given((await admin.GET("/api/admin/exchanges", { params: { query } })).data);
    expect((await list({ code: order.trackingCode })).items).toMatchObject([
      { id: order.id, state: "completed" },
    ]);
    expect((await list({ txHash })).items.map(({ id }) => id)).toEqual([order.id]);
    const bad = { params: { query: { currency: "NOPE" } } };
    expect((await admin.GET("/api/admin/exchanges", bad)).error?.code).toBe("currency/unknown");
    const inside = given((await admin.GET("/api/admin/exchanges/{id}", ofId(order.id))).data);
    expect(inside.legs).toMatchObject([{ kind: "payout", status: "final", attempts: [{ state: "final" }] }]);
    expect(inside.events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["created", "settle", "leg_final"]),
    );
    const sums = new Map<string, number>();
    for (const { asset, amount } of inside.ledger) sums.set(asset, (sums.get(asset) ?? 0) + Number(amount));
    for (const sum of sums.values()) expect(Math.abs(sum)).toBeLessThan(1e-9);
    expect(inside.ledger.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["credit", "settle", "leg_final"]),
    );
    const unknown = await admin.GET("/api/admin/exchanges/{id}", ofId("AAAAAAAAAAAAAAAAAAAAAA"));
    expect(unknown.error?.code).toBe("order/unknown");
  });
}

/** A second person, who may approve what the first one made. */
async function secondAdmin({ sotto, client, clientOf }: ContractWorld): Promise<SottoClient> {
  await sotto.sql`INSERT INTO admin_users (id, username, password_hash, role, created_at)
    SELECT 'second', 'second', password_hash, 'approver', now() FROM admin_users WHERE username = ${sotto.admin.username}`;
  const { data } = await client.POST("/api/admin/login", { body: { ...sotto.admin, username: "second" } });
  return clientOf({ authorization: `Bearer ${given(data).token}` });
}
