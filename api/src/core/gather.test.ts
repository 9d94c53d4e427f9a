import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { gather } from "./gather";

/** Doubles numbers in groups, and keeps what each group was. */
function doubling(limits: { itemsMax?: number; groupsMax?: number } = {}, fails = (_: number) => false) {
  const groups: number[][] = [];
  const seen = { underWay: 0, together: 0 };
  const double = gather(
    async (items: readonly { key: string; no: number }[]) => {
      groups.push(items.map(({ no }) => no));
      seen.together = Math.max(seen.together, ++seen.underWay);
      await sleep(5);
      seen.underWay--;
      if (items.some(({ no }) => fails(no))) throw new RangeError("failed");
      return items.map(({ no }) => 2 * no);
    },
    { itemsMax: 4, groupsMax: 1, ...limits, keyOf: ({ key }) => key },
  );
  return { groups, seen, double: (no: number, key = String(no)) => double({ key, no }) };
}

it("what is asked at the same time is done together, and each gets its own answer", async () => {
  const { groups, double } = doubling();
  expect(await Promise.all([1, 2, 3].map((no) => double(no)))).toEqual([2, 4, 6]);
  expect(groups).toEqual([[1, 2, 3]]);
});

it("what comes while a group is under way waits for it, and goes together", async () => {
  const { groups, seen, double } = doubling();
  const first = double(1);
  await sleep(1);
  expect(await Promise.all([first, double(2), double(3)])).toEqual([2, 4, 6]);
  expect(groups).toEqual([[1], [2, 3]]);
  expect(seen.together).toBe(1);
});

it("a group is never larger than allowed, nor are there more of them", async () => {
  const { groups, seen, double } = doubling({ itemsMax: 2, groupsMax: 2 });
  expect(await Promise.all([1, 2, 3, 4, 5].map((no) => double(no)))).toEqual([2, 4, 6, 8, 10]);
  expect(groups).toEqual([[1, 2], [3, 4], [5]]);
  expect(seen.together).toBe(2);
});

it("items of one key follow each other, in their order", async () => {
  const { groups, double } = doubling({ groupsMax: 3 });
  await Promise.all([double(1, "a"), double(2, "a"), double(3, "b"), double(4, "a")]);
  expect(groups).toEqual([[1, 3], [2], [4]]);
});

it("a group that fails fails for its callers only", async () => {
  const { double } = doubling({ itemsMax: 2 }, (no) => no === 2);
  const ended = await Promise.allSettled([1, 2, 3].map((no) => double(no)));
  expect(ended.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
});
