import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seededRandom } from "../core/seeded-random";
import { delayPlan, type MixPlan, planMix } from "../mixer/plan";
import { type MixProgress, type MixStep, nextMixStep } from "./step";

const START = Date.UTC(2026, 4, 1);
const MINUTE_MS = 60_000;
const PATIENCE_MS = 10 * MINUTE_MS;
const NEW: MixProgress = { roundsDone: 0, roundsSkipped: 0, legsPlanned: 0 };
const EVERYBODY = (): number => 1_000;
const NOBODY = (): number => 1;

const drawn = (
  seed: string,
  change: { rounds?: number; delayMinutes?: number; randomDelay?: boolean } = {},
) => {
  const settings = {
    rounds: 3,
    delayMinutes: 30,
    randomDelay: true,
    randomAmounts: true,
    level: "enhanced",
    ...change,
  } as const;
  const amounts = {
    units: 5_000_000n,
    dustUnits: 546n,
    networkFeeUnits: 1_000n,
    startsAt: START,
    addresses: 2,
  };
  const plan = planMix({ settings, ...amounts }, seededRandom(seed));
  if (!plan.ok) throw new Error("dust");
  return plan.value;
};

const plans = fc
  .record({
    seed: fc.string(),
    rounds: fc.integer({ min: 1, max: 10 }),
    delayMinutes: fc.integer({ min: 0, max: 24 }).map((steps) => steps * 5),
    randomDelay: fc.boolean(),
  })
  .map(({ seed, ...change }) => drawn(seed, change));

/** Does what each step says from a moment on, the clock only moving when there is something to wait for. */
function follow(plan: MixPlan, from: number, world: { candidates: () => number; carries: boolean }) {
  const did: { step: Exclude<MixStep, { do: "wait" }>; at: number }[] = [];
  const progress = { ...NEW };
  let now = from;
  for (let turn = 0; turn < 1_000; turn++) {
    const step = nextMixStep(plan, progress, { now, candidates: world.candidates });
    if (step.do === "wait") {
      expect(step.until).toBeGreaterThan(now);
      now = step.until;
      continue;
    }
    did.push({ step, at: now });
    if (step.do === "nothing") return did;
    if (step.do === "leg") progress.legsPlanned++;
    else if (world.carries) progress.roundsDone++;
    else if (step.giveUp) progress.roundsSkipped++;
    else now += MINUTE_MS;
  }
  throw new Error("does not end");
}

const summary = (did: ReturnType<typeof follow>): string[] =>
  did.map(({ step }) =>
    step.do === "round" ? `round ${step.no}` : step.do === "leg" ? `leg ${step.leg.no}` : "end",
  );

const whole = (plan: MixPlan): string[] => [
  ...plan.rounds.map(({ no }) => `round ${no}`),
  ...plan.legs.map(({ no }) => `leg ${no}`),
  "end",
];

describe("a mix that nothing holds up", () => {
  test("does every round and every leg once, in order, at its own time", () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const did = follow(plan, START, { candidates: EVERYBODY, carries: true });
        expect(summary(did)).toEqual(whole(plan));
        const due = [...plan.rounds, ...plan.legs].map(({ dueAt }) => dueAt);
        expect(did.slice(0, -1).map(({ at }) => at)).toEqual(due);
      }),
    );
  });

  test("without other mixes waits with its first leg to the end of the wait, and reports the shortfall", () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const did = follow(plan, START, { candidates: NOBODY, carries: true });
        const legs = did.filter(({ step }) => step.do === "leg");
        expect(legs[0]?.at).toBe(plan.waitsUntil);
        expect(legs.map(({ step }) => (step.do === "leg" ? step.shortfall : null))).toEqual(
          plan.legs.map((_, i) => (i === 0 ? plan.candidatesWanted - 1 : 0)),
        );
      }),
    );
  });

  test("counts the candidates only when its first leg is due", () => {
    const plan = drawn("asks");
    const [first] = plan.legs;
    const never = (): number => {
      throw new Error("asked too soon");
    };
    const ready = { ...NEW, roundsDone: 3 };
    const before = (first?.dueAt ?? 0) - 1;
    expect(nextMixStep(plan, ready, { now: before, candidates: never })).toEqual({
      do: "wait",
      until: first?.dueAt,
    });
    expect(nextMixStep(plan, NEW, { now: plan.endsAt, candidates: never })).toMatchObject({ do: "round" });
  });
});

describe("a mix that wakes late", () => {
  test("does what it missed in order and at once: rounds before legs, and nothing is left out", () => {
    fc.assert(
      fc.property(plans, fc.integer({ min: 0, max: PATIENCE_MS - 1 }), (plan, late) => {
        const from = plan.endsAt + late;
        const did = follow(plan, from, { candidates: NOBODY, carries: true });
        expect(summary(did)).toEqual(whole(plan));
        expect(did.every(({ at }) => at === from)).toBe(true);
        expect(did.some(({ step }) => step.do === "round" && step.giveUp)).toBe(false);
      }),
    );
  });

  test("in the middle of its delay does at once what is due, and the rest at its time", () => {
    fc.assert(
      fc.property(plans, fc.double({ min: 0, max: 1, noNaN: true }), (plan, share) => {
        const from = START + Math.floor((plan.endsAt - START) * share);
        const did = follow(plan, from, { candidates: EVERYBODY, carries: true });
        expect(summary(did)).toEqual(whole(plan));
        const due = [...plan.rounds, ...plan.legs].map(({ dueAt }) => Math.max(from, dueAt));
        expect(did.slice(0, -1).map(({ at }) => at)).toEqual(due);
      }),
    );
  });
});

describe("a pool that cannot carry a round", () => {
  test("leaves it out ten minutes after the end of the delay, not sooner, and pays every leg", () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const did = follow(plan, START, { candidates: EVERYBODY, carries: false });
        const givenUp = did.filter(({ step }) => step.do === "round" && step.giveUp);
        expect(givenUp.map(({ step }) => (step.do === "round" ? step.no : 0))).toEqual(
          plan.rounds.map(({ no }) => no),
        );
        for (const { at } of givenUp) expect(at).toBeGreaterThanOrEqual(plan.endsAt + PATIENCE_MS);
        for (const { step, at } of did)
          if (step.do === "round" && !step.giveUp) expect(at).toBeLessThan(plan.endsAt + PATIENCE_MS);
        expect(summary(did.filter(({ step }) => step.do === "leg"))).toEqual(
          plan.legs.map(({ no }) => `leg ${no}`),
        );
      }),
    );
  });

  test("counts left-out rounds as ended", () => {
    const plan = drawn("left out");
    const progress = { roundsDone: 1, roundsSkipped: 2, legsPlanned: 0 };
    const step = nextMixStep(plan, progress, { now: plan.endsAt, candidates: EVERYBODY });
    expect(step).toMatchObject({ do: "leg", leg: { no: 1 }, shortfall: 0 });
  });
});

test("an extended delay moves the legs and what a round is waited for, never the rounds", () => {
  const plan = drawn("extended");
  const longer = delayPlan(plan, 25);
  const at = plan.endsAt + PATIENCE_MS;
  expect(nextMixStep(plan, NEW, { now: at, candidates: EVERYBODY })).toMatchObject({ giveUp: true });
  expect(nextMixStep(longer, NEW, { now: at, candidates: EVERYBODY })).toMatchObject({ giveUp: false });
  const early = (plan.rounds[0]?.dueAt ?? 0) - 1;
  expect(nextMixStep(longer, NEW, { now: early, candidates: EVERYBODY })).toEqual({
    do: "wait",
    until: plan.rounds[0]?.dueAt,
  });
  const ready = { ...NEW, roundsDone: 3 };
  expect(nextMixStep(longer, ready, { now: START, candidates: EVERYBODY })).toEqual({
    do: "wait",
    until: (plan.legs[0]?.dueAt ?? 0) + 25 * MINUTE_MS,
  });
});

test("with every leg planned there is nothing to do", () => {
  const plan = drawn("over");
  const progress = { roundsDone: 3, roundsSkipped: 0, legsPlanned: plan.legs.length };
  expect(nextMixStep(plan, progress, { now: START, candidates: NOBODY })).toEqual({ do: "nothing" });
});
