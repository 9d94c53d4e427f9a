import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  DECIMAL_PATTERN,
  formatRate,
  formatUnits,
  maxUnits,
  minUnits,
  mulDivCeil,
  mulDivFloor,
  parseUnits,
} from "./amount";

const units = fc.bigInt({ min: 0n, max: 10n ** 30n });
const positive = fc.bigInt({ min: 1n, max: 10n ** 30n });
const decimals = fc.integer({ min: 0, max: 18 });

describe("parseUnits", () => {
  test.each([
    ["0", 8, 0n],
    ["1", 8, 100_000_000n],
    ["1.5", 8, 150_000_000n],
    ["0.00000001", 8, 1n],
    ["1.500", 3, 1_500n],
    ["7", 0, 7n],
    ["999999999999999999", 18, 999_999_999_999_999_999n * 10n ** 18n],
  ])("%s with %i places is %s units", (text, places, expected) => {
    expect(parseUnits(text, places)).toEqual({ ok: true, value: expected });
  });

  test.each([
    "",
    " ",
    "-1",
    "+1",
    "01",
    "00",
    ".5",
    "1.",
    "1e3",
    "0x10",
    "1_000",
    "1,5",
    "NaN",
    "Infinity",
    " 1",
    "1 ",
    "1\n",
    "１",
    "1.5.0",
    "1000000000000000000",
    `0.${"0".repeat(19)}`,
    "9".repeat(41),
    "9".repeat(100_000),
  ])("refuses %j", (text) => {
    expect(parseUnits(text, 18)).toEqual({ ok: false, error: "amount/format" });
  });

  test("refuses more places than the asset has, be they zero", () => {
    expect(parseUnits("0.1234567", 6)).toEqual({ ok: false, error: "amount/precision" });
    expect(parseUnits("1.0000000", 6)).toEqual({ ok: false, error: "amount/precision" });
    expect(parseUnits("1.0", 0)).toEqual({ ok: false, error: "amount/precision" });
  });

  test("is the inverse of formatUnits, whose text is on the wire's pattern and the shortest", () => {
    fc.assert(
      fc.property(
        decimals,
        fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }),
        fc.bigInt({ min: 0n }),
        (places, w, f) => {
          const amount = w * 10n ** BigInt(places) + (f % 10n ** BigInt(places));
          const text = formatUnits(amount, places);
          expect(text).toMatch(DECIMAL_PATTERN);
          expect(text).not.toMatch(/\.\d*0$/);
          expect(parseUnits(text, places)).toEqual({ ok: true, value: amount });
        },
      ),
    );
  });

  test("never throws, whatever the text", () => {
    fc.assert(
      fc.property(fc.string(), decimals, (text, places) => {
        const parsed = parseUnits(text, places);
        expect(parsed.ok).toBe(DECIMAL_PATTERN.test(text) && (text.split(".")[1] ?? "").length <= places);
      }),
    );
  });
});

test.each([
  [150_000_000n, 8, "1.5"],
  [1n, 18, "0.000000000000000001"],
  [-150n, 2, "-1.5"],
  [-1n, 2, "-0.01"],
  [100n, 0, "100"],
  [0n, 8, "0"],
])("%s units with %i places are written %s", (amount, places, text) => {
  expect(formatUnits(amount, places)).toBe(text);
});

describe("mulDiv", () => {
  test("floor and ceil are the two integers round the exact quotient", () => {
    fc.assert(
      fc.property(units, units, positive, (a, b, c) => {
        const floor = mulDivFloor(a, b, c);
        const ceil = mulDivCeil(a, b, c);
        expect(floor * c <= a * b && a * b < (floor + 1n) * c).toBe(true);
        expect(ceil * c >= a * b && (ceil === 0n || (ceil - 1n) * c < a * b)).toBe(true);
        expect(ceil - floor).toBe((a * b) % c === 0n ? 0n : 1n);
      }),
    );
  });

  test("grow with a and b, and shrink with c", () => {
    fc.assert(
      fc.property(units, units, positive, units, (a, b, c, more) => {
        for (const mulDiv of [mulDivFloor, mulDivCeil]) {
          expect(mulDiv(a + more, b, c) >= mulDiv(a, b, c)).toBe(true);
          expect(mulDiv(a, b + more, c) >= mulDiv(a, b, c)).toBe(true);
          expect(mulDiv(a, b, c + more) <= mulDiv(a, b, c)).toBe(true);
        }
      }),
    );
  });

  test.each([
    [-1n, 1n, 1n],
    [1n, -1n, 1n],
    [1n, 1n, 0n],
    [1n, 1n, -1n],
  ])("refuse %s × %s ÷ %s", (a, b, c) => {
    expect(() => mulDivFloor(a, b, c)).toThrow(RangeError);
    expect(() => mulDivCeil(a, b, c)).toThrow(RangeError);
  });
});

test("minUnits and maxUnits sort two amounts", () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.bigInt(), (a, b) => {
      expect([minUnits(a, b), maxUnits(a, b)]).toEqual(a < b ? [a, b] : [b, a]);
    }),
  );
});

describe("formatRate", () => {
  test("writes what one whole coin brings, rounded down", () => {
    expect(formatRate({ numerator: 600n, denominator: 1n }, { send: 8, receive: 6 })).toBe("60000");
    expect(formatRate({ numerator: 2n, denominator: 3n }, { send: 6, receive: 6 })).toBe(
      "0.666666666666666666",
    );
  });

  test("never says more than the rate brings", () => {
    fc.assert(
      fc.property(positive, positive, decimals, decimals, (numerator, denominator, send, receive) => {
        const text = formatRate({ numerator, denominator }, { send, receive });
        const [whole = "", fraction = ""] = text.split(".");
        const written = BigInt(whole + fraction.padEnd(18, "0"));
        const exact = numerator * 10n ** BigInt(send + 18);
        const unit = denominator * 10n ** BigInt(receive);
        expect(written * unit <= exact && exact < (written + 1n) * unit).toBe(true);
      }),
    );
  });
});
