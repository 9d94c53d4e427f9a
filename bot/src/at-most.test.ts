import { expect, test } from "vitest";
import { atMost } from "./at-most";

test("no more than so many run at a time, all do in the end, and one that fails gives its turn on", async () => {
  const limited = atMost(3);
  let [running, runningMax] = [0, 0];
  const works = Array.from({ length: 20 }, (_, at) =>
    limited(async () => {
      runningMax = Math.max(runningMax, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      if (at % 5 === 0) throw new Error("failed");
      return at;
    }),
  );
  const ended = await Promise.allSettled(works);
  expect(ended.filter(({ status }) => status === "fulfilled")).toHaveLength(16);
  expect(runningMax).toBe(3);
});
