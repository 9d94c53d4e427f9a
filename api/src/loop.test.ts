import pino from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runLoop, type Task } from "./loop";

const log = pino({ level: "silent" });

/** Runs the task on a made-up clock; `runs` counts, `wake` is the notifier's word, `tell` the node's. */
function start(task: Partial<Task>) {
  let runs = 0;
  let wake: (what: string) => void = () => {};
  let tell = (): void => {};
  const notifier = {
    onWake(listener: (what: string) => void) {
      wake = listener;
      return () => {
        wake = () => {};
      };
    },
  };
  const onNews = (listener: () => void) => {
    tell = listener;
    return () => {
      tell = () => {};
    };
  };
  const run = async () => {
    runs += 1;
    return false;
  };
  const loop = runLoop(
    { notifier, log },
    { name: "tested", everyMs: 250, restMs: 2_000, wokenBy: "chain:x", onNews, run, ...task },
  );
  return { loop, runs: () => runs, wake: (what: string) => wake(what), tell: () => tell() };
}

describe("a loop", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("rests once nothing has woken it for two seconds", async () => {
    const { loop, runs } = start({});
    await vi.advanceTimersByTimeAsync(2_000);
    expect(runs()).toBeGreaterThanOrEqual(8);
    const before = runs();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(runs() - before).toBe(10);
    await Promise.all([loop.stop(), vi.runAllTimersAsync()]);
  });

  it.each(["its name", "news of its chain"])(
    "runs at once at the word of %s, and often after it",
    async (word) => {
      const { loop, runs, wake, tell } = start({});
      await vi.advanceTimersByTimeAsync(10_100);
      const before = runs();
      if (word === "its name") wake("chain:x");
      else tell();
      await vi.advanceTimersByTimeAsync(1);
      expect(runs()).toBe(before + 1);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(runs()).toBe(before + 5);
      await Promise.all([loop.stop(), vi.runAllTimersAsync()]);
    },
  );

  it("that is patient ends its rest when it is woken, and keeps its pause", async () => {
    const { loop, runs, tell } = start({ isPatient: true });
    await vi.advanceTimersByTimeAsync(10_100);
    const before = runs();
    for (let told = 0; told < 10; told++) {
      tell();
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(runs() - before).toBeGreaterThanOrEqual(3);
    expect(runs() - before).toBeLessThanOrEqual(5);
    await Promise.all([loop.stop(), vi.runAllTimersAsync()]);
  });

  it("hears no name but its own", async () => {
    const { loop, runs, wake } = start({});
    await vi.advanceTimersByTimeAsync(10_100);
    const before = runs();
    wake("chain:y");
    await vi.advanceTimersByTimeAsync(1);
    expect(runs()).toBe(before);
    await Promise.all([loop.stop(), vi.runAllTimersAsync()]);
  });

  it("keeps its pace where its rest is no longer", async () => {
    const { loop, runs } = start({ restMs: 250, onNews: undefined });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(runs()).toBeGreaterThanOrEqual(40);
    await Promise.all([loop.stop(), vi.runAllTimersAsync()]);
  });

  it("continues after a failure", async () => {
    let runs = 0;
    const { loop } = start({
      run: async () => {
        runs += 1;
        throw new Error("for once");
      },
    });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(runs).toBe(5);
    await Promise.all([loop.stop(), vi.runAllTimersAsync()]);
  });
});
