import fc from "fast-check";
import { expect, test } from "vitest";
import { denominate, roundOutputs } from "./denominations";

const LIMITS = { unitsMin: 1_000n, piecesMax: 8 };
const anyLimits = fc.record({
  unitsMin: fc.bigInt({ min: 1n, max: 10n ** 9n }),
  piecesMax: fc.integer({ min: 0, max: 12 }),
});
const amount = fc.bigInt({ min: 0n, max: 10n ** 24n });

test.each([
  [73_140_000n, [50_000_000n, 20_000_000n, 2_000_000n, 1_000_000n, 100_000n, 20_000n, 20_000n], 0n],
  [70_000_000n, [50_000_000n, 20_000_000n], 0n],
  [1_999n, [1_000n], 999n],
  [999n, [], 999n],
  [0n, [], 0n],
])("%s is %s and %s", (units, pieces, restUnits) => {
  expect(denominate(units, LIMITS)).toEqual({ pieces, restUnits });
});

test("pieces and rest sum to the amount; pieces are 1, 2 or 5 times a power of ten, never too small or too many", () => {
  fc.assert(
    fc.property(amount, anyLimits, (units, allowed) => {
      const { pieces, restUnits } = denominate(units, allowed);
      expect(pieces.reduce((sum, piece) => sum + piece, restUnits)).toBe(units);
      expect(pieces.length).toBeLessThanOrEqual(allowed.piecesMax);
      for (const piece of pieces) {
        expect(piece.toString()).toMatch(/^[125]0*$/);
        expect(piece >= allowed.unitsMin).toBe(true);
      }
      expect(pieces.length === allowed.piecesMax || restUnits < allowed.unitsMin * 2n).toBe(true);
    }),
  );
});

test("a shared round keeps every unit, and its outputs stand in the order of their size", () => {
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 6 }), anyLimits, (amounts, allowed) => {
      const { outputs, changeUnits } = roundOutputs(amounts, allowed);
      const sum = (units: readonly bigint[]) => units.reduce((total, one) => total + one, 0n);
      expect(sum(outputs) + changeUnits).toBe(sum(amounts));
      expect(outputs.every((output, i) => i === 0 || output >= (outputs[i - 1] ?? 0n))).toBe(true);
    }),
  );
});

test("different amounts share pieces", () => {
  const { outputs } = roundOutputs([73_000_000n, 71_000_000n], LIMITS);
  expect(outputs).toEqual([
    1_000_000n,
    1_000_000n,
    2_000_000n,
    20_000_000n,
    20_000_000n,
    50_000_000n,
    50_000_000n,
  ]);
});
