import { describe, expect, it } from "vitest";
import { oneAtATime } from "./one-at-a-time";

/** Work whose runs end when they are told to. */
function heldWork() {
  const ends: ((answer: number) => void)[] = [];
  return { ends, work: () => new Promise<number>((resolve) => ends.push(resolve)) };
}
const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

describe("work that is done once at a time", () => {
  it("is shared by who asks at the same time", async () => {
    const { ends, work } = heldWork();
    const ask = oneAtATime(work);
    const both = Promise.all([ask(), ask()]);
    await turn();
    expect(ends).toHaveLength(1);
    ends[0]?.(1);
    expect(await both).toEqual([1, 1]);
  });

  it("is done again for who asks while it is under way, once for all of them", async () => {
    const { ends, work } = heldWork();
    const ask = oneAtATime(work);
    const first = ask();
    await turn();
    const later = Promise.all([ask(), ask()]);
    await turn();
    expect(ends).toHaveLength(1);
    ends[0]?.(1);
    expect(await first).toBe(1);
    await turn();
    ends[1]?.(2);
    expect(await later).toEqual([2, 2]);
  });

  it("fails for who shared the failed run only", async () => {
    let runs = 0;
    const ask = oneAtATime(async () => {
      if (++runs === 1) throw new Error("the first");
      return runs;
    });
    await expect(ask()).rejects.toThrow("the first");
    expect(await ask()).toBe(2);
  });
});
