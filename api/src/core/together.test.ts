import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { together } from "./together";

it("works on so many at a time, and on all before a failure is thrown", async () => {
  const seen = { underWay: 0, together: 0, ended: 0 };
  const work = together([1, 2, 3, 4, 5], 2, async (no) => {
    seen.together = Math.max(seen.together, ++seen.underWay);
    await sleep(2);
    seen.underWay--;
    seen.ended++;
    if (no === 1) throw new RangeError("the first");
  });
  await expect(work).rejects.toThrow("the first");
  expect(seen).toEqual({ underWay: 0, together: 2, ended: 5 });
});
