import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { legIdOf } from "../../src/core/ids";
import type { LoanWire } from "../../src/routes/loans/schema";
import {
  apply,
  CHECK,
  clock,
  codeOf,
  failure,
  given,
  loans,
  openLoanWorld,
  place,
  prices,
} from "./loan-world";

beforeAll(() => openLoanWorld({ creatorUsdt: 30_000n, addressUsdt: 20_000n, totalUsdt: 100_000n }));
afterAll(() => place.close());
/** What earlier tests created lies a week back, so that each test begins with empty sums. */
beforeEach(() => moveBack("7 days"));

const moveBack = async (interval: string, where = "true"): Promise<void> => {
  const back = (column: string) => `${column} = ${column} - interval '${interval}'`;
  await place.owner.$client.unsafe(`ALTER TABLE loans DISABLE TRIGGER USER;
    UPDATE loans SET ${back("created_at")}, ${back("asked_at")} WHERE ${where};
    ALTER TABLE loans ENABLE TRIGGER USER`);
};

let payees = 0;
/** An address that no other loan has. */
const newPayee = (): string => `0x${(++payees).toString(16).padStart(40, "1")}`;
type Wish = { by?: string; to?: string; usdt?: number };
/** Creates a loan in ETH at 1,000 USDT. */
const create = async ({ by = "ana", to = newPayee(), usdt = 9_999 }: Wish = {}): Promise<LoanWire> => {
  const body = { currency: "ETH", amount: String(usdt / 1_000), exchangeRate: "1000", receiveAddress: to };
  return given(await loans.create(body, { admin: by }));
};
const pay = (loan: LoanWire, by = "ana") => codeOf(loans.pay(loan.id, {}, { admin: by }));
const approve = async (loan: LoanWire) => given(await loans.approve(loan.id, { admin: "ben" }));
/** One loan for each wish, all created at once; how many need no approval. */
const freeOf = async (wishes: Wish[]): Promise<number> =>
  (await Promise.all(wishes.map(create))).filter(({ approvalRequired }) => !approvalRequired).length;
const times = (count: number, wish: (n: number) => Wish): Wish[] =>
  Array.from({ length: count }, (_, n) => wish(n));

describe("30 loans at once, each just below the limit of one", () => {
  it("of one creator need approval above 30,000 USDT", async () => {
    expect(await freeOf(times(30, () => ({})))).toBe(3);
  });

  it("to one address, of many creators, need approval above 20,000 USDT", async () => {
    const to = newPayee();
    expect(await freeOf(times(30, (n) => ({ by: `creator-${n}`, to })))).toBe(2);
  });

  it("to many addresses, of many creators, need approval above 100,000 USDT", async () => {
    expect(await freeOf(times(30, (n) => ({ by: `creator-${n}` })))).toBe(10);
  });

  it("created on 10 days need approval when they are asked to be paid on one", async () => {
    const made: LoanWire[] = [];
    for (let day = 0; day < 10; day++) {
      made.push(...(await Promise.all([create(), create(), create()])));
      await moveBack("25 hours");
    }
    expect(made.every(({ approvalRequired }) => !approvalRequired)).toBe(true);
    const codes = await Promise.all(made.map((loan) => pay(loan)));
    expect(codes.filter((code) => code === "ok")).toHaveLength(3);
    expect(codes.filter((code) => code === "loan/approval-required")).toHaveLength(27);
  });
});

describe("the sum of 24 hours", () => {
  it("reaches its limit without approval, and no further", async () => {
    const to = newPayee();
    expect((await create({ to, usdt: 10_000 })).approvalRequired).toBe(false);
    expect((await create({ to, usdt: 10_000 })).approvalRequired).toBe(false);
    expect((await create({ to, usdt: 1 })).approvalRequired).toBe(true);
    expect((await create({ usdt: 10_000 })).approvalRequired).toBe(false);
    expect((await create({ usdt: 1 })).approvalRequired).toBe(true);
    expect((await create({ by: "ben", usdt: 1 })).approvalRequired).toBe(false);
  });

  it("counts a loan for 24 hours", async () => {
    for (let n = 0; n < 3; n++) await create();
    await moveBack("86399 seconds", "created_at > '2026-03-10 00:00Z'");
    expect((await create()).approvalRequired).toBe(true);
    await moveBack("1 second", "created_at < '2026-03-09 12:00Z'");
    expect((await create()).approvalRequired).toBe(false);
  });

  it("counts what was approved, and not what waits for approval, failed or was paid elsewhere", async () => {
    const waiting = await create({ usdt: 90_000 });
    expect(waiting.approvalRequired).toBe(true);
    expect((await create()).approvalRequired).toBe(false);
    const failed = await create();
    expect(await pay(failed)).toBe("ok");
    const legId = legIdOf("leg-that-fails");
    await apply(failed.id, { type: "leg_planned", legId });
    for (const n of [1, 2])
      await apply(failed.id, { type: "leg_reverted", legId, txId: `r${n}`, feeUnits: 1n, at: clock.now() });
    const marked = await create();
    given(await loans.pay(marked.id, { txHash: "elsewhere" }, { admin: "ana" }));
    expect((await create()).approvalRequired).toBe(false);
    expect((await create()).approvalRequired).toBe(false);
    await approve(waiting);
    const small = await create({ usdt: 1 });
    expect(small.approvalRequired).toBe(true);
    await approve(small);
    expect(await pay(small)).toBe("ok");
  });

  it("is of the market's value, where that is higher, and unknown without a price", async () => {
    const cheap = { currency: "ETH", amount: "9", exchangeRate: "0.00000001" };
    for (let n = 0; n < 3; n++) {
      const loan = given(await loans.create({ ...cheap, receiveAddress: newPayee() }, { admin: "ana" }));
      expect(loan.approvalRequired).toBe(false);
    }
    const tether = {
      currency: "USDT-TRC20",
      amount: "1",
      exchangeRate: "1",
      receiveAddress: "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC",
    };
    const isLarge = async () => given(await loans.create(tether, { admin: "ana" })).approvalRequired;
    expect(await isLarge()).toBe(false);
    const price = prices.get("ETH");
    if (price === undefined) throw new Error("no price");
    try {
      prices.set("ETH", { ...price, price: price.price * 2n });
      expect(await isLarge()).toBe(true);
      prices.delete("ETH");
      expect(await isLarge()).toBe(true);
    } finally {
      prices.set("ETH", price);
    }
    expect(await isLarge()).toBe(false);
  });

  it("cannot be made smaller by moving the time of a payment", async () => {
    const loan = await create();
    expect(await pay(loan)).toBe("ok");
    const change = `UPDATE loans SET asked_at = asked_at - interval '2 days', version = version + 1 WHERE id = ${loan.id}`;
    expect(await failure(change)).toBe(CHECK);
  });
});
