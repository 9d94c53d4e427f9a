import { beforeEach, describe, expect, it } from "vitest";
import { createTimeWatch, databaseTime, type TimeWatch } from "./time-watch";

const MINUTE_MS = 60_000;
let wallMs: number;
let monotonicMs: number;
let lines: string[];

beforeEach(() => {
  wallMs = 1_800_000_000_000;
  monotonicMs = 5_000;
  lines = [];
});

const watch = () =>
  createTimeWatch({
    log: { warn: (_, text) => lines.push(`warn ${text}`), error: (_, text) => lines.push(`error ${text}`) },
    wall: () => wallMs,
    monotonic: () => monotonicMs,
  });
const passes = (ms: number): void => {
  wallMs += ms;
  monotonicMs += ms;
};

it("believes a clock that goes as the monotonic one does, however long", () => {
  const time = watch();
  for (let hour = 0; hour < 24 * 30; hour++) {
    passes(60 * MINUTE_MS);
    // Slewed by a few parts in a hundred thousand.
    wallMs += 90;
    expect(time.isTrusted()).toBe(true);
  }
  expect(lines).toEqual([]);
});

it.each([15 * 24 * 60 * MINUTE_MS, -2 * 60 * MINUTE_MS])(
  "takes back its trust at once after a jump by %d ms",
  (jump) => {
    const time = watch();
    wallMs += jump;
    expect(time.isTrusted()).toBe(false);
    passes(60 * MINUTE_MS);
    expect(time.isTrusted()).toBe(false);
    expect(lines).toEqual([expect.stringMatching(/^error this clock is wrong: .*no order expires/)]);
    wallMs -= jump;
    expect(time.isTrusted()).toBe(true);
    expect(lines).toHaveLength(2);
  },
);

it("reads the monotonic clock a few times a second however often it is asked, and finds a jump between two readings", () => {
  let readings = 0;
  const time = createTimeWatch({
    log: { warn: () => {}, error: () => {} },
    wall: () => wallMs,
    monotonic: () => {
      readings++;
      return monotonicMs;
    },
  });
  for (let ms = 0; ms < 1_000; ms++) {
    passes(1);
    expect(time.aheadMs()).toBe(0);
  }
  expect(readings).toBe(6);
  // An hour passes, and the clock is set to a moment after the last reading.
  monotonicMs += 60 * MINUTE_MS;
  passes(100);
  time.aheadMs();
  passes(150);
  expect(time.aheadMs()).toBe(-60 * MINUTE_MS);
  expect(time.isTrusted()).toBe(false);
});

it("trusts a clock that is a minute ahead of the database's, and no more", () => {
  const time = watch();
  time.compared(MINUTE_MS);
  expect(time.isTrusted()).toBe(true);
  expect(lines).toEqual([expect.stringMatching(/^warn this clock differs/)]);
  time.compared(MINUTE_MS + 1);
  expect(time.isTrusted()).toBe(false);
  time.compared(-MINUTE_MS - 1);
  expect(time.isTrusted()).toBe(false);
  time.compared(0);
  expect(time.isTrusted()).toBe(true);
});

it("says nothing of a few seconds", () => {
  const time = watch();
  time.compared(5_000);
  wallMs += 3_000;
  expect(time.offMs()).toBe(5_000);
  expect(lines).toEqual([]);
});

describe("the time by the database's clock", () => {
  const timeOf = (watch: TimeWatch) => databaseTime({ now: () => wallMs }, watch);

  it("is that of a process whose clock is right, to the millisecond", () => {
    const time = watch();
    time.compared(0);
    passes(MINUTE_MS);
    expect(timeOf(time).now()).toBe(wallMs);
  });

  it.each([15 * 24 * 60 * MINUTE_MS, -2 * 60 * MINUTE_MS])(
    "is kept by a clock that is %d ms ahead",
    (ahead) => {
      const time = watch();
      const databaseMs = wallMs - ahead;
      time.compared(ahead);
      expect(timeOf(time).now()).toBe(databaseMs);
      passes(MINUTE_MS);
      expect(timeOf(time).now()).toBe(databaseMs + MINUTE_MS);
    },
  );

  it("is kept at once when the clock jumps, and when the jump has been compared", () => {
    const time = watch();
    const databaseMs = wallMs;
    wallMs += 2 * 60 * MINUTE_MS;
    expect(timeOf(time).now()).toBe(databaseMs);
    time.compared(2 * 60 * MINUTE_MS);
    expect(timeOf(time).now()).toBe(databaseMs);
    wallMs -= 2 * 60 * MINUTE_MS;
    expect(timeOf(time).now()).toBe(databaseMs);
    time.compared(0);
    expect(timeOf(time).now()).toBe(databaseMs);
  });

  it("follows a database whose clock jumped with this one", () => {
    const time = watch();
    wallMs += MINUTE_MS;
    time.compared(0);
    expect(timeOf(time).now()).toBe(wallMs);
  });
});
