import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createBookChecks } from "./book-checks";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Checks that take so long; the n-th finds n violations of the first invariant. */
function checksOf(tookMs: number) {
  let runs = 0;
  const check = async () => {
    const violations = ++runs;
    await new Promise((resolve) => setTimeout(resolve, tookMs));
    return [{ id: 1, name: "one", violations }];
  };
  return { checks: createBookChecks(check, { clock: { now: () => Date.now() } }), runs: () => runs };
}

/** What is answered, and after how many milliseconds. */
async function answered<Answer>(asked: Promise<Answer>): Promise<{ answer: Answer; afterMs: number }> {
  const began = performance.now();
  const done = asked.then((answer) => ({ answer, afterMs: performance.now() - began }));
  await vi.advanceTimersByTimeAsync(3_000);
  return done;
}

const found = (violations: number) => ({ invariants: [{ violations }] });

describe("checks of the books", () => {
  it("are waited for where they are quick: one asked for now has begun since", async () => {
    const { checks, runs } = checksOf(200);
    expect((await answered(checks.now())).answer).toMatchObject(found(1));
    expect((await answered(checks.now())).answer).toMatchObject(found(2));
    expect((await answered(checks.lately())).answer).toMatchObject(found(2));
    expect(runs()).toBe(2);
  });

  it("are not waited for longer than three seconds: the last one's result is shown, or that there is none", async () => {
    const { checks } = checksOf(20_000);
    expect(await answered(checks.now())).toEqual({ answer: undefined, afterMs: 3_000 });
    await vi.advanceTimersByTimeAsync(20_000);
    expect((await answered(checks.now())).answer).toMatchObject(found(1));
  });

  it("hold a poll up for a second only", async () => {
    const { checks } = checksOf(20_000);
    expect(await answered(checks.lately())).toEqual({ answer: undefined, afterMs: 1_000 });
  });

  it("that fail are heard of by those who wait, and repeated for the next one", async () => {
    const failing = vi.fn().mockRejectedValueOnce(new Error("gone")).mockResolvedValue([]);
    const checks = createBookChecks(failing, { clock: { now: () => Date.now() } });
    const failed = expect(checks.lately()).rejects.toThrow("gone");
    await vi.advanceTimersByTimeAsync(10);
    await failed;
    expect((await answered(checks.lately())).answer).toMatchObject({ invariants: [] });
  });

  it("are not repeated at each question where they take long", async () => {
    const { checks, runs } = checksOf(20_000);
    await answered(checks.now());
    await vi.advanceTimersByTimeAsync(20_000);
    for (let asked = 0; asked < 5; asked++) await answered(checks.now());
    expect(runs()).toBe(1);
  });

  it("are shared by those who poll, for a minute, and for ten times as long as one takes", async () => {
    const { checks, runs } = checksOf(20_000);
    await answered(checks.lately());
    await answered(checks.lately());
    await vi.advanceTimersByTimeAsync(150_000);
    expect((await answered(checks.lately())).answer).toMatchObject(found(1));
    expect(runs()).toBe(1);
    await vi.advanceTimersByTimeAsync(80_000);
    expect(await answered(checks.lately())).toMatchObject({ answer: found(1), afterMs: 0 });
    expect(runs()).toBe(2);
  });
});
