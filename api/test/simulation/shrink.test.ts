import fc from "fast-check";
import { expect, test } from "vitest";
import { stepsOfText, stepsText } from "./history";
import { complaintsOf, fewest, shrink } from "./shrink";

const needs = (needed: readonly number[]) => async (kept: readonly number[]) =>
  needed.every((one) => kept.includes(one));

test("the fewest items are those that are needed", async () => {
  const items = Array.from({ length: 60 }, (_, n) => n);
  await fc.assert(
    fc.asyncProperty(fc.subarray(items), async (needed) => {
      expect(await fewest(items, needs(needed))).toEqual(needed);
    }),
  );
});

test("a part counts only where it fails as the whole did", async () => {
  const whole = {
    message: "seed 1: a payment is missing",
    course: { places: [], actors: ["customer 0", "miner", "customer 1", "clock", "rest"] },
    met: new Map([["stop", 2] as const, ["reorg", 1] as const]),
  };
  const limits = { replays: 100, ms: 60_000 };
  const shortest = await shrink(
    whole,
    async ({ steps, without }) => {
      if (steps?.has(2) && steps.has(3) && !without.has("reorg")) return whole;
      return { ...whole, message: "seed 1: another complaint" };
    },
    limits,
  );
  expect(shortest).toMatchObject({ steps: [2, 3], without: ["stop"], stepsBefore: 4, isDone: true });
  const none = await shrink(whole, async () => whole, { ...limits, replays: 0 });
  expect(none).toMatchObject({ steps: [0, 1, 2, 3], replays: 0, isDone: false });
});

test("complaints are compared without ids, amounts and addresses", () => {
  const complaints = (id: string, units: string, address: string): string[] =>
    complaintsOf(
      `seed 7: the auditor objects:\n  order ${id} (completed): ${units} BTC were due to ${address}, which got nothing`,
    );
  expect(complaints("x-YzaB", "17", "bc1qab7")).toEqual(complaints("AbCdEf", "2 or 3", "bc1qzz9"));
  expect(complaintsOf("seed 7: order abc (completed) was paid twice")).not.toEqual(
    complaintsOf("seed 7: order abc (completed) was not paid"),
  );
});

test("numbers of steps are written as ranges, and read back", () => {
  expect(stepsText([3, 17, 40, 41, 42])).toBe("3,17,40-42");
  expect(stepsOfText("3,17,40-42")).toEqual([3, 17, 40, 41, 42]);
  expect(() => stepsOfText("3,a")).toThrow(RangeError);
});
