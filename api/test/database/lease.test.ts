import { afterAll, beforeAll, expect, it } from "vitest";
import { closeDatabase, type Database, openDatabase } from "../../src/db/client";
import { returnLease, takeLease } from "../../src/health/lease-store";
import { openTestDatabase, type TestDatabase } from "../postgres/database";
import { loginUrl } from "../postgres/logins";

let made: TestDatabase;
let worker: Database;

beforeAll(async () => {
  made = await openTestDatabase();
  worker = openDatabase({ url: loginUrl(made.url, "worker"), role: "worker", connectionsMax: 4 });
});
afterAll(async () => {
  await closeDatabase(worker);
  await made.drop();
});

const take = (holder: string, { name = "prices", ms = 60_000 } = {}) =>
  takeLease(worker, { name, holder, ms });

it("is held by one process, which may keep it", async () => {
  const taken = await Promise.all(["a", "b", "c"].map((holder) => take(holder, { name: "raced" })));
  expect(taken.filter(Boolean)).toHaveLength(1);
  const holder = ["a", "b", "c"][taken.indexOf(true)] ?? "";
  expect(await take(holder, { name: "raced" })).toBe(true);
});

it("passes to another when its holder returns it, and not when a stranger does", async () => {
  expect(await take("a")).toBe(true);
  await returnLease(worker, { name: "prices", holder: "b" });
  expect(await take("b")).toBe(false);
  await returnLease(worker, { name: "prices", holder: "a" });
  expect(await take("b")).toBe(true);
});

it("passes to another when its time is over", async () => {
  expect(await take("a", { name: "short", ms: 30 })).toBe(true);
  expect(await take("b", { name: "short" })).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(await take("b", { name: "short" })).toBe(true);
  expect(await take("a", { name: "short" })).toBe(false);
});
