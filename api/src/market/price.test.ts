import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ASSET_CODES } from "../core/assets";
import { fellMoreThan, figuresOf, sendUnitsFor } from "../core/exchange-figures";
import { feeUnits } from "../core/fees";
import { PRICE_SCALE, rateBetween, valueInCeil, valueInFloor } from "./price";

const units = fc.bigInt({ min: 0n, max: 10n ** 24n });
const positive = fc.bigInt({ min: 1n, max: 10n ** 18n });
const rate = fc.record({ numerator: positive, denominator: positive });
const feePpm = fc.bigInt({ min: 0n, max: 300_000n });
const priced = fc.record({ asset: fc.constantFrom(...ASSET_CODES), price: positive });

test("0.05 BTC at 60,000: 0.45 % fee, 0.8 network fee", () => {
  const btc = { asset: "BTC", price: 60_000n * PRICE_SCALE } as const;
  const usdt = { asset: "USDT-TRC20", price: PRICE_SCALE } as const;
  const swap = {
    sendUnits: 5_000_000n,
    rate: rateBetween(btc, usdt),
    feePpm: 4_500n,
    networkFeeUnits: 800_000n,
  };
  expect(figuresOf(swap)).toEqual({
    feeUnits: 22_500n,
    grossUnits: 2_986_500_000n,
    networkFeeUnits: 800_000n,
    receiveUnits: 2_985_700_000n,
  });
  expect(sendUnitsFor({ ...swap, receiveUnits: 2_985_700_000n })).toBe(5_000_000n);
});

describe("figuresOf", () => {
  test("rounds for the house, once: gross is floor((send − ceil(fee)) × rate)", () => {
    fc.assert(
      fc.property(units, rate, feePpm, units, (sendUnits, r, ppm, networkFeeUnits) => {
        const figures = figuresOf({ sendUnits, rate: r, feePpm: ppm, networkFeeUnits });
        const exact = (sendUnits - feeUnits(sendUnits, ppm)) * r.numerator;
        expect(figures.grossUnits * r.denominator <= exact).toBe(true);
        expect((figures.grossUnits + 1n) * r.denominator > exact).toBe(true);
        expect(figures.receiveUnits).toBe(figures.grossUnits - networkFeeUnits);
      }),
    );
  });

  test("who sends more never receives less", () => {
    fc.assert(
      fc.property(units, units, rate, feePpm, (sendUnits, more, r, ppm) => {
        const swap = { rate: r, feePpm: ppm, networkFeeUnits: 5n };
        const [less, greater] = [sendUnits, sendUnits + more].map(
          (amount) => figuresOf({ ...swap, sendUnits: amount }).receiveUnits,
        );
        expect((less ?? 0n) <= (greater ?? 0n)).toBe(true);
      }),
    );
  });
});

test("sendUnitsFor is the smallest amount that brings what was asked", () => {
  fc.assert(
    fc.property(units, rate, feePpm, units, (receiveUnits, r, ppm, networkFeeUnits) => {
      const swap = { rate: r, feePpm: ppm, networkFeeUnits };
      const brings = (sendUnits: bigint) => figuresOf({ ...swap, sendUnits }).receiveUnits;
      const send = sendUnitsFor({ ...swap, receiveUnits });
      expect(brings(send) >= receiveUnits).toBe(true);
      if (send > 0n) expect(brings(send - 1n) < receiveUnits).toBe(true);
    }),
  );
});

test("a value rounded up is the value rounded down, or one unit more", () => {
  fc.assert(
    fc.property(units, priced, priced, (amount, from, to) => {
      const over = valueInCeil(amount, from, to) - valueInFloor(amount, from, to);
      expect(over === 0n || over === 1n).toBe(true);
    }),
  );
});

test("there and back never gains", () => {
  fc.assert(
    fc.property(units, priced, priced, (amount, from, to) => {
      expect(valueInFloor(valueInFloor(amount, from, to), to, from) <= amount).toBe(true);
      expect(valueInCeil(valueInCeil(amount, from, to), to, from) >= amount).toBe(true);
    }),
  );
});

describe("fellMoreThan", () => {
  const before = { numerator: 1_000_000n, denominator: 7n };
  test.each([
    [1_000_000n, false],
    [2_000_000n, false],
    [990_000n, false],
    [989_999n, true],
  ])("one percent below a million, at %s: %s", (numerator, fell) => {
    expect(fellMoreThan(before, { numerator, denominator: 7n }, 10_000n)).toBe(fell);
  });

  test("does not depend on how the fraction is written", () => {
    fc.assert(
      fc.property(rate, rate, positive, fc.bigInt({ min: 0n, max: 999_999n }), (a, b, k, ppm) => {
        const scaled = { numerator: b.numerator * k, denominator: b.denominator * k };
        expect(fellMoreThan(a, scaled, ppm)).toBe(fellMoreThan(a, b, ppm));
      }),
    );
  });
});
