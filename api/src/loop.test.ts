import pino from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runLoop, type Task } from "./loop";

const log = pino({ level: "silent" });

/** Runs the task on a made-up clock; `runs` counts, `wake` is the notifier's word, `tell` the node's. */
function start(task: Partial<Task>) {
  let runs = 0;
  let wake: (what: string) => void = () => {};
  let tell = (): void => {};
  let fallDue = (): void => {};
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
  const onDue = (listener: () => void) => {
    fallDue = listener;
    return () => {
      fallDue = () => {};
    };
  };
  const run = async () => {
    runs += 1;
    return false;
  };
  const loop = runLoop(
    { notifier, log },
    { name: "tested", everyMs: 250, restMs: 2_000, wokenBy: "chain:x", onNews, onDue, run, ...task },
  );
  return {
    loop,
    runs: () => runs,
    wake: (what: string) => wake(what),
    tell: () => tell(),
    fallDue: () => fallDue(),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a loop", () => {
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

  it("that rests at once runs once for a word, at its pace for many", async () => {
    const { loop, runs, wake } = start({ isPatient: true, restsAtOnce: true, restMs: 30_000 });
    await vi.advanceTimersByTimeAsync(40_000);
    let before = runs();
    wake("chain:x");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(runs()).toBe(before + 1);
    before = runs();
    for (let word = 0; word < 20; word++) {
      wake("chain:x");
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(runs() - before).toBeGreaterThanOrEqual(3);
    expect(runs() - before).toBeLessThanOrEqual(5);
    await Promise.all([loop.stop(), vi.runAllTimersAsync()]);
  });
});

describe("a loop with work that is due", () => {
  it("runs once when something is due for it, and rests on", async () => {
    const { loop, runs, fallDue } = start({ restMs: 30_000 });
    await vi.advanceTimersByTimeAsync(40_000);
    const before = runs();
    fallDue();
    await vi.advanceTimersByTimeAsync(1);
    expect(runs()).toBe(before + 1);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(runs()).toBe(before + 1);
    await Promise.all([loop.stop(), vi.runAllTimersAsync()]);
  });

  it("rests until the time that something is due, at least its pause and at most its rest", async () => {
    let dueAt: number | null = null;
    const dueInMs = async () => (dueAt === null ? null : dueAt - performance.now());
    const { loop, runs } = start({ restMs: 10_000, dueInMs });
    await vi.advanceTimersByTimeAsync(3_000);
    const untilNext = async (limitMs: number): Promise<number> => {
      const before = runs();
      for (let ms = 0; ms < limitMs; ms += 50) {
        await vi.advanceTimersByTimeAsync(50);
        if (runs() > before) return ms + 50;
      }
      return Number.POSITIVE_INFINITY;
    };
    await untilNext(11_000);
    expect(await untilNext(11_000)).toBe(10_000);
    dueAt = performance.now() + 14_000;
    await untilNext(11_000);
    expect(await untilNext(11_000)).toBe(4_000);
    expect(await untilNext(11_000)).toBe(250);
    await Promise.all([loop.stop(), vi.runAllTimersAsync()]);
  });

  it("keeps its pace while it cannot be asked what is due", async () => {
    const { loop, runs } = start({ restMs: 30_000, dueInMs: () => Promise.reject(new Error("no database")) });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(runs()).toBeGreaterThanOrEqual(39);
    await Promise.all([loop.stop(), vi.runAllTimersAsync()]);
  });
});

describe("a loop, in general", () => {
  it("hears each of several names", async () => {
    const { loop, runs, wake } = start({ wokenBy: ["market", "outbox"] });
    await vi.advanceTimersByTimeAsync(10_100);
    for (const name of ["market", "outbox"]) {
      const before = runs();
      wake(name);
      await vi.advanceTimersByTimeAsync(1);
      expect(runs()).toBe(before + 1);
      await vi.advanceTimersByTimeAsync(10_000);
    }
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
