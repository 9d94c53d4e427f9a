import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assetOf } from "../core/assets";
import { usdtText } from "../routes/loans/view";
import { loanFigures, loanRate } from "./figures";
import { LOAN_ASSETS } from "./loan";

const asset = fc.constantFrom(...LOAN_ASSETS);
const units = fc.bigInt({ min: 1n, max: 10n ** 30n });
const rateScaled = fc.bigInt({ min: 1n, max: 10n ** 20n });

/** Digit by digit, as on paper: the product of two decimal strings, with as many places as both together. */
function productOnPaper(a: string, b: string): string {
  const digits = Array.from({ length: a.length + b.length }, () => 0);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const sum = (digits[i + j + 1] ?? 0) + Number(a[i]) * Number(b[j]);
      digits[i + j + 1] = sum % 10;
      digits[i + j] = (digits[i + j] ?? 0) + Math.floor(sum / 10);
    }
  }
  return digits.join("");
}

/** Cuts the last `places` digits off; rounds up when they are not all zero and `up` is asked for. */
function cut(digits: string, places: number, up: boolean): bigint {
  const padded = digits.padStart(places + 1, "0");
  const kept = BigInt(padded.slice(0, padded.length - places));
  return up && /[1-9]/.test(padded.slice(padded.length - places)) ? kept + 1n : kept;
}

describe("the figures of a loan", () => {
  it("are amount × rate, floored, and 0.45 % of it, ceiled, as on paper", () => {
    fc.assert(
      fc.property(asset, units, rateScaled, (code, amount, rate) => {
        const { valueScaled, feeScaled } = loanFigures({ asset: code, units: amount, rateScaled: rate });
        const value = cut(productOnPaper(String(amount), String(rate)), assetOf(code).decimals, false);
        expect(valueScaled).toBe(value);
        // 0.45 % is 45 of ten thousand.
        expect(feeScaled).toBe(cut(productOnPaper(String(value), "45"), 4, true));
      }),
      { numRuns: 500 },
    );
  });

  it("never report less fee than the rate asks for, nor a whole unit more", () => {
    fc.assert(
      fc.property(asset, units, rateScaled, (code, amount, rate) => {
        const { valueScaled, feeScaled } = loanFigures({ asset: code, units: amount, rateScaled: rate });
        expect(feeScaled * 10_000n).toBeGreaterThanOrEqual(valueScaled * 45n);
        expect((feeScaled - 1n) * 10_000n).toBeLessThan(valueScaled * 45n);
      }),
    );
  });

  it("of parts sum to the whole, within a unit a part", () => {
    fc.assert(
      fc.property(asset, fc.array(units, { minLength: 1, maxLength: 8 }), rateScaled, (code, parts, rate) => {
        const of = (amount: bigint) => loanFigures({ asset: code, units: amount, rateScaled: rate });
        const whole = of(parts.reduce((sum, part) => sum + part, 0n));
        const sums = parts.map(of);
        const value = sums.reduce((sum, part) => sum + part.valueScaled, 0n);
        expect(value).toBeLessThanOrEqual(whole.valueScaled);
        expect(whole.valueScaled - value).toBeLessThan(BigInt(parts.length));
        // Each part loses less than a unit of value, so that the fees of the parts lose less than theirs of it.
        const fee = sums.reduce((sum, part) => sum + part.feeScaled, 0n);
        expect(fee * 10_000n).toBeGreaterThanOrEqual(value * 45n);
        expect(fee - whole.feeScaled).toBeLessThan(BigInt(parts.length));
      }),
    );
  });

  it("come back from the value by the lowest rate that has it", () => {
    fc.assert(
      fc.property(asset, units, rateScaled, (code, amount, rate) => {
        const { valueScaled } = loanFigures({ asset: code, units: amount, rateScaled: rate });
        fc.pre(valueScaled > 0n);
        const lowest = loanRate({ asset: code, units: amount, valueScaled });
        expect(lowest).toBeLessThanOrEqual(rate);
        expect(loanFigures({ asset: code, units: amount, rateScaled: lowest }).valueScaled).toBe(valueScaled);
      }),
    );
  });

  it("are reported with all of their 8 decimals", () => {
    expect(usdtText(0n)).toBe("0.00000000");
    expect(usdtText(1n)).toBe("0.00000001");
    expect(usdtText(3_000_000_000_000n)).toBe("30000.00000000");
  });
});
