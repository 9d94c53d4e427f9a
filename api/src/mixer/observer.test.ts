import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { figuresOf } from "../core/exchange-figures";
import { mixFeePpm, possibleFees } from "./fee";
import {
  bestGuessPpm,
  type Crowd,
  candidateSet,
  type Ends,
  observe,
  reportedSet,
  type Timing,
} from "./observer";

const NOW = 1_767_268_800_000;
const MINUTE_MS = 60_000;
const DELAY_MINUTES = 30;
const ROUND_UNITS = 960n;
const WINDOW = { from: NOW - DELAY_MINUTES * MINUTE_MS, to: NOW, delayMinutes: DELAY_MINUTES };
const knowledge = { fees: possibleFees() };
const feePpm = (rounds: number) => mixFeePpm({ form: "mixer", rounds, delayMinutes: 30, level: "basic" });

const timingOf = (paidInAt: number, paidOutAt: number | null): Timing => ({
  paidInAt,
  paidOutAt,
  leastMs: (DELAY_MINUTES * MINUTE_MS) / 2,
  mostMs: DELAY_MINUTES * MINUTE_MS,
});

const btc = (sendUnits: bigint, rounds = 3): Ends => ({
  send: "BTC",
  receive: "BTC",
  sendUnits,
  rate: { numerator: 1n, denominator: 1n },
  feePpm: feePpm(rounds),
  networkFeeUnits: 466n + BigInt(rounds) * ROUND_UNITS,
  rounds,
  roundUnits: ROUND_UNITS,
  timing: timingOf(NOW - 20 * MINUTE_MS, null),
});

/** Other mixes as they are seen: each pays in, and is paid out a quarter of an hour later. */
const crowdOf = (mixes: readonly Ends[], minutesAgo = 20): Crowd => ({
  deposits: mixes.map(({ send, sendUnits }) => ({
    timing: timingOf(NOW - minutesAgo * MINUTE_MS, NOW - (minutesAgo - 15) * MINUTE_MS),
    asset: send,
    units: sendUnits,
    at: NOW - minutesAgo * MINUTE_MS,
  })),
  payouts: mixes.map((mix) => ({
    timing: timingOf(NOW - minutesAgo * MINUTE_MS, NOW - (minutesAgo - 15) * MINUTE_MS),
    asset: mix.receive,
    units: figuresOf(mix).receiveUnits,
    at: NOW - (minutesAgo - 15) * MINUTE_MS,
  })),
});
const times = (count: number, mix: Ends): Ends[] => Array.from({ length: count }, () => mix);
const setOf = (crowd: Crowd, ends: Ends) => candidateSet(crowd, ends, WINDOW, knowledge);

describe("the candidate set", () => {
  test("is the mix itself where dust was paid in, which no number of rounds would pay out", () => {
    expect(setOf(crowdOf(times(3, btc(1_000_000n))), btc(546n))).toBe(1);
  });

  test("is the mix alone where nobody else is", () => {
    expect(setOf({ deposits: [], payouts: [] }, btc(70_000_000n))).toBe(1);
  });

  test("holds every mix of the same amount, whatever its settings", () => {
    const others = [btc(70_000_000n, 1), btc(70_000_000n, 5), btc(70_000_000n, 10)];
    expect(setOf(crowdOf(others), btc(70_000_000n))).toBe(4);
  });

  test("holds no mix whose amount no fee of the schedule explains", () => {
    expect(setOf(crowdOf(times(12, btc(73_140_000n))), btc(70_000_000n))).toBe(1);
    expect(setOf(crowdOf(times(12, btc(69_900_000n))), btc(70_000_000n))).toBe(1);
  });

  test("holds only what is in the window, and of the same currencies", () => {
    const mixes = times(5, btc(70_000_000n));
    expect(setOf(crowdOf(mixes, 31), btc(70_000_000n))).toBe(1);
    const other = crowdOf(mixes.map((mix) => ({ ...mix, send: "LTC", receive: "LTC" }) as Ends));
    expect(setOf(other, btc(70_000_000n))).toBe(1);
  });

  test("holds no mix that could not have paid this one out, nor one that is still to be paid out", () => {
    const { deposits, payouts } = crowdOf(times(4, btc(70_000_000n)));
    const withTiming = (timing: Timing): Crowd => ({
      deposits: deposits.map((seen) => ({ ...seen, timing })),
      payouts: payouts.map((seen) => ({ ...seen, timing })),
    });
    const ago = (minutes: number) => NOW - minutes * MINUTE_MS;
    expect(setOf(withTiming(timingOf(ago(16), ago(1))), btc(70_000_000n))).toBe(5);
    expect(setOf(withTiming(timingOf(ago(14), ago(1))), btc(70_000_000n))).toBe(1);
    expect(setOf(withTiming(timingOf(ago(29), ago(14))), btc(70_000_000n))).toBe(1);
    expect(setOf(withTiming(timingOf(ago(20), null)), btc(70_000_000n))).toBe(1);
  });

  test("is the smaller of what fits from either end", () => {
    const { deposits, payouts } = crowdOf(times(9, btc(70_000_000n)));
    expect(setOf({ deposits, payouts: payouts.slice(0, 4) }, btc(70_000_000n))).toBe(5);
    expect(setOf({ deposits: deposits.slice(0, 2), payouts }, btc(70_000_000n))).toBe(3);
  });

  test("counts neither end alone: deposits a little more or less do not fit, nor do such payouts", () => {
    const fitting = crowdOf(times(4, btc(70_000_000n)));
    for (const units of [69_980_000n, 70_020_000n]) {
      const other = crowdOf(times(4, btc(units)));
      expect(setOf({ deposits: other.deposits, payouts: fitting.payouts }, btc(70_000_000n))).toBe(1);
      expect(setOf({ deposits: fitting.deposits, payouts: other.payouts }, btc(70_000_000n))).toBe(1);
    }
  });

  test("across currencies holds only what had the same rate, since rates are published", () => {
    const toEth = (numerator: bigint): Ends => ({
      ...btc(70_000_000n),
      receive: "ETH",
      rate: { numerator: numerator * 10n ** 7n, denominator: 1n },
    });
    expect(setOf(crowdOf(times(4, toEth(20_000n))), toEth(20_000n))).toBe(5);
    expect(setOf(crowdOf(times(4, toEth(20_000n))), toEth(20_001n))).toBe(1);
  });

  test("is never larger than those who were there, and grows with no stranger's arrival beyond one", () => {
    const amounts = fc.array(fc.constantFrom(60_000_000n, 70_000_000n, 73_140_000n), { maxLength: 12 });
    fc.assert(
      fc.property(amounts, fc.constantFrom(60_000_000n, 70_000_000n, 50_000_000n), (all, own) => {
        const same = all.filter((units) => units === own).length;
        const size = setOf(crowdOf(all.map((units) => btc(units))), btc(own));
        expect(size).toBe(1 + same);
        const [first, ...rest] = all;
        if (first === undefined) return;
        const without = setOf(crowdOf(rest.map((units) => btc(units))), btc(own));
        expect(size - without).toBe(first === own ? 1 : 0);
      }),
    );
  });
});

test("a set is reported in steps, never larger than it is", () => {
  expect([1, 2, 3, 4, 5, 7, 8, 12, 19, 20, 99, 100, 5_000].map(reportedSet)).toEqual([
    1, 1, 3, 3, 5, 5, 8, 12, 12, 20, 50, 100, 100,
  ]);
});

test("the best guess is one in so many, rounded up", () => {
  expect([1, 3, 8, 20].map(bestGuessPpm)).toEqual([1_000_000n, 333_334n, 125_000n, 50_000n]);
});

describe("the weak point", () => {
  const report = (mixes: readonly Ends[], ends: Ends, delayMinutes = DELAY_MINUTES) =>
    observe(crowdOf(mixes), ends, { ...WINDOW, delayMinutes }, knowledge);

  test("is the missing delay, however many others there are", () => {
    expect(report(times(20, btc(70_000_000n)), btc(70_000_000n), 0)).toEqual({
      candidates: 1,
      weakPoint: { code: "no_delay" },
    });
  });

  test("is that there are no other mixes", () => {
    expect(report([], btc(70_000_000n)).weakPoint).toEqual({ code: "no_company", windowMinutes: 30 });
  });

  test("is a unique amount, and a common one nearby is offered", () => {
    expect(report(times(11, btc(70_000_000n)), btc(73_140_000n))).toEqual({
      candidates: 1,
      weakPoint: {
        code: "amount_unique",
        amount: 73_140_000n,
        nearby: { amount: 70_000_000n, candidates: 12 },
      },
    });
  });

  test("offers no amount that is far, odd, or of too few", () => {
    const nearby = (mixes: readonly Ends[]) => {
      const { weakPoint } = report(mixes, btc(73_140_000n));
      return "nearby" in weakPoint ? weakPoint.nearby : undefined;
    };
    expect(nearby(times(11, btc(50_000_000n)))).toBeNull();
    expect(nearby(times(11, btc(73_200_000n)))).toBeNull();
    expect(nearby([btc(70_000_000n), btc(50_000_000n)])).toBeNull();
  });

  test("is a rarer amount where another has a larger anonymity set, else the time", () => {
    const mixes = [...times(4, btc(70_000_000n)), ...times(20, btc(80_000_000n))];
    expect(report(mixes, btc(70_000_000n))).toEqual({
      candidates: 5,
      weakPoint: {
        code: "amount_rare",
        amount: 70_000_000n,
        candidates: 5,
        nearby: { amount: 80_000_000n, candidates: 20 },
      },
    });
    expect(report(mixes, btc(80_000_000n))).toEqual({
      candidates: 20,
      weakPoint: { code: "time_short", candidates: 20, windowMinutes: 30 },
    });
  });
});
