import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Random } from "../core/ports";
import { SEED_BYTES, seedStream } from "../mixing/seed";
import {
  delayPlan,
  firstLegNow,
  LEGS_MAX,
  legUnitsMin,
  type MixOrder,
  type MixPlan,
  mixSecondsMax,
  planMix,
} from "./plan";
import { PRIVACY_LEVELS } from "./settings";

const MINUTE_MS = 60_000;
const START = 1_767_268_800_000;
const COSTS = { dustUnits: 546n, networkFeeUnits: 1_000n };

const seedOf = (text: string): Uint8Array =>
  new TextEncoder().encode(text.padEnd(SEED_BYTES, ".")).slice(0, SEED_BYTES);
const randomOf = (text: string): Random => seedStream(seedOf(text), "plan");

const order = (
  change: Partial<Omit<MixOrder, "settings">> & { settings?: Partial<MixOrder["settings"]> } = {},
): MixOrder => ({
  units: 50_000_000n,
  ...COSTS,
  startsAt: START,
  addresses: 1,
  ...change,
  settings: {
    rounds: 3,
    delayMinutes: 15,
    randomDelay: true,
    randomAmounts: true,
    level: "enhanced",
    ...change.settings,
  },
});

function planned(wanted: MixOrder, random: Random): MixPlan {
  const plan = planMix(wanted, random);
  if (!plan.ok) throw new Error(plan.error);
  return plan.value;
}

/** Pearson's statistic of counts that should all be equal. */
function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/** What chance exceeds once in a thousand times, by degrees of freedom; the seeds are fixed, so a pass stays a pass. */
const CHI_SQUARE_MAX: Readonly<Record<number, number>> = { 3: 16.27, 9: 27.88, 10: 29.59 };

const anyOrder = fc.record({
  units: fc.oneof(fc.bigInt({ min: 1n, max: 12_000n }), fc.bigInt({ min: 1n, max: 10n ** 24n })),
  dustUnits: fc.bigInt({ min: 0n, max: 2_000n }),
  networkFeeUnits: fc.bigInt({ min: 0n, max: 2_000n }),
  startsAt: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  addresses: fc.integer({ min: 1, max: LEGS_MAX }),
  settings: fc.record({
    rounds: fc.integer({ min: 1, max: 10 }),
    delayMinutes: fc.integer({ min: 0, max: 24 }).map((steps) => steps * 5),
    randomDelay: fc.boolean(),
    randomAmounts: fc.boolean(),
    level: fc.constantFrom(...PRIVACY_LEVELS),
  }),
});
const anySeed = fc.uint8Array({ minLength: SEED_BYTES, maxLength: SEED_BYTES });

describe("whatever is asked and drawn", () => {
  const holds = (check: (wanted: MixOrder, plan: MixPlan) => void) =>
    fc.assert(
      fc.property(anyOrder, anySeed, (wanted, seed) => {
        const plan = planMix(wanted, seedStream(seed, "plan"));
        if (plan.ok) check(wanted, plan.value);
        else expect(wanted.units < legUnitsMin(wanted) * BigInt(wanted.addresses)).toBe(true);
      }),
      { numRuns: 500 },
    );

  test("the legs sum to the amount exactly, each above dust and its network fee", () => {
    holds(({ units, dustUnits, networkFeeUnits }, { legs }) => {
      expect(legs.reduce((sum, leg) => sum + leg.units, 0n)).toBe(units);
      for (const leg of legs) expect(leg.units > dustUnits + networkFeeUnits).toBe(true);
    });
  });

  test("there are 2 to 5 legs where the amount allows, one without splitting, and one for every address", () => {
    holds((wanted, { legs }) => {
      const { settings, addresses, units } = wanted;
      const canSplit = settings.randomAmounts && units >= legUnitsMin(wanted) * 2n;
      expect(legs.length).toBeLessThanOrEqual(settings.randomAmounts ? LEGS_MAX : addresses);
      expect(legs.length).toBeGreaterThanOrEqual(Math.max(addresses, canSplit ? 2 : 1));
      expect([...new Set(legs.map((leg) => leg.address))].sort()).toEqual([...Array(addresses).keys()]);
    });
  });

  test("rounds, then legs, in the order of their times and inside the window", () => {
    holds(({ settings, startsAt }, { rounds, legs, waitsUntil, endsAt }) => {
      const times = [...rounds, ...legs].map(({ dueAt }) => dueAt);
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(rounds.map(({ no }) => no)).toEqual([...Array(settings.rounds).keys()].map((i) => i + 1));
      expect(legs.map(({ no }) => no)).toEqual([...legs.keys()].map((i) => i + 1));
      expect(Math.min(...times)).toBeGreaterThanOrEqual(startsAt);
      expect(Math.max(...times)).toBeLessThanOrEqual(endsAt);
      expect(endsAt).toBe(startsAt + settings.delayMinutes * MINUTE_MS);
      expect(waitsUntil).toBeGreaterThanOrEqual(legs[0]?.dueAt ?? Number.NaN);
      expect(waitsUntil).toBeLessThanOrEqual(legs[1]?.dueAt ?? endsAt);
    });
  });

  test("the same seed makes the same plan, another seed another", () => {
    fc.assert(
      fc.property(anySeed, anySeed, (seed, other) => {
        const draw = (from: Uint8Array) => planned(order(), seedStream(from, "plan"));
        expect(draw(seed)).toEqual(draw(seed));
        if (seed.some((byte, i) => byte !== other[i])) expect(draw(seed)).not.toEqual(draw(other));
      }),
    );
  });
});

describe("splitting favours nothing", () => {
  const DRAWS = 11_000;

  test("two legs: every amount from the least to the most, equally often", () => {
    const random = randomOf("two legs");
    const least = legUnitsMin(COSTS);
    const counts = Array<number>(11).fill(0);
    for (let i = 0; i < DRAWS; i++) {
      const { legs } = planned(order({ units: least * 2n + 10n }), random);
      const over = Number((legs[0]?.units ?? 0n) - least);
      counts[over] = (counts[over] ?? 0) + 1;
    }
    expect(counts).toHaveLength(11);
    expect(chiSquare(counts)).toBeLessThan(CHI_SQUARE_MAX[10] ?? 0);
  });

  test("three legs: every one of the ten ways to share 3 units, equally often", () => {
    const random = randomOf("three legs");
    const least = legUnitsMin(COSTS);
    const counts = new Map<string, number>();
    for (let i = 0; i < DRAWS; i++) {
      const { legs } = planned(order({ units: least * 3n + 3n, addresses: 3 }), random);
      const way = legs.map(({ units }) => units - least).join(" ");
      counts.set(way, (counts.get(way) ?? 0) + 1);
    }
    expect(counts.size).toBe(10);
    expect(chiSquare([...counts.values()])).toBeLessThan(CHI_SQUARE_MAX[9] ?? 0);
  });

  test("2, 3, 4 and 5 legs equally often", () => {
    const random = randomOf("how many");
    const counts = [0, 0, 0, 0];
    for (let i = 0; i < DRAWS; i++) {
      const more = planned(order(), random).legs.length - 2;
      counts[more] = (counts[more] ?? 0) + 1;
    }
    expect(chiSquare(counts)).toBeLessThan(CHI_SQUARE_MAX[3] ?? 0);
  });

  test("the first leg falls into every tenth of the window's second half equally often", () => {
    const random = randomOf("first leg");
    const counts = Array<number>(10).fill(0);
    const half = (15 * MINUTE_MS) / 2;
    for (let i = 0; i < DRAWS; i++) {
      const after = (planned(order(), random).legs[0]?.dueAt ?? 0) - START - half;
      expect(after).toBeGreaterThanOrEqual(0);
      const tenth = Math.min(Math.floor((after * 10) / half), 9);
      counts[tenth] = (counts[tenth] ?? 0) + 1;
    }
    expect(chiSquare(counts)).toBeLessThan(CHI_SQUARE_MAX[9] ?? 0);
  });
});

describe("a plan", () => {
  test("without random delay is evenly spaced, its payout at the end", () => {
    const { rounds, legs, waitsUntil } = planned(
      order({ settings: { delayMinutes: 20, randomDelay: false, randomAmounts: false } }),
      randomOf("even"),
    );
    expect(rounds.map(({ dueAt }) => (dueAt - START) / MINUTE_MS)).toEqual([5, 10, 15]);
    expect(legs.map(({ dueAt }) => (dueAt - START) / MINUTE_MS)).toEqual([20]);
    expect(waitsUntil).toBe(START + 20 * MINUTE_MS);
  });

  test("without a delay does everything at once", () => {
    const { rounds, legs, endsAt } = planned(order({ settings: { delayMinutes: 0 } }), randomOf("at once"));
    expect(new Set([...rounds, ...legs].map(({ dueAt }) => dueAt))).toEqual(new Set([START]));
    expect(endsAt).toBe(START);
  });

  test("without splitting pays several addresses alike", () => {
    const { legs } = planned(
      order({ units: 30_002n, addresses: 3, settings: { randomAmounts: false } }),
      randomOf("alike"),
    );
    expect(legs.map(({ units }) => units)).toEqual([10_001n, 10_001n, 10_000n]);
  });

  test("of an amount that is not above dust and fee, or not for every address, is none", () => {
    const least = legUnitsMin(COSTS);
    expect(planMix(order({ units: least - 1n }), randomOf("x"))).toEqual({ ok: false, error: "dust" });
    expect(planMix(order({ units: least * 2n - 1n, addresses: 2 }), randomOf("x")).ok).toBe(false);
    expect(planned(order({ units: least }), randomOf("x")).legs).toHaveLength(1);
  });

  test("can be put off: its payout moves, its rounds stay", () => {
    const plan = planned(order(), randomOf("later"));
    const later = delayPlan(plan, 30);
    expect(later.rounds).toEqual(plan.rounds);
    expect(later.legs.map(({ dueAt }, i) => dueAt - (plan.legs[i]?.dueAt ?? 0))).toEqual(
      plan.legs.map(() => 30 * MINUTE_MS),
    );
    expect([later.waitsUntil - plan.waitsUntil, later.endsAt - plan.endsAt]).toEqual([1_800_000, 1_800_000]);
    expect(() => delayPlan(plan, -5)).toThrow();
  });
});

test("the first leg waits for its time, then for other mixes, and never beyond its wait; a shortfall is reported", () => {
  const plan = planned(order(), randomOf("company"));
  const due = plan.legs[0]?.dueAt ?? 0;
  expect(plan.waitsUntil).toBeGreaterThan(due);
  expect(firstLegNow(plan, due - 1, 100)).toEqual({ state: "wait", until: due });
  expect(firstLegNow(plan, due, 8)).toEqual({ state: "go", shortfall: 0 });
  expect(firstLegNow(plan, due, 7)).toEqual({ state: "wait", until: plan.waitsUntil });
  expect(firstLegNow(plan, plan.waitsUntil, 5)).toEqual({ state: "go", shortfall: 3 });
});

test("a plan lasts as long as its delay, or a block a round where blocks are slower", () => {
  expect(mixSecondsMax({ rounds: 3, delayMinutes: 15 }, 2)).toBe(900);
  expect(mixSecondsMax({ rounds: 10, delayMinutes: 15 }, 600)).toBe(6_000);
  expect(mixSecondsMax({ rounds: 3, delayMinutes: 0 }, 0.4)).toBe(2);
});
