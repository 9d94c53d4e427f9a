import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addAdmin, ensureFirstAdmin, resetAdmin } from "../../src/admin/accounts";
import { createOwnSessions } from "../../src/admin/own-sessions";
import { changePassword } from "../../src/admin/password-change";
import { createAdminSessions, type LoginInput } from "../../src/admin/sessions";
import { listAudit, verifyAudit } from "../../src/audit/audit";
import { openPlace, type Place } from "./place";

const START = 1_767_268_800_000;
const ROOT = { username: "root", password: "correct horse battery staple 9" };
const CHOSEN = "ten green bottles on a wall";

let place: Place;
let now = START;
const clock = { now: () => now };
const random = { bytes: (count: number) => randomBytes(count) };

beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());
beforeEach(async () => {
  now = START;
  await place.owner.$client`TRUNCATE admin_sessions, admin_users CASCADE`;
  await addAdmin(owner(), { ...ROOT, role: "approver" });
});

const owner = () => ({ database: place.owner, clock, random });
const sessions = () => createAdminSessions({ database: place.admin, clock, random, isDelayLifted: true });

async function loggedIn(input: LoginInput = ROOT) {
  const session = await sessions().login(input);
  if (!session.ok) throw new Error(session.error.code);
  return session.value;
}

const change = (
  { admin, token }: Awaited<ReturnType<typeof loggedIn>>,
  newPassword: string,
  currentPassword = ROOT.password,
) =>
  changePassword({ database: place.admin, clock, sessions: sessions() }, admin, {
    ...{ currentPassword, newPassword, token },
  });

async function lastRows(count: number): Promise<string[]> {
  const { items } = await listAudit(place.admin, { before: null, limit: count });
  return items
    .map(({ admin, action, outcome, reason }) => [admin, action, outcome, reason].join(" ").trim())
    .reverse();
}

describe("a password", () => {
  it("is changed by its owner, who keeps this session and no other", async () => {
    const mine = await loggedIn();
    const other = await loggedIn();
    expect((await change(mine, CHOSEN)).ok).toBe(true);
    expect((await sessions().login(ROOT)).ok).toBe(false);
    expect((await sessions().login({ ...ROOT, password: CHOSEN })).ok).toBe(true);
    expect(await sessions().authenticate(mine.token)).toMatchObject({ username: "root" });
    expect(await sessions().authenticate(other.token)).toBeUndefined();
  });

  it("is not changed without the current one, nor to the same, a short or a common one", async () => {
    const mine = await loggedIn();
    const refused = async (...args: [next: string, current?: string]) => {
      const changed = await change(mine, ...args);
      return changed.ok ? "changed" : changed.error;
    };
    expect(await refused(CHOSEN, "wrong")).toEqual({ code: "auth/failed" });
    const pointer = "/newPassword";
    expect(await refused(ROOT.password)).toEqual({ code: "password/same", pointer });
    expect(await refused("kq7-vexdurm")).toEqual({ code: "password/short", pointer });
    expect(await refused("Password-2026")).toEqual({ code: "password/common", pointer });
    expect((await sessions().login(ROOT)).ok).toBe(true);
    expect(await lastRows(5)).toEqual([
      "root password.change refused auth/failed",
      "root password.change refused password/same",
      "root password.change refused password/short",
      "root password.change refused password/common",
      "root login done",
    ]);
    expect(await verifyAudit(place.admin)).toMatchObject({ valid: true });
  });

  it("stays as it is where it was reset since it was checked", async () => {
    const mine = await loggedIn();
    const parts = { database: place.admin, clock };
    const resetMeanwhile = {
      ...sessions(),
      checkPassword: async (...args: Parameters<ReturnType<typeof sessions>["checkPassword"]>) => {
        const checked = await sessions().checkPassword(...args);
        await resetAdmin(owner(), { username: "root", password: "set by the owner of all this" });
        return checked;
      },
    };
    const asked = { currentPassword: ROOT.password, newPassword: CHOSEN, token: mine.token };
    const changed = await changePassword({ ...parts, sessions: resetMeanwhile }, mine.admin, asked);
    expect(changed).toEqual({ ok: false, error: { code: "auth/failed" } });
    expect((await sessions().login({ ...ROOT, password: CHOSEN })).ok).toBe(false);
  });

  it("is not the process's to change in any other way", async () => {
    for (const sql of [
      "UPDATE admin_users SET role = 'approver'",
      "UPDATE admin_users SET disabled_at = NULL",
      "DELETE FROM admin_users",
    ])
      await expect(place.admin.$client.unsafe(sql)).rejects.toThrow("permission denied");
  });
});

describe("sessions", () => {
  const own = () => createOwnSessions({ database: place.admin, clock });

  it("are listed with when they were opened and last used, and which of them asks", async () => {
    const first = await loggedIn();
    now += 60_000;
    const second = await loggedIn();
    now += 60_000;
    await sessions().authenticate(first.token);
    const list = await own().list(first.admin, first.token);
    expect(list).toEqual([
      {
        ...{ id: expect.stringMatching(/^[\w-]{22}$/), isThis: true },
        ...{ createdAt: START, lastUsedAt: START + 120_000, expiresAt: first.expiresAt },
      },
      {
        ...{ id: expect.stringMatching(/^[\w-]{22}$/), isThis: false },
        ...{ createdAt: START + 60_000, lastUsedAt: START + 60_000, expiresAt: second.expiresAt },
      },
    ]);
    // A session that ended by itself is none, though its row may still be there.
    now += 29 * 60_000;
    expect(await own().list(second.admin, second.token)).toHaveLength(1);
  });

  it("are ended one by one, or all but the one that asks, by their owner only", async () => {
    await addAdmin(owner(), { ...ROOT, username: "other", role: "viewer" });
    const mine = await loggedIn();
    const away = [await loggedIn(), await loggedIn(), await loggedIn()];
    const theirs = await loggedIn({ ...ROOT, username: "other" });
    const isOpen = async ({ token }: { token: string }) =>
      (await sessions().authenticate(token)) !== undefined;
    const [foreign] = await own().list(theirs.admin, theirs.token);
    expect(await own().end(mine.admin, foreign?.id ?? "")).toEqual({
      ok: false,
      error: { code: "session/unknown" },
    });
    const one = (await own().list(mine.admin, mine.token)).find(({ isThis }) => !isThis);
    expect(await own().end(mine.admin, one?.id ?? "")).toEqual({ ok: true, value: { ended: 1 } });
    expect((await Promise.all(away.map(isOpen))).filter(Boolean)).toHaveLength(2);
    expect(await own().endOthers(mine.admin, mine.token)).toEqual({ ended: 2 });
    expect(await Promise.all([mine, theirs, ...away].map(isOpen))).toEqual([true, true, false, false, false]);
    expect(await lastRows(3)).toEqual([
      "root session.end refused session/unknown",
      "root session.end done",
      "root session.end-others done",
    ]);
  });
});

describe("a generated password", () => {
  const isToChange = async (input: LoginInput) => (await loggedIn(input)).admin.mustChangePassword;

  it("has to be changed: of the first account, of one that is added, and of one that is reset", async () => {
    await place.owner.$client`TRUNCATE admin_sessions, admin_users CASCADE`;
    const first = await ensureFirstAdmin(owner());
    const credentials = { username: first.username, password: first.password ?? "" };
    const { admin, token } = await loggedIn(credentials);
    expect(admin.mustChangePassword).toBe(true);
    expect(await sessions().authenticate(token)).toMatchObject({ mustChangePassword: true });
    await addAdmin(owner(), { ...ROOT, role: "viewer", isGenerated: true });
    expect(await isToChange(ROOT)).toBe(true);
    const reset = { username: "root", password: "generated once more" };
    await resetAdmin(owner(), reset);
    expect(await isToChange(reset)).toBe(false);
    await resetAdmin(owner(), { ...reset, isGenerated: true });
    expect(await isToChange(reset)).toBe(true);
  });

  it("has not to be changed once its owner has chosen another, or the environment names one", async () => {
    await resetAdmin(owner(), { ...ROOT, isGenerated: true });
    const mine = await loggedIn();
    expect(await change(mine, CHOSEN)).toMatchObject({ ok: true, value: { mustChangePassword: false } });
    expect(await sessions().authenticate(mine.token)).toMatchObject({ mustChangePassword: false });
    expect(await isToChange({ ...ROOT, password: CHOSEN })).toBe(false);
    await resetAdmin(owner(), { ...ROOT, isGenerated: true });
    await ensureFirstAdmin({ ...owner(), ...ROOT });
    expect(await isToChange(ROOT)).toBe(false);
    // However short it is, as SOTTO_ADMIN_PASSWORD may be.
    await ensureFirstAdmin({ ...owner(), username: "short", password: "pw" });
    expect(await isToChange({ username: "short", password: "pw" })).toBe(false);
  });
});
