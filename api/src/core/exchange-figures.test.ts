import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fellMoreThan, figuresOf, sendUnitsFor } from "./exchange-figures";

const positive = (max: bigint) => fc.bigInt({ min: 1n, max });
const terms = fc.record({
  rate: fc.record({ numerator: positive(10n ** 12n), denominator: positive(10n ** 12n) }),
  feePpm: fc.bigInt({ min: 0n, max: 100_000n }),
  networkFeeUnits: fc.bigInt({ min: 0n, max: 10n ** 9n }),
});

describe("the figures of an exchange", () => {
  it("take the service fee from what is sent and the network fee from what is received", () => {
    const rate = { numerator: 3n, denominator: 2n };
    expect(figuresOf({ sendUnits: 1_001n, rate, feePpm: 5_000n, networkFeeUnits: 40n })).toEqual({
      feeUnits: 6n,
      grossUnits: 1_492n,
      networkFeeUnits: 40n,
      receiveUnits: 1_452n,
    });
  });

  it("are not positive where the amount cannot carry its fees", () => {
    const rate = { numerator: 1n, denominator: 1n };
    expect(figuresOf({ sendUnits: 10n, rate, feePpm: 0n, networkFeeUnits: 11n }).receiveUnits).toBe(-1n);
  });

  it("turn round: the amount found for what is wanted is enough, and one unit less is not", () => {
    fc.assert(
      fc.property(terms, positive(10n ** 18n), (given, receiveUnits) => {
        const sendUnits = sendUnitsFor({ ...given, receiveUnits });
        expect(figuresOf({ ...given, sendUnits }).receiveUnits).toBeGreaterThanOrEqual(receiveUnits);
        expect(figuresOf({ ...given, sendUnits: sendUnits - 1n }).receiveUnits).toBeLessThan(receiveUnits);
      }),
    );
  });
});

describe("a rate that fell", () => {
  const before = { numerator: 1_000n, denominator: 1n };
  it.each([
    { now: 995n, fell: false },
    { now: 994n, fell: true },
    { now: 1_001n, fell: false },
  ])("from 1,000 to $now by more than half a percent: $fell", ({ now, fell }) => {
    expect(fellMoreThan(before, { numerator: now, denominator: 1n }, 5_000n)).toBe(fell);
  });
});
