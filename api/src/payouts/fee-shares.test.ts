import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { feeShares } from "./fee-shares";

describe("the shares of a network fee", () => {
  it("are all of it for one leg, and in proportion to the caps for several", () => {
    expect(feeShares(90n, [100n])).toEqual([90n]);
    expect(feeShares(90n, [100n, 50n, 30n])).toEqual([50n, 25n, 15n]);
  });

  it("sum to the fee, and none is above its cap", () => {
    const cap = fc.bigInt({ min: 0n, max: 10n ** 20n });
    fc.assert(
      fc.property(fc.array(cap, { minLength: 1, maxLength: 12 }), fc.nat(1000), (caps, permille) => {
        const all = caps.reduce((sum, units) => sum + units, 0n);
        const fee = (all * BigInt(permille)) / 1000n;
        const shares = feeShares(fee, caps);
        expect(shares.reduce((sum, units) => sum + units, 0n)).toBe(fee);
        for (const [at, share] of shares.entries()) {
          expect(share).toBeGreaterThanOrEqual(0n);
          expect(share).toBeLessThanOrEqual(caps[at] ?? -1n);
        }
      }),
    );
  });

  it("sum to the fee also where it is above all caps, or there are none", () => {
    expect(feeShares(7n, [2n, 1n])).toEqual([4n, 3n]);
    expect(feeShares(7n, [0n, 0n])).toEqual([7n, 0n]);
  });
});
