import { expect, it } from "vitest";
import { type ContractWorld, eventually, given, RECEIVE } from "./world";

const LOAN = { currency: "XBT", amount: "0.5", exchangeRate: "60000" } as const;
const FIGURES = { usdtValue: "30000.00000000", feeAmount: "135.00000000", status: "pending" } as const;
const TIMEOUT = { timeout: 240_000 };

/** Payout orders, and administrators' reads of orders. */
export function callLoansAndOrders(worldOf: () => ContractWorld): void {
  it("loans: created, listed, approved by another person, paid and marked", TIMEOUT, async () => {
    const { ok, code, answer } = await worldOf().admin();
    const named = { ...LOAN, reference: "contract-1" };
    const loan = await ok("createLoan", {}, { ...named, ...FIGURES, receiveAddress: RECEIVE.BTC });
    expect(loan).toMatchObject({ currency: "BTC", ...FIGURES, approvalRequired: true });
    const before = await ok("readLoanSums");
    expect(before).toMatchObject({ total: { created: "0.00000000", paid: "0.00000000" }, complete: true });
    expect(loan.createdBy).toBe(worldOf().sotto.admin.username);
    const { error } = await answer("createLoan", {}, named);
    expect(error).toMatchObject({ code: "loan/reference-used", loan });
    const { id } = loan;
    expect(await code("payLoan", { id })).toBe("loan/approval-required");
    expect(await code("approveLoan", { id })).toBe("loan/own-approval");
    const second = await secondAdmin(worldOf());
    expect((await second.ok("approveLoan", { id })).approvedBy).toBe("second");
    expect((await ok("payLoan", { id })).status).toBe("processing");
    await eventually(async () => {
      const { items } = await ok("listLoans", { reference: "contract-1" });
      return items[0]?.status === "completed";
    });
    const { total, creators, addresses } = await ok("readLoanSums");
    expect(creators).toEqual([{ createdBy: loan.createdBy, ...total }]);
    expect(addresses).toEqual([{ receiveAddress: loan.receiveAddress, ...total }]);
    expect(Number(total.paid)).toBeGreaterThanOrEqual(30_000);
    const marked = await ok("createLoan", {}, LOAN);
    const elsewhere = { txHash: "elsewhere" };
    const paid = await ok("payLoan", { id: marked.id }, elsewhere);
    expect(paid).toMatchObject({ status: "paid", ...elsewhere });
    expect(await code("payLoan", { id: marked.id })).toBe("loan/not-pending");
    expect(await ok("readLoan", { id: marked.id })).toEqual(paid);
  });

  it("an administrator's list of orders, and the inside of one", TIMEOUT, async () => {
    const world = worldOf();
    const { ok } = await world.admin();
    const order = await world.create();
    const txHash = await world.pay(order);
    const { id, trackingCode } = await world.until(order.id, "completed");
    expect((await ok("listExchanges", { code: trackingCode })).items).toMatchObject([
      { id, state: "completed" },
    ]);
    expect((await ok("listExchanges", { txHash })).items.map((one) => one.id)).toEqual([id]);
    const { legs, events, ledger } = await ok("inspectExchange", { id });
    expect(legs).toMatchObject([{ kind: "payout", status: "final", attempts: [{ state: "final" }] }]);
    const types = events.map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(["created", "settle", "leg_final"]));
    const sums = new Map<string, number>();
    for (const { asset, amount } of ledger) sums.set(asset, (sums.get(asset) ?? 0) + Number(amount));
    for (const sum of sums.values()) expect(Math.abs(sum)).toBeLessThan(1e-9);
    const kinds = ledger.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(["credit", "settle", "leg_final"]));
  });
}

/** A second person, who may approve what the first one made. */
async function secondAdmin({ sotto, ok, callsOf }: ContractWorld) {
  await sotto.sql`INSERT INTO admin_users (id, username, password_hash, role, created_at)
    SELECT 'second', 'second', password_hash, 'approver', now() FROM admin_users WHERE username = ${sotto.admin.username}`;
  const { token } = await ok("adminLogin", {}, { ...sotto.admin, username: "second" });
  return callsOf({ authorization: `Bearer ${given(token)}` });
}
