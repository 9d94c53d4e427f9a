import { expect } from "vitest";

/** Waits until a function returns what is expected, for at most 90 s. */
export const eventually = <Value>(read: () => Value | Promise<Value>) =>
  expect.poll(read, { timeout: 90_000, interval: 50 });
