import { describe, expect, it } from "vitest";
import { ASSETS } from "../core/assets";
import { referencePrice } from "./rates";
import { simulatedPast } from "./simulated-past";

const NOW = Date.UTC(2026, 0, 31, 12, 34, 56);
const DAY_MS = 86_400_000;

describe("the simulated past", () => {
  const past = simulatedPast(NOW);
  const bitcoin = past.filter(({ asset }) => asset === "BTC");

  it("reaches back for 30 days, dense enough for each range, at whole minutes", () => {
    const within = (days: number) => bitcoin.filter(({ minute }) => NOW - minute <= days * DAY_MS).length;
    expect(within(1)).toBeGreaterThanOrEqual(95);
    expect(within(7)).toBeGreaterThanOrEqual(95 + 71);
    expect(within(30)).toBeGreaterThanOrEqual(95 + 71 + 68);
    expect(within(30)).toBe(bitcoin.length);
    expect(past.every(({ minute }) => minute % 60_000 === 0 && minute < NOW)).toBe(true);
    expect(past).toHaveLength(bitcoin.length * ASSETS.length);
  });

  it("moves, stays near the reference, and leaves dollars alone", () => {
    expect(new Set(bitcoin.map(({ price }) => price)).size).toBeGreaterThan(100);
    for (const { asset, price } of past) {
      const reference = referencePrice(asset);
      const off = ((price - reference) * 1_000_000n) / reference;
      expect(off >= -90_000n && off <= 90_000n).toBe(true);
      if (asset.startsWith("USD")) expect(price).toBe(reference);
    }
  });
});
