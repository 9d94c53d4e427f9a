import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createBookChecks } from "./book-checks";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Checks that take so long; the n-th finds n violations of the first invariant, or fails where `fails` says so. */
function checksOf(tookMs: number, fails: (run: number) => boolean = () => false) {
  let runs = 0;
  const failures: unknown[] = [];
  const check = async () => {
    const violations = ++runs;
    await new Promise((resolve) => setTimeout(resolve, tookMs));
    if (fails(violations)) throw new Error("gone");
    return [{ id: 1, name: "one", violations }];
  };
  const clock = { now: () => Date.now() };
  const checks = createBookChecks(check, { clock, onFailure: (error) => failures.push(error) });
  return { checks, failures, runs: () => runs };
}

/** What is answered within a time, and after how many milliseconds; undefined where nothing is. */
async function answered<Answer>(asked: Promise<Answer>, ms = 3_000) {
  const began = performance.now();
  let done: { answer?: Answer; error?: unknown; afterMs: number } | undefined;
  asked.then(
    (answer) => {
      done = { answer, afterMs: performance.now() - began };
    },
    (error: unknown) => {
      done = { error, afterMs: performance.now() - began };
    },
  );
  await vi.advanceTimersByTimeAsync(ms);
  return done;
}

const found = (violations: number) => ({ invariants: [{ violations }] });

describe("a check of the books that is asked for now", () => {
  it("has begun since, however long it takes", async () => {
    const { checks } = checksOf(20_000);
    const first = checks.now();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await answered(checks.now(), 60_000)).toMatchObject({ answer: found(2) });
    expect(await first).toMatchObject(found(1));
  });

  it("fails where its run fails, which is reported", async () => {
    const { checks, failures } = checksOf(10, (run) => run === 1);
    expect(await answered(checks.now())).toMatchObject({ error: new Error("gone") });
    expect(failures).toHaveLength(1);
    expect(await answered(checks.now())).toMatchObject({ answer: found(2) });
  });

  it("is given up after half an hour, so that the next one can begin", async () => {
    const { checks, failures } = checksOf(10_000_000);
    expect(await answered(checks.now(), 1_800_000)).toMatchObject({ error: expect.anything() });
    expect(failures).toHaveLength(1);
  });
});

describe("the last check of the books, for those who poll", () => {
  it("is waited for where it is quick", async () => {
    const { checks, runs } = checksOf(200);
    expect(await answered(checks.lately())).toMatchObject({ answer: found(1), afterMs: 200 });
    expect(await answered(checks.lately())).toMatchObject({ answer: found(1), afterMs: 0 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await answered(checks.lately())).toMatchObject({ answer: found(2), afterMs: 200 });
    expect(runs()).toBe(2);
  });

  it("holds a poll up for a second only, and not at all once it is known to take longer", async () => {
    const { checks, runs } = checksOf(20_000);
    expect(await answered(checks.lately())).toEqual({ answer: undefined, afterMs: 1_000 });
    await vi.advanceTimersByTimeAsync(200_000);
    expect(await answered(checks.lately())).toMatchObject({ answer: found(1), afterMs: 0 });
    expect(runs()).toBe(1);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(await answered(checks.lately())).toMatchObject({ answer: found(1), afterMs: 0 });
    expect(runs()).toBe(2);
  });

  it("rests after a run that failed, too, and keeps the time of the one that did not", async () => {
    const { checks, failures, runs } = checksOf(20_000, (run) => run > 1);
    await answered(checks.lately());
    await vi.advanceTimersByTimeAsync(250_000);
    await answered(checks.lately());
    await vi.advanceTimersByTimeAsync(20_000);
    for (let polls = 0; polls < 5; polls++)
      expect(await answered(checks.lately())).toMatchObject({
        answer: { at: expect.any(Number), ...found(1) },
      });
    expect(runs()).toBe(2);
    expect(failures).toHaveLength(1);
  });

  it("rests after a long run that failed where nothing is known", async () => {
    const { checks, runs } = checksOf(20_000, () => true);
    await answered(checks.lately(), 25_000);
    expect(await answered(checks.lately(), 25_000)).toMatchObject({ answer: undefined, afterMs: 0 });
    expect(runs()).toBe(1);
  });

  it("fails where a quick run fails and nothing is known", async () => {
    const { checks } = checksOf(10, (run) => run === 1);
    expect(await answered(checks.lately())).toMatchObject({ error: new Error("gone") });
    expect(await answered(checks.lately())).toMatchObject({ answer: found(2) });
  });
});
