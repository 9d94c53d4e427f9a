import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FeeOf, selectCoins, selectDeepest } from "./coin-selection";

const FEE: FeeOf = ({ inputs, outputs }) => BigInt(10 + 68 * inputs + 31 * outputs);
const output = (units: bigint, ordinal = 0) => ({
  txId: "t",
  ordinal,
  units,
  address: "a",
  key: { branch: "hot", index: 0 } as const,
});
const outputsOf = (amounts: readonly bigint[]) => amounts.map((amount, i) => output(amount, i));
const select = (amounts: readonly bigint[], units: bigint, feeUnitsMax = 100_000n) =>
  selectCoins({ outputs: outputsOf(amounts), units, feeOf: FEE, feeUnitsMax, dustUnits: 546n });

describe("selectCoins", () => {
  test("takes the smallest single output that covers payment and fee", () => {
    expect(select([9_000n, 50_000n, 20_000n], 10_000n)).toMatchObject({
      ok: true,
      value: { inputs: [{ units: 20_000n }], feeUnits: 140n, changeUnits: 9_860n },
    });
  });

  test("else the largest first, and no more than are needed", () => {
    const chosen = select([1_000n, 5_000n, 6_000n, 2_000n], 10_000n);
    expect(chosen.ok && chosen.value.inputs.map(({ units }) => units)).toEqual([6_000n, 5_000n]);
  });

  test("change below dust goes to the miner", () => {
    expect(select([10_685n], 10_000n)).toMatchObject({
      ok: true,
      value: { changeUnits: 0n, feeUnits: 685n },
    });
    expect(select([10_686n], 10_000n)).toMatchObject({
      ok: true,
      value: { changeUnits: 546n, feeUnits: 140n },
    });
  });

  test("takes one more where the dust for the miner would pass the cap", () => {
    expect(select([10_300n, 10_400n], 10_000n, 250n)).toMatchObject({
      ok: true,
      value: { inputs: [{ units: 10_400n }, { units: 10_300n }], feeUnits: 208n, changeUnits: 10_492n },
    });
    expect(select([10_300n], 10_000n, 250n)).toEqual({ ok: false, error: "fee" });
  });

  test("says short when the outputs do not suffice, and fee when its cap would be passed", () => {
    expect(select([], 1n)).toEqual({ ok: false, error: "short" });
    expect(select([10_108n], 10_000n)).toEqual({ ok: false, error: "short" });
    expect(select([10_109n], 10_000n)).toMatchObject({ ok: true });
    expect(select([20_000n], 10_000n, 139n)).toEqual({ ok: false, error: "fee" });
    expect(select([20_000n], 10_000n, 140n)).toMatchObject({ ok: true });
  });

  test("spends at most 200 inputs", () => {
    expect(
      select(
        Array.from({ length: 500 }, () => 1_000n),
        300_000n,
      ),
    ).toEqual({ ok: false, error: "short" });
  });

  test("whatever it chooses: each output once, nothing lost, the fee between what is due and its cap", () => {
    const amounts = fc.array(fc.bigInt({ min: 1n, max: 100_000n }), { maxLength: 30 });
    const amount = fc.bigInt({ min: 1n, max: 500_000n });
    fc.assert(
      fc.property(amounts, amount, fc.bigInt({ min: 0n, max: 3_000n }), (held, units, feeUnitsMax) => {
        const chosen = select(held, units, feeUnitsMax);
        if (!chosen.ok) return;
        const { inputs, changeUnits, feeUnits } = chosen.value;
        expect(new Set(inputs.map(({ ordinal }) => ordinal)).size).toBe(inputs.length);
        expect(inputs.reduce((sum, input) => sum + input.units, 0n)).toBe(units + changeUnits + feeUnits);
        expect(changeUnits === 0n || changeUnits >= 546n).toBe(true);
        expect(feeUnits <= feeUnitsMax).toBe(true);
        expect(feeUnits >= FEE({ inputs: inputs.length, outputs: changeUnits === 0n ? 1 : 2 })).toBe(true);
      }),
    );
  });
});

describe("selectDeepest", () => {
  const deepest = (amounts: readonly bigint[], units: bigint, feeUnitsMax = 100_000n) => {
    const outputs = outputsOf(amounts);
    const chosen = selectDeepest({ outputs, units, feeOf: FEE, feeUnitsMax, dustUnits: 546n });
    return chosen.ok ? chosen.value.inputs.map(({ ordinal }) => ordinal).sort() : chosen.error;
  };

  test("takes the deepest that suffice, and a better one only where they do not", () => {
    expect(deepest([50_000n, 20_000n, 11_000n], 10_000n)).toEqual([0]);
    expect(deepest([9_000n, 2_000n, 11_000n], 10_000n)).toEqual([0, 1]);
    expect(deepest([9_000n, 500n, 11_000n], 10_000n)).toEqual([2]);
  });

  test("takes a younger one where the deepest would cost more than the cap", () => {
    expect(deepest([6_000n, 6_000n, 20_000n], 10_000n)).toEqual([0, 1]);
    expect(deepest([6_000n, 6_000n, 20_000n], 10_000n, 140n)).toEqual([2]);
  });

  test("finds what there is: nothing is refused that all outputs together can pay", () => {
    const amounts = fc.array(fc.bigInt({ min: 1n, max: 100_000n }), { maxLength: 30 });
    const amount = fc.bigInt({ min: 1n, max: 500_000n });
    fc.assert(
      fc.property(amounts, amount, fc.bigInt({ min: 0n, max: 3_000n }), (held, units, feeUnitsMax) => {
        if (select(held, units, feeUnitsMax).ok)
          expect(deepest(held, units, feeUnitsMax)).toBeInstanceOf(Array);
      }),
    );
  });
});

describe("coins at several types of address", () => {
  test("pays for what inputs of each type of address cost", () => {
    const extra = { legacy: 90n, p2sh: 33n } as const;
    const feeOf: FeeOf = ({ typed = {}, ...shape }) =>
      FEE(shape) + extra.legacy * BigInt(typed.legacy ?? 0) + extra.p2sh * BigInt(typed.p2sh ?? 0);
    const [legacy, nested] = (["legacy", "p2sh"] as const).map((type) => ({
      ...output(6_000n),
      key: { branch: "deposit", index: 0, type } as const,
    }));
    if (legacy === undefined || nested === undefined) throw new Error("no outputs");
    const payment = { units: 10_000n, feeOf, feeUnitsMax: 100_000n, dustUnits: 546n };
    const chosen = selectCoins({ ...payment, outputs: [legacy, nested] });
    expect(chosen).toMatchObject({ ok: true, value: { feeUnits: 208n + 90n + 33n } });
    // Each would do by what an input of the usual type costs.
    const outputs = [{ ...legacy, units: 10_700n }];
    expect(selectCoins({ ...payment, outputs, feeUnitsMax: 229n })).toEqual({ ok: false, error: "fee" });
    expect(selectCoins({ ...payment, outputs: [output(10_700n)], feeUnitsMax: 229n })).toMatchObject({
      ok: true,
    });
  });
});
