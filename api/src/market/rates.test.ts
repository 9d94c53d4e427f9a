import fc from "fast-check";
import { expect, test } from "vitest";
import { ASSET_CODES } from "../core/assets";
import { seededRandom } from "../core/seeded-random";
import { PRICE_SCALE } from "./price";
import { movedTooFast, referencePrice, simulatedRates, walkStep } from "./rates";

test("a step moves by ±200 ppm at most (and the lean), and never strays beyond 2 %", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: -20_000, max: 20_000 }), (seed, offset) => {
      const next = walkStep(offset, seededRandom(seed));
      expect(Math.abs(next)).toBeLessThanOrEqual(20_000);
      expect(Math.abs(next - offset)).toBeLessThanOrEqual(200 + Math.abs(Math.trunc(offset / 50)));
    }),
  );
});

test("the simulated market repeats from its seed, stays near its references, and keeps dollars at one", async () => {
  const [one, same] = [simulatedRates(seededRandom("m")), simulatedRates(seededRandom("m"))];
  for (let step = 0; step < 300; step++) {
    const prices = await one.prices();
    expect(await same.prices()).toEqual(prices);
    for (const code of ASSET_CODES) {
      const price = prices.get(code) ?? 0n;
      const off = price > referencePrice(code) ? price - referencePrice(code) : referencePrice(code) - price;
      expect(off * 50n <= referencePrice(code)).toBe(true);
    }
    expect(prices.get("USDC-SOL")).toBe(PRICE_SCALE);
  }
  expect((await one.prices()).get("BTC")).not.toBe(referencePrice("BTC"));
});

test.each([
  ["5 % up", 1_050n, 60_000, false],
  ["more than 5 % up", 1_051n, 60_000, true],
  ["5 % down", 950n, 0, false],
  ["more than 5 % down", 949n, 0, true],
  ["more, but over more than a minute", 2_000n, 60_001, false],
])("%s", (_, price, at, tooFast) => {
  expect(movedTooFast({ price: 1_000n, at: 0 }, { price, at })).toBe(tooFast);
});

test("a first price moved from nowhere", () => {
  expect(movedTooFast(undefined, { price: 1n, at: 0 })).toBe(false);
});
