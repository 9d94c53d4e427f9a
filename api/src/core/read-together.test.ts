import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { readTogether, sharedInTurn } from "./read-together";

/** Reads letters of `written` by two at a time, and keeps what was read together. */
function reading(written: Map<string, number>, fails = false) {
  const reads: string[][] = [];
  const read = readTogether<string, number>(
    async (keys) => {
      reads.push([...keys]);
      const found = new Map(keys.flatMap((key) => (written.has(key) ? [[key, written.get(key) ?? 0]] : [])));
      await sleep(5);
      if (fails) throw new RangeError("failed");
      return found;
    },
    { keysMax: 2, readsMax: 1 },
  );
  return { reads, read };
}

it("what is asked for at the same time is read together, each key once", async () => {
  const { reads, read } = reading(new Map(Object.entries({ a: 1, b: 2 })));
  expect(await Promise.all(["a", "b", "a", "b", "c"].map(read))).toEqual([1, 2, 1, 2, undefined]);
  expect(reads).toEqual([["a", "b"], ["c"]]);
});

it("a call that comes once its key is being read sees what was written before it", async () => {
  const written = new Map([["a", 1]]);
  const { reads, read } = reading(written);
  const first = read("a");
  await sleep(2);
  written.set("a", 2);
  const later = [read("a"), read("a")];
  expect(await first).toBe(1);
  expect(await Promise.all(later)).toEqual([2, 2]);
  expect(reads).toEqual([["a"], ["a"]]);
});

it("a read that fails fails for those who asked for it, and is not kept", async () => {
  const { reads, read } = reading(new Map([["a", 1]]), true);
  await expect(read("a")).rejects.toThrow(RangeError);
  await expect(read("a")).rejects.toThrow(RangeError);
  expect(reads).toHaveLength(2);
});

it("work for one key is done once for those who ask in one turn, and again for those who ask once it has begun", async () => {
  let begun = 0;
  const share = sharedInTurn(
    async (key: string) => {
      const no = ++begun;
      await sleep(5);
      return `${key}${no}`;
    },
    (key) => key,
  );
  expect(await Promise.all([share("a"), share("a"), share("b")])).toEqual(["a1", "a1", "b2"]);
  const third = share("a");
  await sleep(2);
  expect(await Promise.all([third, share("a")])).toEqual(["a3", "a4"]);
});
