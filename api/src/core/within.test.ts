import { describe, expect, it } from "vitest";
import { within } from "./within";

describe("within", () => {
  it("answers what comes in time, undefined where nothing does, and fails where the work fails in time", async () => {
    expect(await within(Promise.resolve(7), 1_000)).toBe(7);
    expect(await within(new Promise(() => {}), 5)).toBeUndefined();
    await expect(within(Promise.reject(new Error("no")), 1_000)).rejects.toThrow("no");
  });
});
