import { expect, test } from "vitest";
import { createKept } from "./kept";

/** A kept number that counts how often it was computed, and the clock that it goes by. */
function counted(options: { isByClock?: boolean } = {}) {
  const time = { now: 1_000 };
  let computed = 0;
  const kept = createKept(
    { now: () => time.now },
    {
      freshMs: 60,
      ...options,
      compute: async () => {
        computed += 1;
        return computed;
      },
    },
  );
  return { time, kept };
}

test("a kept value is computed again only when it is no longer fresh", async () => {
  const { time, kept } = counted();
  await kept.refresh();
  const first = kept.version();
  time.now += 59;
  await kept.refresh();
  expect([kept.read(), kept.version()]).toEqual([1, first]);
  time.now += 1;
  await kept.refresh();
  expect(kept.read()).toBe(2);
  expect(kept.version()).not.toBe(first);
});

test("calls that come together wait for one computation", async () => {
  const { kept } = counted();
  await Promise.all([kept.refresh(), kept.refresh(), kept.refresh()]);
  expect(kept.read()).toBe(1);
});

test("after a failure the next call computes again", async () => {
  let fails = true;
  const compute = async () => {
    if (fails) throw new Error("no database");
    return "there";
  };
  const kept = createKept({ now: () => 0 }, { freshMs: 60, compute });
  await expect(kept.refresh()).rejects.toThrow("no database");
  expect(() => kept.read()).toThrow("before it was computed");
  fails = false;
  await kept.refresh();
  expect(kept.read()).toBe("there");
});

test("a value that is kept by the clock ends with the clock's step, however young it is", async () => {
  const { time, kept } = counted({ isByClock: true });
  // 1,000 is 40 after a multiple of 60.
  await kept.refresh();
  time.now += 19;
  await kept.refresh();
  expect(kept.read()).toBe(1);
  time.now += 1;
  await kept.refresh();
  expect(kept.read()).toBe(2);
});
