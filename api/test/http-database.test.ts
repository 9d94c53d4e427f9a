import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ensureFirstAdmin } from "../src/admin/accounts";
import { createAdminSessions } from "../src/admin/sessions";
import { closeDatabase, type Database, openDatabase } from "../src/db/client";
import { openTestDatabase, type TestDatabase } from "./postgres/database";
import { loginUrl } from "./postgres/logins";

const START = 1_767_268_800_000;
const HOUR_MS = 3600_000;

let made: TestDatabase;
let owner: Database;
let database: Database;
let now = START;
const clock = { now: () => now };
const random = { bytes: (count: number) => randomBytes(count) };

beforeAll(async () => {
  made = await openTestDatabase();
  owner = openDatabase({ url: made.url });
  // As the administrators' process, so that a missing grant shows.
  database = openDatabase({ url: loginUrl(made.url, "admin"), role: "admin" });
});

beforeEach(async () => {
  now = START;
  await owner.$client`TRUNCATE admin_sessions, admin_users CASCADE`;
});

afterAll(async () => {
  await closeDatabase(database);
  await closeDatabase(owner);
  await made.drop();
});

const ADMIN = { username: "root", password: "correct horse battery staple 9" };
const sessions = (slept: number[] = [], isDelayLifted = false) =>
  createAdminSessions({
    database,
    clock,
    random,
    isDelayLifted,
    sleep: async (ms) => {
      slept.push(ms);
    },
  });
const login = async () => {
  const session = await sessions().login(ADMIN);
  if (!session.ok) throw new Error(session.error.code);
  return session.value;
};

describe("administrators", () => {
  it("are made at the first start, with a password returned once", async () => {
    const first = await ensureFirstAdmin({ database: owner, clock, random });
    expect(first.password).toMatch(/^[A-Za-z0-9_-]{20}$/);
    expect(await ensureFirstAdmin({ database: owner, clock, random })).toEqual({ username: "admin" });
    const session = await sessions().login({ username: "admin", password: first.password ?? "" });
    expect(session.ok).toBe(true);
  });

  it("take the password that the environment names, also a new one", async () => {
    expect(await ensureFirstAdmin({ database: owner, clock, random, ...ADMIN })).toEqual({
      username: "root",
    });
    await ensureFirstAdmin({
      database: owner,
      clock,
      random,
      ...ADMIN,
      password: "another one of the same length",
    });
    expect((await sessions().login(ADMIN)).ok).toBe(false);
  });

  it("fail alike for a wrong name and a wrong password", async () => {
    await ensureFirstAdmin({ database: owner, clock, random, ...ADMIN });
    const wrong = await sessions().login({ ...ADMIN, password: "wrong" });
    expect(wrong).toEqual({ ok: false, error: { code: "auth/failed" } });
    expect(await sessions().login({ username: "nobody", password: "wrong" })).toEqual(wrong);
  });
});

describe("sessions", () => {
  it("idle out after 30 min without a call", async () => {
    await ensureFirstAdmin({ database: owner, clock, random, ...ADMIN });
    const { token } = await login();
    now += 30 * 60_000 - 1;
    expect(await sessions().authenticate(token)).toMatchObject({ username: "root" });
    now += 30 * 60_000 - 1;
    expect(await sessions().authenticate(token)).toBeDefined();
    now += 30 * 60_000;
    expect(await sessions().authenticate(token)).toBeUndefined();
  });

  it("are logged out after 8 h, whatever they do", async () => {
    await ensureFirstAdmin({ database: owner, clock, random, ...ADMIN });
    const { token, expiresAt } = await login();
    expect(expiresAt).toBe(START + 8 * HOUR_MS);
    for (; now < expiresAt; now += 20 * 60_000) {
      expect(await sessions().authenticate(token)).toBeDefined();
    }
    expect(now).toBe(expiresAt);
    expect(await sessions().authenticate(token)).toBeUndefined();
  });

  it("revoke their token, of which the database knows a hash alone", async () => {
    await ensureFirstAdmin({ database: owner, clock, random, ...ADMIN });
    const { token } = await login();
    const [row] = await database.$client`SELECT admin_sessions::text AS text FROM admin_sessions`;
    expect(row?.text).not.toContain(token);
    const who = await sessions().authenticate(token);
    if (who === undefined) throw new Error("the token is not valid");
    await sessions().logout(token, who);
    expect(await sessions().authenticate(token)).toBeUndefined();
  });

  it("wait longer after each failure, 5 s at most, and never for ever", async () => {
    await ensureFirstAdmin({ database: owner, clock, random, ...ADMIN });
    const slept: number[] = [];
    const service = sessions(slept);
    for (let i = 0; i < 9; i++) await service.login({ ...ADMIN, password: "wrong" });
    expect(slept).toEqual([0, 0, 0, 250, 500, 1000, 2000, 4000, 5000]);
    expect((await service.login(ADMIN)).ok).toBe(true);
    await service.login(ADMIN);
    expect(slept.at(-1)).toBe(0);
    const lifted: number[] = [];
    await sessions(lifted, true).login(ADMIN);
    expect(lifted).toEqual([]);
  });
});
