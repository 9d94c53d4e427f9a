import fc from "fast-check";
import { expect, test } from "vitest";
import { feeUnits, PPM, ppmToPercent } from "../core/fees";
import { FEE_PARTS, feeBreakdown, feeRates, mixerFeeRange, mixFeePpm, possibleFees } from "./fee";
import { PRIVACY_LEVELS } from "./settings";

const LEAST = { form: "mixer", rounds: 1, delayMinutes: 0, level: "basic" } as const;
const percent = (more: Partial<Parameters<typeof mixFeePpm>[0]>) =>
  ppmToPercent(mixFeePpm({ ...LEAST, ...more }));

test.each([
  [{}, "0.95"],
  [{ rounds: 3, delayMinutes: 15, level: "enhanced" as const }, "1.95"],
  [{ rounds: 10 }, "5.45"],
  [{ delayMinutes: 30 }, "0.95"],
  [{ delayMinutes: 35 }, "1.95"],
  [{ level: "maximum" as const }, "2.95"],
  [{ rounds: 10, delayMinutes: 120, level: "maximum" as const }, "8.45"],
])("0.45, 0.5 a round, 1 above 30 minutes, 2 for maximum privacy: %o is %s %%", (more, fee) => {
  expect(percent(more)).toBe(fee);
});

test.each(PRIVACY_LEVELS)("the home form's %s costs 0.25 %%, all of it base", (level) => {
  const settings = { form: "home", rounds: 10, delayMinutes: 60, level } as const;
  expect(ppmToPercent(mixFeePpm(settings))).toBe("0.25");
  expect(feeRates(settings).base).toBe(mixFeePpm(settings));
});

test("the parts sum to the whole fee to the unit, each within one unit of its exact value", () => {
  const settings = fc.record({
    form: fc.constantFrom("home", "mixer"),
    rounds: fc.integer({ min: 1, max: 10 }),
    delayMinutes: fc.constantFrom(0, 30, 35, 120),
    level: fc.constantFrom(...PRIVACY_LEVELS),
  });
  fc.assert(
    fc.property(settings, fc.bigInt({ min: 0n, max: 10n ** 30n }), (chosen, units) => {
      const rates = feeRates(chosen);
      const parts = feeBreakdown(units, rates);
      const sum = FEE_PARTS.reduce((total, part) => total + parts[part], 0n);
      expect(sum).toBe(feeUnits(units, mixFeePpm(chosen)));
      for (const part of FEE_PARTS) {
        const off = parts[part] * PPM - units * rates[part];
        expect(off > -PPM && off < PPM).toBe(true);
        if (rates[part] === 0n) expect(parts[part]).toBe(0n);
      }
    }),
  );
});

test("the range of the mixer page is that of the fees that it can charge", () => {
  const { least, most } = mixerFeeRange();
  const page = possibleFees().filter(({ feePpm }) => feePpm !== 2_500n);
  for (const { feePpm } of page) expect(least <= feePpm && feePpm <= most).toBe(true);
  expect(page.map(({ feePpm }) => feePpm)).toEqual(expect.arrayContaining([least, most]));
});

test("the base bears the first rounding", () => {
  const rates = { base: 4_500n, mixing: 15_000n, delay: 0n, maxPrivacy: 0n };
  expect(feeBreakdown(1n, rates)).toEqual({ base: 1n, mixing: 0n, delay: 0n, maxPrivacy: 0n });
  expect(feeBreakdown(50_000_000n, rates)).toEqual({
    base: 225_000n,
    mixing: 750_000n,
    delay: 0n,
    maxPrivacy: 0n,
  });
});

test("every fee that can be charged, with its rounds, is among the possible ones, and no other", () => {
  const charged = new Set(["2500 3", "2500 5", "2500 10"]);
  for (let rounds = 1; rounds <= 10; rounds++) {
    for (let delayMinutes = 0; delayMinutes <= 120; delayMinutes += 5) {
      for (const level of PRIVACY_LEVELS)
        charged.add(`${mixFeePpm({ form: "mixer", rounds, delayMinutes, level })} ${rounds}`);
    }
  }
  const possible = possibleFees().map(({ feePpm, rounds }) => `${feePpm} ${rounds}`);
  expect(new Set(possible)).toEqual(charged);
  expect(possible).toHaveLength(charged.size);
});
