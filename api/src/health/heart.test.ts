import { afterEach, expect, it, vi } from "vitest";
import type { Database } from "../db/client";
import { compareClocks } from "./heart";

const MINUTE_MS = 60_000;
const DATABASE_MS = 1_800_000_000_000;

afterEach(() => vi.restoreAllMocks());

/** What is noted of a clock that reads this before and after the database's answer. */
async function notedOf(before: number, after: number): Promise<number[]> {
  vi.spyOn(Date, "now").mockReturnValueOnce(before).mockReturnValueOnce(after);
  const database = { execute: async () => [{ ms: String(DATABASE_MS) }] } as unknown as Database;
  const noted: number[] = [];
  await compareClocks(database, { compared: (aheadMs) => noted.push(aheadMs) });
  return noted;
}

it("compares clocks by an answer that came soon", async () => {
  const ahead = DATABASE_MS + 2 * MINUTE_MS;
  expect(await notedOf(ahead, ahead + 20)).toEqual([2 * MINUTE_MS]);
});

it.each([
  ["was set back", -2 * MINUTE_MS],
  ["was set forward", 2 * MINUTE_MS],
])("notes nothing of a clock that %s while the database was asked", async (_, byMs) => {
  expect(await notedOf(DATABASE_MS - byMs, DATABASE_MS)).toEqual([]);
});
