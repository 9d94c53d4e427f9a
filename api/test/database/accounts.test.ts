import { randomBytes } from "node:crypto";
import { verify } from "@node-rs/argon2";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { addAdmin, disableAdmin, listAdmins, resetAdmin } from "../../src/admin/accounts";
import { createEnrolment } from "../../src/admin/enrolment";
import { createAdminSessions, type LoginInput } from "../../src/admin/sessions";
import { codeOfStep, stepAt } from "../../src/admin/totp";
import { listAudit, verifyAudit } from "../../src/audit/audit";
import { decodeSecret } from "../totp";
import { openPlace, type Place } from "./place";

// Files before this one in its process have loaded the modules with the real functions.
vi.hoisted(() => vi.resetModules());
vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  return { ...real, verify: vi.fn(real.verify) };
});

const START = 1_767_268_800_000;
const ROOT = { username: "root", password: "correct horse battery staple 9" };

let place: Place;
let now = START;
const clock = { now: () => now };
const random = { bytes: (count: number) => randomBytes(count) };

beforeAll(async () => {
  place = await openPlace();
});
afterAll(async () => {
  vi.resetModules();
  await place.close();
});
beforeEach(async () => {
  now = START;
  await place.owner.$client.unsafe(
    "DELETE FROM admin_sessions; DELETE FROM admin_totp; DELETE FROM admin_users",
  );
  await addAdmin(owner(), { ...ROOT, role: "approver" });
});

const owner = () => ({ database: place.owner, clock, random });
const sessions = () => createAdminSessions({ database: place.admin, clock, random, isDelayLifted: true });
const enrolment = () => createEnrolment({ database: place.admin, clock, random, sessions: sessions() });

/** The newest rows of the audit log, oldest of them first. */
async function lastRows(count: number): Promise<string[]> {
  const { items } = await listAudit(place.admin, { before: null, limit: count });
  return items
    .map(({ admin, action, outcome, subject, reason }) =>
      [admin ?? "-", action, outcome, subject, reason].filter((part) => part !== null).join(" "),
    )
    .reverse();
}

async function loggedIn(input: LoginInput = ROOT) {
  const session = await sessions().login(input);
  if (!session.ok) throw new Error(session.error.code);
  return session.value;
}

const codeAt = (secret: Uint8Array, at = now): string => codeOfStep(secret, stepAt(at));

/** Enrols root; its secret, its recovery codes, and the session that did it. */
async function enrolled() {
  const { admin, token } = await loggedIn();
  const begun = await enrolment().enrol(admin, ROOT.password);
  if (!begun.ok) throw new Error(begun.error.code);
  const secret = decodeSecret(begun.value.secret);
  const confirmed = await enrolment().confirm(admin, codeAt(secret), token);
  if (!confirmed.ok) throw new Error(confirmed.error.code);
  now += 30_000;
  return { secret, token, admin, recoveryCodes: confirmed.value.recoveryCodes };
}

const REFUSED = { ok: false, error: { code: "auth/failed" } };

describe("one-time codes", () => {
  it("are asked for once the first was confirmed, and not before", async () => {
    const { admin, token } = await loggedIn();
    expect(admin).toMatchObject({ role: "approver", totp: false });
    const begun = await enrolment().enrol(admin, ROOT.password);
    if (!begun.ok) throw new Error(begun.error.code);
    expect(begun.value.uri).toMatch(
      /^otpauth:\/\/totp\/Sotto:root\?secret=[A-Z2-7]{32}&issuer=Sotto&algorithm=SHA1&digits=6&period=30$/,
    );
    expect(begun.value.uri).toContain(begun.value.secret);
    expect(begun.value.qrCode).toMatch(/^<svg /);
    expect((await sessions().login(ROOT)).ok).toBe(true);
    const secret = decodeSecret(begun.value.secret);
    const wrong = codeAt(secret) === "000000" ? "000001" : "000000";
    expect(await enrolment().confirm(admin, wrong, token)).toMatchObject({ error: { code: "totp/code" } });
    expect((await enrolment().confirm(admin, codeAt(secret), token)).ok).toBe(true);
    expect(await sessions().login(ROOT)).toEqual(REFUSED);
    now += 30_000;
    const session = await loggedIn({ ...ROOT, totp: codeAt(secret) });
    expect(session.admin.totp).toBe(true);
    expect(await sessions().authenticate(session.token)).toMatchObject({ totp: true, role: "approver" });
  });

  it("cannot be begun without the password, nor twice, nor confirmed after ten minutes", async () => {
    const { admin, token } = await loggedIn();
    expect(await enrolment().enrol(admin, "wrong")).toEqual(REFUSED);
    expect(await enrolment().confirm(admin, "123456", token)).toMatchObject({
      error: { code: "totp/not-enrolling" },
    });
    const begun = await enrolment().enrol(admin, ROOT.password);
    if (!begun.ok) throw new Error(begun.error.code);
    const secret = decodeSecret(begun.value.secret);
    now += 10 * 60_000;
    expect(await enrolment().confirm(admin, codeAt(secret), token)).toMatchObject({
      error: { code: "totp/not-enrolling" },
    });
    const again = await enrolment().enrol(admin, ROOT.password);
    if (!again.ok) throw new Error(again.error.code);
    expect(await enrolment().confirm(admin, codeAt(secret), token)).toMatchObject({
      error: { code: "totp/code" },
    });
    expect((await enrolment().confirm(admin, codeAt(decodeSecret(again.value.secret)), token)).ok).toBe(true);
    expect(await enrolment().enrol(admin, ROOT.password)).toMatchObject({ error: { code: "totp/enrolled" } });
    expect(await enrolment().confirm(admin, "123456", token)).toMatchObject({
      error: { code: "totp/enrolled" },
    });
    expect(await lastRows(7)).toEqual([
      "root totp.enrol done",
      "root totp.confirm refused totp/not-enrolling",
      "root totp.enrol done",
      "root totp.confirm refused totp/code",
      "root totp.confirm done",
      "root totp.enrol refused totp/enrolled",
      "root totp.confirm refused totp/enrolled",
    ]);
  });
});

describe("one-time codes at the login", () => {
  it("are good for a step before and after, and each only once", async () => {
    const { secret } = await enrolled();
    const login = (code: string) => sessions().login({ ...ROOT, totp: code });
    for (const off of [-60_000, 60_000]) expect(await login(codeAt(secret, now + off))).toEqual(REFUSED);
    expect((await login(codeAt(secret, now))).ok).toBe(true);
    expect(await login(codeAt(secret, now))).toEqual(REFUSED);
    // One of an earlier step is not accepted after one of a later step either.
    expect(await login(codeAt(secret, now - 30_000))).toEqual(REFUSED);
    expect((await login(codeAt(secret, now + 30_000))).ok).toBe(true);
    now += 30_000;
    expect(await login(codeAt(secret, now))).toEqual(REFUSED);
    now += 30_000;
    expect((await login(codeAt(secret, now))).ok).toBe(true);
  });

  it("let in one alone of many who come with the same code at once", async () => {
    const { secret, recoveryCodes } = await enrolled();
    const code = codeAt(secret);
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => sessions().login({ ...ROOT, totp: code })),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    const recovery = recoveryCodes[0] ?? "";
    const again = await Promise.all(
      Array.from({ length: 6 }, () => sessions().login({ ...ROOT, totp: recovery })),
    );
    expect(again.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it("can be replaced by ten recovery codes, each once, however it is typed", async () => {
    const { recoveryCodes } = await enrolled();
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-7]{4}-[a-z2-7]{4}-[a-z2-7]{4}$/);
    const [first = "", second = ""] = recoveryCodes;
    expect((await sessions().login({ ...ROOT, totp: first })).ok).toBe(true);
    expect(await lastRows(1)).toEqual(["root login done with a recovery code"]);
    expect(await sessions().login({ ...ROOT, totp: first })).toEqual(REFUSED);
    const typed = ` ${second.toUpperCase().replaceAll("-", " ")}`;
    expect((await sessions().login({ ...ROOT, totp: typed })).ok).toBe(true);
    expect(await sessions().login({ ...ROOT, totp: "aaaa-aaaa-aaaa" })).toEqual(REFUSED);
    const kept = await place.owner
      .$client`SELECT encode(code_hash, 'escape') AS text FROM admin_recovery_codes`;
    expect(kept).toHaveLength(8);
    expect(JSON.stringify(kept)).not.toContain(second.replaceAll("-", ""));
  });

  it("end the sessions that were opened without one", async () => {
    const other = await loggedIn();
    const { token } = await enrolled();
    expect(await sessions().authenticate(other.token)).toBeUndefined();
    expect(await sessions().authenticate(token)).toBeDefined();
  });

  it("are the worker's business in no way", async () => {
    await enrolled();
    for (const table of ["admin_totp", "admin_users", "admin_recovery_codes", "admin_sessions", "api_keys"])
      await expect(place.worker.$client.unsafe(`SELECT * FROM ${table}`)).rejects.toThrow(
        "permission denied",
      );
  });
});

describe("a login that fails", () => {
  it("answers the same whatever was wrong, and looks at the password as long", async () => {
    const { secret } = await enrolled();
    await addAdmin(owner(), { username: "gone", password: ROOT.password, role: "viewer" });
    await disableAdmin(owner(), "gone");
    const totp = codeAt(secret);
    const attempts: Record<string, LoginInput> = {
      "wrong password": { ...ROOT, password: "wrong", totp },
      "wrong code": { ...ROOT, totp: totp === "000000" ? "000001" : "000000" },
      "no code": ROOT,
      "unknown name": { username: "nobody", password: ROOT.password, totp },
      "a name that cannot be": { username: "no\u0000body", password: ROOT.password, totp },
      disabled: { username: "gone", password: ROOT.password },
    };
    const service = sessions();
    // The first makes what stands in for accounts that are none.
    await service.login({ ...ROOT, password: "wrong" });
    for (const [name, input] of Object.entries(attempts)) {
      vi.mocked(verify).mockClear();
      expect(await service.login(input)).toEqual(REFUSED);
      // All but the password's hash takes no time.
      expect(verify, name).toHaveBeenCalledTimes(1);
    }
  });

  it("is recorded, without a name that nobody has", async () => {
    await sessions().login({ ...ROOT, password: "wrong" });
    await sessions().login({ username: "correct horse battery", password: "staple" });
    expect(await lastRows(1)).toEqual(["root login refused auth/failed"]);
    const { token, admin } = await loggedIn();
    await sessions().logout(token, admin);
    expect(await lastRows(2)).toEqual(["root login done", "root logout done"]);
    expect(await verifyAudit(place.admin)).toMatchObject({ valid: true });
  });
});

describe("accounts", () => {
  it("are reset: another password, no one-time codes, no session, and no longer disabled", async () => {
    const { token } = await enrolled();
    await disableAdmin(owner(), "root");
    expect(await sessions().authenticate(token)).toBeUndefined();
    expect(await sessions().login(ROOT)).toEqual(REFUSED);
    expect((await resetAdmin(owner(), { username: "root", password: "another", role: "viewer" })).ok).toBe(
      true,
    );
    expect(await sessions().login(ROOT)).toEqual(REFUSED);
    const session = await loggedIn({ username: "root", password: "another" });
    expect(session.admin).toMatchObject({ role: "viewer", totp: false });
    expect(await place.owner.$client`SELECT 1 FROM admin_recovery_codes`).toHaveLength(0);
    expect(await lastRows(4)).toEqual([
      "root login refused auth/failed",
      "- admin.reset done root role viewer",
      "root login refused auth/failed",
      "root login done",
    ]);
  });

  it("keep their session out when they are disabled while it is open", async () => {
    const { token } = await loggedIn();
    await place.owner.$client`UPDATE admin_users SET disabled_at = now()`;
    expect(await sessions().authenticate(token)).toBeUndefined();
  });

  it("are one a name, and listed without secrets", async () => {
    expect(await addAdmin(owner(), { ...ROOT, role: "viewer" })).toEqual({ ok: false, error: "known" });
    expect(await disableAdmin(owner(), "nobody")).toEqual({ ok: false, error: "unknown" });
    expect(await resetAdmin(owner(), { username: "nobody", password: "x" })).toEqual({
      ok: false,
      error: "unknown",
    });
    expect(await listAdmins(owner())).toEqual([
      { username: "root", role: "approver", createdAt: START, disabledAt: null, totpSince: null },
    ]);
  });
});
