import { describe, expect, test } from "vitest";
import { average, overclaims } from "./claims";
import type { Experiment, Outcome } from "./experiment";

const hitRate = (outcomes: readonly Outcome[]): number => average(outcomes.map(({ hit }) => (hit ? 1 : 0)));
const isSame = ({ customer }: Outcome): boolean => customer.send === customer.receive;
const hasOneAddress = ({ customer }: Outcome): boolean => customer.addresses === 1;
const isCommon = ({ customer: { kind } }: Outcome): boolean => kind !== "odd" && kind !== "round";

/** What an attacker may reach in a world, and what the observer's report may claim there. */
export function testExperiment({ plain, mixed, ordersMin }: Experiment & { ordersMin: number }): void {
  test(`at least ${ordersMin} orders are mixed and paid out whole`, () => {
    expect(mixed.length).toBeGreaterThanOrEqual(ordersMin);
    expect(plain).toHaveLength(mixed.length);
  });
  testAttacker({ plain, mixed });
  testReport(mixed);
}

function testAttacker({ plain, mixed: allMixed }: Pick<Experiment, "plain" | "mixed">): void {
  describe("the attacker", () => {
    test("links nearly every exchange that is not mixed", () => {
      expect(hitRate(plain)).toBeGreaterThan(0.95);
    });

    test("links nearly every mix of a unique amount, and across currencies, since he knows the rates", () => {
      const oneAddress = allMixed.filter(hasOneAddress);
      const unique = oneAddress.filter((outcome) => isSame(outcome) && outcome.customer.kind === "odd");
      expect(hitRate(unique)).toBeGreaterThan(0.97);
      expect(hitRate(oneAddress.filter((outcome) => !isSame(outcome)))).toBeGreaterThan(0.95);
    });

    test("adds the legs to one address up, so that random amounts hide nothing there", () => {
      const split = allMixed.filter(
        (outcome) =>
          isSame(outcome) &&
          hasOneAddress(outcome) &&
          outcome.customer.kind === "odd" &&
          outcome.customer.settings.randomAmounts,
      );
      expect(hitRate(split)).toBeGreaterThan(0.97);
    });

    test("is led astray by common amounts in one currency, most where the level waits for the most mixes", () => {
      const common = (outcomes: readonly Outcome[]) =>
        outcomes.filter((outcome) => isSame(outcome) && isCommon(outcome) && hasOneAddress(outcome));
      const mixed = common(allMixed);
      expect(hitRate(mixed)).toBeLessThan(0.75 * hitRate(common(plain)));
      const ofLevel = (level: string) => mixed.filter(({ customer }) => customer.settings.level === level);
      expect(hitRate(ofLevel("maximum"))).toBeLessThan(hitRate(ofLevel("basic")));
    });
  });
}

function testReport(mixed: readonly Outcome[]): void {
  describe("the observer's report", () => {
    const kinds = {
      "in one currency": (outcome: Outcome) => isSame(outcome) && hasOneAddress(outcome),
      "across currencies": (outcome: Outcome) => !isSame(outcome) && hasOneAddress(outcome),
      "to several addresses": (outcome: Outcome) => !hasOneAddress(outcome),
    };

    test.each(Object.entries(kinds))("claims no more privacy than there is, %s", (_, has) => {
      expect(overclaims(mixed.filter(has))).toEqual([]);
    });

    test("would be caught if it reported sets twice as large as the attacker leaves them", () => {
      const doubled = mixed.map((outcome) => ({
        ...outcome,
        reportedCandidates: outcome.reportedCandidates * 2,
      }));
      expect(overclaims(doubled.filter(kinds["in one currency"]))).not.toEqual([]);
    });
  });
}
