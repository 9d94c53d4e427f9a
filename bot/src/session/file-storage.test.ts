import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openFileStorage } from "./file-storage";
import { newSession } from "./session";

const DAY_MS = 86_400_000;
let folder: string;
let now: number;
let lines: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sotto-sessions-"));
  now = Date.now();
  lines = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const opened = (sessionsMax?: number) =>
  openFileStorage(folder, {
    now: () => now,
    log: (line) => lines.push(line),
    ...(sessionsMax !== undefined && { sessionsMax }),
  });

test("a session is kept for its owner alone, whole, until it is deleted", async () => {
  writeFileSync(join(folder, "7.json.abc.half"), "{");
  const storage = await opened();
  const session = { ...newSession(), orders: ["a"] };
  await storage.write("7", session);
  await storage.write("-8", newSession());
  expect(await storage.read("7")).toEqual(session);
  expect(await storage.read("9")).toBeUndefined();
  expect(statSync(join(folder, "7.json")).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).sort()).toEqual(["-8.json", "7.json"]);
  const keys: string[] = [];
  for await (const key of storage.readAllKeys()) keys.push(key);
  expect(keys.sort()).toEqual(["-8", "7"]);
  await storage.delete("7");
  expect(await storage.read("7")).toBeUndefined();
});

test("a key that is no chat's id reaches no file", async () => {
  const storage = await opened();
  expect(() => storage.write("../7", newSession())).toThrow("chat's id");
});

test("old sessions go, those with open orders later; and the oldest beyond the number kept", async () => {
  const storage = await opened(1);
  await storage.write("1", newSession());
  await storage.write("2", { ...newSession(), orders: ["a"] });
  await storage.write("3", newSession());
  const earlier = new Date(now - 1_000);
  utimesSync(join(folder, "1.json"), earlier, earlier);
  await storage.sweep();
  expect(readdirSync(folder).sort()).toEqual(["2.json", "3.json"]);
  now += 31 * DAY_MS;
  await storage.sweep();
  expect(readdirSync(folder)).toEqual(["2.json"]);
  now += 150 * DAY_MS;
  await storage.sweep();
  expect(readdirSync(folder)).toEqual([]);
});

test("a file that is no session is none, and one that cannot be read stops nobody's sweep", async () => {
  const storage = await opened();
  for (const [key, text] of [
    ["1", "{"],
    ["2", "null"],
    ["3", "{}"],
  ] as const) {
    writeFileSync(join(folder, `${key}.json`), text);
    expect(await storage.read(key)).toBeUndefined();
  }
  mkdirSync(join(folder, "4.json"));
  await expect(storage.read("4")).rejects.toThrow();
  await storage.write("5", newSession());
  now += 31 * DAY_MS;
  await storage.sweep();
  expect(readdirSync(folder)).toEqual(["4.json"]);
  expect(lines).toEqual([expect.stringMatching(/^a session was not swept: Error EISDIR/)]);
});
