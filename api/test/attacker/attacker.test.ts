import { beforeAll, describe, expect, test } from "vitest";
import { average, overclaims } from "./claims";
import { type Experiment, type Outcome, runExperiment } from "./experiment";

/** More than 2,000 orders in a few hours of the busiest traffic: where mixing can hide anything at all. */
const TRAFFIC = { perHour: 700, hours: 3 };

let experiment: Experiment;
beforeAll(() => {
  experiment = runExperiment(TRAFFIC, "attacker test");
}, 300_000);

const hitRate = (outcomes: readonly Outcome[]): number => average(outcomes.map(({ hit }) => (hit ? 1 : 0)));
const isSame = ({ customer }: Outcome): boolean => customer.send === customer.receive;
const hasOneAddress = ({ customer }: Outcome): boolean => customer.addresses === 1;
const isCommon = ({ customer: { kind } }: Outcome): boolean => kind !== "odd" && kind !== "round";

test("at least 2,000 orders are mixed and paid out whole", () => {
  expect(experiment.mixed.length).toBeGreaterThanOrEqual(2_000);
  expect(experiment.plain).toHaveLength(experiment.mixed.length);
});

describe("the attacker", () => {
  test("links nearly every exchange that is not mixed", () => {
    expect(hitRate(experiment.plain)).toBeGreaterThan(0.95);
  });

  test("links nearly every mix of a unique amount, and across currencies, since he knows the rates", () => {
    const oneAddress = experiment.mixed.filter(hasOneAddress);
    const unique = oneAddress.filter((outcome) => isSame(outcome) && outcome.customer.kind === "odd");
    expect(hitRate(unique)).toBeGreaterThan(0.97);
    expect(hitRate(oneAddress.filter((outcome) => !isSame(outcome)))).toBeGreaterThan(0.95);
  });

  test("adds the legs to one address up, so that random amounts hide nothing there", () => {
    const split = experiment.mixed.filter(
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
    const mixed = common(experiment.mixed);
    expect(hitRate(mixed)).toBeLessThan(0.75 * hitRate(common(experiment.plain)));
    const ofLevel = (level: string) => mixed.filter(({ customer }) => customer.settings.level === level);
    expect(hitRate(ofLevel("maximum"))).toBeLessThan(hitRate(ofLevel("basic")));
  });
});

describe("the observer's report", () => {
  const kinds = {
    "in one currency": (outcome: Outcome) => isSame(outcome) && hasOneAddress(outcome),
    "across currencies": (outcome: Outcome) => !isSame(outcome) && hasOneAddress(outcome),
    "to several addresses": (outcome: Outcome) => !hasOneAddress(outcome),
  };

  test.each(Object.entries(kinds))("claims no more privacy than there is, %s", (_, has) => {
    expect(overclaims(experiment.mixed.filter(has))).toEqual([]);
  });

  test("would be caught if it reported sets twice as large as the attacker leaves them", () => {
    const doubled = experiment.mixed.map((outcome) => ({
      ...outcome,
      reportedCandidates: outcome.reportedCandidates * 2,
    }));
    expect(overclaims(doubled.filter(kinds["in one currency"]))).not.toEqual([]);
  });
});
