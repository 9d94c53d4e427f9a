import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { legIdOf, loanIdOf } from "../core/ids";
import type { LedgerEntry } from "../ledger/accounts";
import { balanced } from "../ledger/entry";
import type { CurrentPrices } from "../market/market";
import { PRICE_SCALE } from "../market/price";
import { PRICE_AGE_MS_MAX } from "../market/rates";
import { type LoanSums, loanPrices, needsApproval } from "./approval";
import { parseLoan } from "./draft";
import { type Loan, type LoanEvent, transitionLoan } from "./loan";

describe("what is asked for", () => {
  const body = { currency: "usdttrc", amount: "12.345678", exchangeRate: "1.00000001" };
  it("is read with aliases, and compared with what the client computed", () => {
    const read = parseLoan({ ...body, usdtValue: "12.34567812", feeAmount: "0.05555556" });
    expect(read.ok && read.value).toMatchObject({ asset: "USDT-TRC20", units: 12_345_678n });
  });
  it("is read by its value where it has no rate, which need not be one of 8 decimals", () => {
    const byValue = { currency: "BTC", amount: "3", usdtValue: "100000", feeAmount: "450" };
    expect(parseLoan(byValue)).toEqual({
      ok: true,
      value: {
        asset: "BTC",
        units: 300_000_000n,
        rateScaled: 3_333_333_333_334n,
        figures: { valueScaled: 10_000_000_000_000n, feeScaled: 45_000_000_000n },
      },
    });
    for (const [change, code, pointer] of [
      [{ usdtValue: "0" }, "amount/zero", "/usdtValue"],
      [{ usdtValue: "1.000000001" }, "amount/precision", "/usdtValue"],
      [{ feeAmount: "449.99999999" }, "loan/mismatch", "/feeAmount"],
      [{ amount: "0.00000001", usdtValue: "999999999999999999" }, "amount/max", "/usdtValue"],
    ] as const) {
      const read = parseLoan({ ...byValue, ...change });
      expect(read.ok ? null : read.error).toMatchObject({ code, pointer });
    }
  });
  it.each([
    [{ currency: "DOGE" }, "currency/unknown", "/currency"],
    [{ currency: "LTC" }, "loan/currency", "/currency"],
    [{ amount: "0" }, "amount/zero", "/amount"],
    [{ amount: "1e3" }, "amount/format", "/amount"],
    [{ amount: "1.0000001" }, "amount/precision", "/amount"],
    [{ exchangeRate: "0.0" }, "amount/zero", "/exchangeRate"],
    [{ exchangeRate: "1.000000001" }, "amount/precision", "/exchangeRate"],
    [{ amount: "999999999999999999", exchangeRate: "999999999999999999" }, "amount/max", "/amount"],
    [{ usdtValue: "12.34567813" }, "loan/mismatch", "/usdtValue"],
    [{ feeAmount: "0.05555555" }, "loan/mismatch", "/feeAmount"],
    [{ usdtValue: "x" }, "amount/format", "/usdtValue"],
    [{ amount: "0.000001", receiveAddress: "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC" }, "amount/min", "/amount"],
  ])("is refused where it is wrong: %o", (change, code, pointer) => {
    const read = parseLoan({ ...body, ...change });
    expect(read.ok ? null : read.error).toMatchObject({ code, pointer });
  });
});

describe("a second person", () => {
  const now = 1_000;
  const market = (usdt: bigint, age = 0) => ({
    at: now,
    prices: new Map([["BTC", { price: usdt * PRICE_SCALE, at: now - age, paused: false }] as const]),
    networkFees: new Map(),
    reserves: new Map(),
    chains: new Set<never>(),
    assets: new Set<never>(),
    paused: new Set<never>(),
  });
  const loan = (rate: string, receiveAddress: string | null = "theirs") => {
    const read = parseLoan({ currency: "BTC", amount: "1", exchangeRate: rate });
    if (!read.ok) throw new Error(read.error.code);
    return { ...read.value, receiveAddress };
  };
  const limits = { loanUsdt: 10_000n, creatorUsdt: 30_000n, addressUsdt: 20_000n, totalUsdt: 100_000n };
  const NONE: LoanSums = { creatorScaled: 0n, addressScaled: 0n, totalScaled: 0n };
  const isNeeded = (
    rate: string,
    current: CurrentPrices,
    address?: string | null,
    sums: LoanSums | null = NONE,
  ) => needsApproval(loan(rate, address), { limits, prices: loanPrices(current, now), sums });

  it("is needed above the limit by the caller's figure or by the market's, whichever is higher", () => {
    expect(isNeeded("10000", market(10_000n))).toBe(false);
    expect(isNeeded("10000.00000001", market(1n))).toBe(true);
    expect(isNeeded("0.00000001", market(10_001n))).toBe(true);
    expect(isNeeded("10001", market(10_001n), null)).toBe(false);
  });
  it("is needed while nobody knows the price", () => {
    expect(isNeeded("1", { ...market(1n), prices: new Map() })).toBe(true);
    expect(isNeeded("1", market(1n, PRICE_AGE_MS_MAX + 1))).toBe(true);
    expect(isNeeded("1", market(1n), "theirs", null)).toBe(true);
  });
  it("is needed above each sum of 24 hours, and not at it", () => {
    const scale = 10n ** 8n;
    for (const [sum, limit] of [
      ["creatorScaled", limits.creatorUsdt],
      ["addressScaled", limits.addressUsdt],
      ["totalScaled", limits.totalUsdt],
    ] as const) {
      const before = (scaled: bigint) => ({ ...NONE, [sum]: scaled });
      expect(isNeeded("9000", market(1n), "theirs", before((limit - 9_000n) * scale))).toBe(false);
      expect(isNeeded("9000", market(1n), "theirs", before((limit - 9_000n) * scale + 1n))).toBe(true);
      expect(isNeeded("1", market(9_000n), "theirs", before((limit - 9_000n) * scale + 1n))).toBe(true);
      expect(isNeeded("9000", market(1n), null, before(limit * scale))).toBe(false);
    }
  });
});

const PENDING: Loan = {
  id: loanIdOf("7"),
  version: 1,
  reference: null,
  asset: "BTC",
  units: 50_000_000n,
  rateScaled: 6_000_000_000_000n,
  figures: { valueScaled: 3_000_000_000_000n, feeScaled: 13_500_000_000n },
  receiveAddress: "theirs",
  approvalRequired: true,
  createdBy: "ana",
  approvedBy: null,
  createdAt: 0,
  phase: { status: "pending" },
};
const STATUS_RANK = { pending: 0, processing: 1, paid: 2, completed: 2, failed: 2 } as const;

const anybody = fc.constantFrom("ana", "ben", "cleo");
const asked: fc.Arbitrary<LoanEvent> = fc.oneof(
  anybody.map((by): LoanEvent => ({ type: "approve", by })),
  fc.constant<LoanEvent>({ type: "need_approval" }),
  anybody.map((by): LoanEvent => ({ type: "pay", by, feeUnitsMax: 900n })),
  anybody.map((by): LoanEvent => ({ type: "mark_paid", by, txHash: "elsewhere", at: 5 })),
  fc.constantFrom("leg-1", "leg-2").map((id): LoanEvent => ({ type: "leg_planned", legId: legIdOf(id) })),
);
const landings = fc.constantFrom("leg_sent", "leg_final", "leg_reverted", "leg_dead", "leg_above_cap");

describe("a loan", () => {
  it("whatever is asked of it and becomes of it: is paid once or not at all, by two people, with balanced books", () => {
    const step = fc.oneof({ weight: 3, arbitrary: asked }, { weight: 2, arbitrary: landings });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.boolean(), (steps, approvalRequired) => {
        let loan: Loan = { ...PENDING, approvalRequired };
        const entries: LedgerEntry[] = [];
        let legs = 0;
        let reserve = 0n;
        for (const [n, given] of steps.entries()) {
          const event = typeof given === "string" ? landing(loan, given, n) : given;
          if (event === null) continue;
          const outcome = transitionLoan(loan, event);
          if (!outcome.ok) continue;
          const { loan: next, hold, reserve: changes, ledger, plannedLegId } = outcome.value;
          expect(next.version).toBe(loan.version + 1);
          expect(STATUS_RANK[next.phase.status]).toBeGreaterThanOrEqual(STATUS_RANK[loan.phase.status]);
          if (STATUS_RANK[loan.phase.status] === 2) throw new Error("an ended loan went on");
          if (plannedLegId !== null) legs += 1;
          for (const change of [...hold, ...changes]) reserve += change.held + change.planned;
          for (const booking of ledger) {
            expect(balanced(booking.entries)).toBe(true);
            entries.push(...booking.entries);
          }
          loan = next;
        }
        expect(legs).toBeLessThanOrEqual(1);
        const { status } = loan.phase;
        const isAside = status === "processing";
        expect(reserve).toBe(isAside ? loan.units + 900n : 0n);
        const lent = entries
          .filter(({ account }) => account === "loans")
          .reduce((sum, e) => sum + e.units, 0n);
        const isLent = status === "completed" || (status === "processing" && legs === 1);
        expect(lent).toBe(isLent ? loan.units : 0n);
        expect(loan.approvalRequired || !approvalRequired).toBe(true);
        if (status !== "pending" && status !== "paid" && loan.approvalRequired) {
          expect(loan.approvedBy).not.toBeNull();
          expect(loan.approvedBy).not.toBe(loan.createdBy);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("that reverted twice has failed, and nothing is lent or set aside", () => {
    const paying = after(PENDING, [
      { type: "approve", by: "ben" },
      { type: "pay", by: "ana", feeUnitsMax: 900n },
      { type: "leg_planned", legId: legIdOf("leg-1") },
      { type: "leg_reverted", legId: legIdOf("leg-1"), txId: "t1", feeUnits: 10n, at: 1 },
    ]);
    expect(paying.phase.status).toBe("processing");
    const failed = after(paying, [
      { type: "leg_reverted", legId: legIdOf("leg-1"), txId: "t2", feeUnits: 10n, at: 2 },
    ]);
    expect(failed.phase.status).toBe("failed");
    const dear = after(paying, [{ type: "leg_above_cap", legId: legIdOf("leg-1"), at: 2 }]);
    expect(dear.phase).toMatchObject({ status: "failed", at: 2 });
  });
});

function after(loan: Loan, events: readonly LoanEvent[]): Loan {
  return events.reduce((now, event) => {
    const outcome = transitionLoan(now, event);
    if (!outcome.ok) throw new Error(outcome.error);
    return outcome.value.loan;
  }, loan);
}

/** The chain reports only legs that are under way. */
function landing(
  loan: Loan,
  type: "leg_sent" | "leg_final" | "leg_reverted" | "leg_dead" | "leg_above_cap",
  n: number,
): LoanEvent | null {
  const leg = loan.phase.status === "processing" ? loan.phase.leg : null;
  if (leg === null) return null;
  if (type === "leg_dead") return { type, legId: leg.id };
  if (type === "leg_above_cap") return { type, legId: leg.id, at: n };
  const sent = { legId: leg.id, txId: `tx-${n}` };
  return type === "leg_sent" ? { type, ...sent } : { type, ...sent, feeUnits: 1n, at: n };
}
