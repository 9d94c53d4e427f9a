import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isUnusual, keptForUsual } from "./brake";

describe("isUnusual", () => {
  it.each([
    ["nothing is kept", { kept: 0, due: 0, days: 0, retentionDays: 14 }, false],
    ["three days' orders are due of fourteen", { kept: 1_400, due: 300, days: 14, retentionDays: 14 }, false],
    ["more than three days' are due", { kept: 1_400, due: 301, days: 14, retentionDays: 14 }, true],
    ["three days' are due after an outage", { kept: 900, due: 300, days: 12, retentionDays: 9 }, false],
    ["nine are due in a service with few orders", { kept: 9, due: 9, days: 14, retentionDays: 14 }, false],
    ["ten are due in a service with few orders", { kept: 10, due: 10, days: 14, retentionDays: 14 }, true],
    ["a third of a day's mixes is due", { kept: 300, due: 100, days: 0.9, retentionDays: 1 }, false],
    ["all of a day's mixes are due", { kept: 300, due: 300, days: 0.9, retentionDays: 1 }, true],
    ["all ended in one moment", { kept: 300, due: 300, days: 0, retentionDays: 14 }, true],
  ])("when %s", (_, ended, expected) => {
    expect(isUnusual(ended)).toBe(expected);
  });
});

type Service = { perDay: number; days: number; youngestDays: number };

/** The ages in days of what ended evenly over so many days. */
const evenly = ({ perDay, days, youngestDays }: Service): number[] =>
  Array.from({ length: Math.floor(perDay * days) }, (_, n) => youngestDays + n / perDay);

const isHeld = (ages: readonly number[], retentionDays: number): boolean =>
  isUnusual({
    ...{ kept: ages.length, retentionDays, days: Math.max(...ages) - Math.min(...ages) },
    due: ages.filter((age) => age > retentionDays).length,
  });

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const perDay = between(0.5, 300);
const retentionDays = between(0.5, 30);
/** Which part of the retention time the service has existed: all of it, or less. */
const grown = fc.oneof(fc.constant(1), between(0.05, 1));

describe("isUnusual, of any service", () => {
  it("holds more than nine when a clock jumps so far that all of them are due", () => {
    fc.assert(
      fc.property(perDay, retentionDays, grown, between(31, 400), (rate, kept, part, jumpDays) => {
        const ages = evenly({ perDay: rate, days: kept * part, youngestDays: jumpDays });
        expect(isHeld(ages, kept)).toBe(ages.length > 9);
      }),
    );
  });

  it("holds them however many orders have ended since the jump", () => {
    fc.assert(
      fc.property(perDay, retentionDays, between(31, 400), between(0, 90), (rate, kept, jump, since) => {
        const old = evenly({ perDay: rate, days: kept, youngestDays: jump + since });
        const young = evenly({ perDay: rate, days: since, youngestDays: 0 });
        expect(old.length <= 9 || isHeld([...old, ...young], kept)).toBe(true);
      }),
    );
  });

  it("holds nothing after an outage of three days, or of a third of the retention time", () => {
    const outage = { part: between(0, 0.85), isAlive: fc.boolean(), isBack: fc.boolean() };
    fc.assert(
      fc.property(perDay, retentionDays, fc.record(outage), (rate, kept, { part, isAlive, isBack }) => {
        const outageDays = part * Math.min(3, kept / 3);
        // Only the worker was down, or no order ended meanwhile.
        const ages = isAlive
          ? evenly({ perDay: rate, days: kept + outageDays, youngestDays: 0 })
          : evenly({ perDay: rate, days: kept, youngestDays: outageDays });
        expect(isHeld(isBack ? [0, ...ages] : ages, kept)).toBe(false);
      }),
    );
  });
});

describe("keptForUsual", () => {
  const due = fc.integer({ min: 0, max: 5_000 });
  const days = between(0, 400);

  it("is enough, over however many days they ended", () => {
    fc.assert(
      fc.property(due, days, retentionDays, fc.nat(10_000), (count, over, kept, more) => {
        const enough = keptForUsual({ due: count, retentionDays: kept });
        expect(isUnusual({ kept: enough + more, due: count, days: over, retentionDays: kept })).toBe(false);
      }),
    );
  });

  it("is a few times as many as are due", () => {
    expect(keptForUsual({ due: 300, retentionDays: 14 })).toBe(1_401);
    expect(keptForUsual({ due: 300, retentionDays: 1 })).toBe(901);
  });
});
