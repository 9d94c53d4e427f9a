import { expect } from "vitest";

/** Waits until what a function gives is as expected; 20 s at most. */
export const eventually = <Value>(read: () => Value | Promise<Value>) =>
  expect.poll(read, { timeout: 90_000, interval: 25 });
