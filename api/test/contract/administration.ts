import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { addAdmin } from "../../src/admin/accounts";
import { codeOfStep, stepAt } from "../../src/admin/totp";
import { closeDatabase, openDatabase } from "../../src/db/client";
import { decodeSecret } from "../totp";
import type { Calls } from "./calls";
import type { ContractWorld } from "./world";

const PASSWORD = "a password of another person";
const REASON = { reason: "Looked at by the tests." };

/** An account of its own, so that nobody else needs its codes. */
async function addPerson(
  { sotto }: ContractWorld,
  username: string,
  role: "viewer" | "operator" = "viewer",
): Promise<void> {
  const database = openDatabase({ url: sotto.databaseUrl, connectionsMax: 1 });
  const clock = { now: () => Date.now() };
  const random = { bytes: (count: number) => randomBytes(count) };
  await addAdmin({ database, clock, random }, { username, password: PASSWORD, role });
  await closeDatabase(database);
}

async function login({ ok, callsOf }: ContractWorld, username: string, totp?: string): Promise<Calls> {
  const credentials = { username, password: PASSWORD, ...(totp === undefined ? {} : { totp }) };
  const { token } = await ok("adminLogin", {}, credentials);
  return callsOf({ authorization: `Bearer ${token}` });
}

/** Sets up one-time codes, logs in with them, and approves by one. */
async function useCodes(world: ContractWorld): Promise<void> {
  await addPerson(world, "codes", "operator");
  const { ok, code } = await login(world, "codes");
  expect(await code("enrolTotp", {}, { password: "wrong" })).toBe("auth/failed");
  const secret = decodeSecret((await ok("enrolTotp", {}, { password: PASSWORD })).secret);
  expect(await code("confirmTotp", {}, { totp: "not one" })).toBe("totp/code");
  const totp = codeOfStep(secret, stepAt(Date.now()));
  const { recoveryCodes } = await ok("confirmTotp", {}, { totp });
  expect(await code("confirmTotp", {}, { totp: "123456" })).toBe("totp/enrolled");
  await expect(login(world, "codes")).rejects.toThrow("auth/failed");
  const again = await login(world, "codes", recoveryCodes[0]);
  const session = {
    valid: true,
    username: "codes",
    role: "operator",
    totp: true,
    mustChangePassword: false,
  };
  expect(await again.ok("adminVerify")).toEqual(session);
  const operations = [{ operation: "payLoan" as const, subjects: ["1"] }];
  expect(await again.code("giveAuthorization", {}, { operations, code: totp })).toBe("totp/code");
  const next = codeOfStep(secret, stepAt(Date.now()) + 1);
  const given = await again.ok("giveAuthorization", {}, { operations, code: next });
  expect(given.hash).toMatch(/^[0-9a-f]{64}$/);
}

/** An administrator's session, the books, codes and the audit log. */
export function callAccounts(worldOf: () => ContractWorld): void {
  it("an administrator's session and books", async () => {
    const { ok, code } = await worldOf().admin();
    const { username } = worldOf().sotto.admin;
    const account = { role: "approver", totp: false, mustChangePassword: false };
    expect(await ok("adminVerify")).toEqual({ valid: true, username, ...account });
    const invariants = await ok("listInvariants");
    expect(invariants.length).toBeGreaterThanOrEqual(12);
    expect(invariants.filter(({ violations }) => violations !== 0)).toEqual([]);
    expect((await ok("readTrialBalance")).filter(({ sum }) => sum !== "0")).toEqual([]);
    expect((await ok("listWallets")).length).toBeGreaterThan(10);
    expect(await ok("adminLogout")).toEqual({ valid: false });
    expect(await code("listInvariants")).toBe("auth/required");
  });

  it("one-time codes: begun, confirmed, and asked for from then on", () => useCodes(worldOf()));

  it("a password that its owner changes", async () => {
    await addPerson(worldOf(), "forgets");
    const { ok, code } = await login(worldOf(), "forgets");
    const newPassword = "ten green bottles on a wall";
    expect(await code("changePassword", {}, { currentPassword: PASSWORD, newPassword: "short" })).toBe(
      "password/short",
    );
    const changed = await ok("changePassword", {}, { currentPassword: PASSWORD, newPassword });
    expect(changed).toMatchObject({ valid: true, username: "forgets" });
    await expect(login(worldOf(), "forgets")).rejects.toThrow("auth/failed");
  });

  it("sessions: seen, and ended by their owner", async () => {
    await addPerson(worldOf(), "is everywhere");
    const { ok, code } = await login(worldOf(), "is everywhere");
    const elsewhere = [await login(worldOf(), "is everywhere"), await login(worldOf(), "is everywhere")];
    const open = await ok("listOwnSessions");
    expect(open.map(({ current }) => current).sort()).toEqual([false, false, true]);
    const other = open.find(({ current }) => !current)?.id ?? "";
    expect(await ok("endSession", { id: other })).toEqual({ ended: 1 });
    expect(await code("endSession", { id: other })).toBe("session/unknown");
    expect(await ok("endOtherSessions")).toEqual({ ended: 1 });
    for (const ended of elsewhere) expect(await ended.code("adminVerify")).toBe("auth/required");
    expect(await ok("listOwnSessions")).toHaveLength(1);
  });

  it("the audit log, and what a viewer may not do", async () => {
    await addPerson(worldOf(), "looks on");
    const { ok, code } = await login(worldOf(), "looks on");
    expect(await code("pausePayouts", {}, REASON)).toBe("auth/forbidden");
    const { items } = await ok("listAudit");
    expect(items[0]).toMatchObject({ admin: "looks on", action: "payouts.pause", outcome: "refused" });
    const check = await ok("verifyAudit");
    expect(check).toMatchObject({ valid: true, entries: items[0]?.seq, head: items[0]?.hash });
    expect((await ok("listAudit", { cursor: "3" })).items.map(({ seq }) => seq)).toEqual([2, 1]);
  });
}

/** Switches and keys. */
export function callSwitchesAndKeys(worldOf: () => ContractWorld): void {
  it("switches: turned, seen, and turned back", async () => {
    const { ok } = await worldOf().admin();
    const turned = [
      await ok("pauseAsset", { currency: "xmr" }, REASON),
      await ok("pausePayouts", {}, REASON),
      await ok("stopSigner", {}, REASON),
    ];
    const paused = ["asset:XMR", "payouts", "signer"].map((name) => ({ name, paused: true }));
    expect(turned).toMatchObject(paused);
    const { switches } = await ok("readOverview");
    expect(switches.filter((one) => one.paused)).toHaveLength(5);
    for (const back of [
      await ok("resumeAsset", { currency: "XMR" }, REASON),
      await ok("resumePayouts", {}, REASON),
      await ok("resumeSigner", {}, REASON),
    ])
      expect(back).toMatchObject({ paused: false, ...REASON });
  });

  it("keys: made, listed and revoked", async () => {
    const admin = await worldOf().admin();
    const key = await admin.ok("createApiKey", {}, { name: "a wallet" });
    expect((await admin.ok("listApiKeys"))[0]).toMatchObject({ id: key.id });
    expect((await admin.ok("revokeApiKey", { id: key.id })).revokedAt).toEqual(expect.any(String));
  });
}
