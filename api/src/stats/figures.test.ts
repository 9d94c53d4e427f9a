import { describe, expect, it } from "vitest";
import { figuresOf, type Tally, uptimeOf } from "./figures";

const completed = (seconds: number, orders = 1): Tally => ({
  state: "completed",
  reason: null,
  seconds,
  orders,
});
const refunded = (reason: string | null, orders = 1): Tally => ({
  state: "refunded",
  reason,
  seconds: null,
  orders,
});
const FAILED: Tally = { state: "failed", reason: null, seconds: null, orders: 1 };

describe("the success rate", () => {
  it("is unknown without an order that counts", () => {
    expect(figuresOf([])).toEqual({ orders: 0, completed: 0, successRate: null, completionSeconds: null });
    expect(figuresOf([refunded("late"), refunded(null)])).toMatchObject({ orders: 2, successRate: null });
  });

  it("counts refunds that were our doing, and failed orders", () => {
    for (const ours of [refunded("rate_moved"), refunded("no_reserve"), refunded("payout_failed"), FAILED]) {
      expect(figuresOf([completed(9, 3), ours])).toMatchObject({
        orders: 4,
        completed: 3,
        successRate: "75",
      });
    }
  });

  it("leaves out refunds that the deposit itself led to", () => {
    for (const theirs of ["less", "more", "limit", "late", "repeat", "wrong_asset", "listed", null]) {
      expect(figuresOf([completed(9), refunded(theirs)])).toMatchObject({ orders: 2, successRate: "100" });
    }
  });

  it("is rounded down, never up to what was not reached", () => {
    expect(figuresOf([completed(9, 2), FAILED]).successRate).toBe("66.66");
    expect(figuresOf([completed(9, 99_999), FAILED]).successRate).toBe("99.99");
    expect(figuresOf([completed(9, 9), FAILED]).successRate).toBe("90");
    expect(figuresOf([completed(9, 10_000), FAILED, FAILED]).successRate).toBe("99.98");
    expect(figuresOf([completed(9), { ...FAILED, orders: 2_499 }]).successRate).toBe("0.04");
    expect(figuresOf([FAILED]).successRate).toBe("0");
  });
});

describe("the uptime", () => {
  it("is unknown before a whole day of minutes, then rounded down, never above everything", () => {
    expect(uptimeOf({ upMinutes: 1_439, minutes: 1_439 })).toBeNull();
    expect(uptimeOf({ upMinutes: 43_199, minutes: 43_200 })).toBe("99.99");
    expect(uptimeOf({ upMinutes: 1_441, minutes: 1_440 })).toBe("100");
    expect(uptimeOf({ upMinutes: 0, minutes: 1_440 })).toBe("0");
  });
});

describe("the time to completion", () => {
  it("is the nearest rank, whatever the order of the tallies", () => {
    expect(figuresOf([completed(7)]).completionSeconds).toEqual({ median: 7, p95: 7 });
    expect(figuresOf([completed(900), completed(30, 2), completed(60)]).completionSeconds).toEqual({
      median: 30,
      p95: 900,
    });
    const hundred = Array.from({ length: 100 }, (_, index) => completed(100 - index));
    expect(figuresOf(hundred).completionSeconds).toEqual({ median: 50, p95: 95 });
  });

  it("is known of completed orders alone", () => {
    expect(figuresOf([refunded("no_reserve"), FAILED]).completionSeconds).toBeNull();
    expect(figuresOf([{ ...completed(1), seconds: null }]).completionSeconds).toBeNull();
  });
});
