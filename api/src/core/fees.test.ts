import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exchangeFeePpm, FEE_SCHEDULE, feeUnits, PPM, ppmToPercent } from "./fees";

const units = fc.bigInt({ min: 0n, max: 10n ** 30n });
const ppm = fc.bigInt({ min: 0n, max: PPM });

test("the schedule of the product: 0.45 %, 0.5 % more when fixed, 0.25 % for the home mixer, 0.45 % for a loan, the mixer's parts", () => {
  expect(Object.values(FEE_SCHEDULE).map(ppmToPercent)).toEqual([
    "0.45",
    "0.5",
    "0.25",
    "0.45",
    "0.5",
    "1",
    "2",
  ]);
  expect(ppmToPercent(exchangeFeePpm("floating"))).toBe("0.45");
  expect(ppmToPercent(exchangeFeePpm("fixed"))).toBe("0.95");
  expect(exchangeFeePpm("fixed", { ...FEE_SCHEDULE, exchangePpm: 1n, fixedSurchargePpm: 2n })).toBe(3n);
});

describe("feeUnits", () => {
  test.each([
    [0n, 4_500n, 0n],
    [1n, 4_500n, 1n],
    [5_000_000n, 4_500n, 22_500n],
    [5_000_001n, 4_500n, 22_501n],
    [7n, 0n, 0n],
  ])("of %s at %s ppm is %s: rounded up, for the house", (amount, rate, fee) => {
    expect(feeUnits(amount, rate)).toBe(fee);
  });

  test("is at least the exact fee and less than one unit above it", () => {
    fc.assert(
      fc.property(units, ppm, (amount, rate) => {
        const over = feeUnits(amount, rate) * PPM - amount * rate;
        expect(over >= 0n && over < PPM).toBe(true);
      }),
    );
  });

  test("never passes the amount, and grows with it", () => {
    fc.assert(
      fc.property(units, units, ppm, (amount, more, rate) => {
        expect(feeUnits(amount, rate) <= amount).toBe(true);
        expect(feeUnits(amount + more, rate) >= feeUnits(amount, rate)).toBe(true);
      }),
    );
  });

  test("of a split amount is never less than of the whole: nobody saves by paying in pieces", () => {
    fc.assert(
      fc.property(units, units, ppm, (a, b, rate) => {
        expect(feeUnits(a, rate) + feeUnits(b, rate) >= feeUnits(a + b, rate)).toBe(true);
      }),
    );
  });
});

test.each([
  [0n, "0"],
  [1n, "0.0001"],
  [10_000n, "1"],
  [12_500n, "1.25"],
  [1_000_000n, "100"],
])("%s ppm are written %s %%", (rate, text) => {
  expect(ppmToPercent(rate)).toBe(text);
});
