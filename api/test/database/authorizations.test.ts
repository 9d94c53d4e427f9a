import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addAdmin } from "../../src/admin/accounts";
import { createAuthorizations } from "../../src/admin/authorizations";
import { confirmSecret, offerSecret } from "../../src/admin/owner-enrolment";
import { createAdminSessions } from "../../src/admin/sessions";
import { codeOfStep, stepAt } from "../../src/admin/totp";
import { listAudit, verifyAudit } from "../../src/audit/audit";
import { openPlace, type Place } from "./place";

const START = 1_767_268_800_000;
const MINUTE_MS = 60_000;
const PASSWORD = "correct horse battery staple 9";

let place: Place;
let now = START;
const clock = { now: () => now };
const random = { bytes: (count: number) => randomBytes(count) };
const secrets = new Map<string, Uint8Array>();

beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());
beforeEach(async () => {
  now = START;
  await place.owner.$client`TRUNCATE admin_sessions, admin_users CASCADE`;
  for (const username of ["root", "other", "bare"])
    await addAdmin(owner(), { username, password: PASSWORD, role: "approver" });
  for (const username of ["root", "other"]) {
    const offered = await offerSecret(owner(), username);
    if (!offered.ok) throw new Error(offered.error);
    secrets.set(username, offered.value.secret);
    await confirmSecret(owner(), offered.value, codeOf(username));
  }
  now += 30_000;
});

const owner = () => ({ database: place.owner, clock, random });
const service = (isRequired = true) =>
  createAuthorizations({ database: place.admin, clock, random, isRequired });
const codeOf = (username: string): string =>
  codeOfStep(secrets.get(username) ?? new Uint8Array(), stepAt(now));
const wrongCodeOf = (username: string): string => (codeOf(username) === "000000" ? "000001" : "000000");

async function admin(username: string) {
  const [row] = await place.owner.$client`SELECT id FROM admin_users WHERE username = ${username}`;
  const account = { role: "approver", totp: true, mustChangePassword: false } as const;
  return { id: String(row?.id), username, ...account };
}

const pay = (subject: string) => ({ operation: "payLoan", subject });

async function given(subjects: readonly string[], username = "root", authorizations = service()) {
  const asked = { operations: subjects.map(pay), code: codeOf(username) };
  const answer = await authorizations.give(await admin(username), asked);
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value;
}

async function used(
  authorization: string | undefined,
  subject: string,
  {
    operation = "payLoan",
    key,
    username = "root",
  }: { operation?: string; key?: string; username?: string } = {},
): Promise<string> {
  const call = { operation, subject, authorization, key };
  const answer = await service().use(await admin(username), call);
  return answer.ok ? "passed" : answer.error.code;
}

describe("a code", () => {
  it("approves one list, by its hash, for ten minutes", async () => {
    const authorization = await given(["18", "17", "17"]);
    const hash = createHash("sha256").update('[["payLoan","17"],["payLoan","18"]]').digest("hex");
    expect(authorization).toMatchObject({ hash, expiresAt: now + 10 * MINUTE_MS });
    const { items } = await listAudit(place.admin, { before: null, limit: 1 });
    expect(items).toMatchObject([
      { admin: "root", action: "authorization.give", outcome: "done", subject: hash, reason: "payLoan: 2" },
    ]);
    now += 10 * MINUTE_MS - 1;
    expect(await used(authorization.id, "17")).toBe("passed");
    now += 1;
    expect(await used(authorization.id, "18")).toBe("authorization/expired");
    expect(await verifyAudit(place.admin)).toMatchObject({ valid: true });
  });

  it("is used once: for one list of many that are asked for at once, and never for a login too", async () => {
    const root = await admin("root");
    const code = codeOf("root");
    const asked = { operations: [pay("17")], code };
    const answers = await Promise.all([1, 2, 3].map(async () => service().give(root, asked)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const sessions = createAdminSessions({ database: place.admin, clock, random, isDelayLifted: true });
    const credentials = { username: "root", password: PASSWORD, totp: code };
    expect((await sessions.login(credentials)).ok).toBe(false);
  });

  it("cannot be guessed: five wrong ones, and none is looked at for ten minutes", async () => {
    const authorizations = service();
    const root = await admin("root");
    const attempt = async (code: string) => {
      const answer = await authorizations.give(root, { operations: [pay("17")], code });
      return answer.ok ? "given" : answer.error.code;
    };
    const wrong = wrongCodeOf("root");
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => attempt(wrong)));
    expect(outcomes.filter((code) => code === "totp/code")).toHaveLength(5);
    expect(await attempt(codeOf("root"))).toBe("totp/wait");
    expect((await given(["17"], "other", authorizations)).id).toBeDefined();
    now += 10 * MINUTE_MS;
    expect(await attempt(codeOf("root"))).toBe("given");
  });

  it("is asked for of accounts that have codes; others set them up first", async () => {
    const asked = { operations: [pay("17")], code: "123456" };
    expect(await service().give(await admin("bare"), asked)).toEqual({
      ok: false,
      error: { code: "totp/not-enrolled" },
    });
  });
});

describe("what moves money", () => {
  it("needs an authorization where codes are required, and elsewhere none", async () => {
    const call = { ...pay("17"), authorization: undefined, key: undefined };
    expect(await service().use(await admin("root"), call)).toEqual({
      ok: false,
      error: { code: "authorization/required", extra: pay("17") },
    });
    expect((await service(false).use(await admin("root"), call)).ok).toBe(true);
    const unknown = { ...call, authorization: "none of ours" };
    expect((await service(false).use(await admin("root"), unknown)).ok).toBe(false);
  });

  it("passes by its own authorization: of this administrator, operation and subject", async () => {
    const { id } = await given(["17"]);
    expect(await used(id, "17", { username: "other" })).toBe("authorization/unknown");
    expect(await used("none of ours", "17")).toBe("authorization/unknown");
    expect(await used(id, "18")).toBe("authorization/not-listed");
    expect(await used(id, "17", { operation: "approveLoan" })).toBe("authorization/not-listed");
    expect(await used(id, "17")).toBe("passed");
  });

  it("passes once for each that is listed; a call repeated under its key passes again", async () => {
    const { id } = await given(["17", "18", "19"]);
    expect(await used(id, "17")).toBe("passed");
    expect(await used(id, "17")).toBe("authorization/used");
    const key = "a".repeat(64);
    expect([await used(id, "18", { key }), await used(id, "18", { key })]).toEqual(["passed", "passed"]);
    expect(await used(id, "18", { key: "b".repeat(64) })).toBe("authorization/used");
    expect(await used(id, "18")).toBe("authorization/used");
    const many = await Promise.all(Array.from({ length: 10 }, () => used(id, "19")));
    expect(many.filter((outcome) => outcome === "passed")).toHaveLength(1);
    // The first answer is still to be had when the authorization has expired.
    now += 11 * MINUTE_MS;
    expect(await used(id, "18", { key })).toBe("passed");
  });

  it("is forgotten a day after it expired", async () => {
    await given(["17"]);
    now += 24 * 60 * MINUTE_MS + 11 * MINUTE_MS;
    await given(["18"]);
    expect(await place.owner.$client`SELECT subject FROM admin_authorized`).toEqual([{ subject: "18" }]);
  });
});
