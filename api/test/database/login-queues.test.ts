import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addAdmin, disableAdmin, resetAdmin } from "../../src/admin/accounts";
import { loginFailuresSince } from "../../src/admin/login-failures-store";
import { createAdminSessions, type LoginInput } from "../../src/admin/sessions";
import { listAudit, verifyAudit } from "../../src/audit/audit";
import { openPlace, type Place } from "./place";

const START = 1_767_268_800_000;
const DAY_MS = 86_400_000;
const ROOT = { username: "root", password: "correct horse battery staple 9" };
const OTHER = { ...ROOT, username: "other" };
const GUESSES = 200;

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
  await place.owner.$client`TRUNCATE admin_login_failures, admin_sessions, admin_users CASCADE`;
  for (const account of [ROOT, OTHER]) await addAdmin(owner(), { ...account, role: "approver" });
});

const owner = () => ({ database: place.owner, clock, random });

/** Sessions whose delays are noted, and last until `pass` is called. */
function sessions() {
  const delays: number[] = [];
  let pass = (): void => {};
  const gate = new Promise<void>((resolve) => {
    pass = resolve;
  });
  const sleep = async (ms: number): Promise<void> => {
    delays.push(ms);
    if (ms > 0) await gate;
  };
  const parts = { database: place.admin, clock, random, isDelayLifted: false, sleep };
  return { ...createAdminSessions(parts), delays, pass };
}
type Service = ReturnType<typeof sessions>;

const guesses = (service: Service, input: LoginInput = { ...ROOT, password: "wrong" }) =>
  Array.from({ length: GUESSES }, () => outcome(service, input));

async function outcome(service: Service, input: LoginInput): Promise<string> {
  const answer = await service.login(input);
  return answer.ok ? "in" : answer.error.code;
}

async function deviceOf(input: LoginInput): Promise<string> {
  const answer = await sessions().login(input);
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value.deviceToken;
}

describe("guesses of one name", () => {
  it("that come at once are looked at one by one, eight of them, each after a longer delay", async () => {
    const service = sessions();
    const all = guesses(service);
    service.pass();
    const outcomes = await Promise.all(all);
    expect(outcomes.filter((code) => code === "auth/failed")).toHaveLength(8);
    expect(outcomes.filter((code) => code === "login/busy")).toHaveLength(GUESSES - 8);
    expect(service.delays).toEqual([0, 0, 0, 250, 500, 1000, 2000, 4000]);
    expect(await outcome(service, ROOT)).toBe("in");
    expect(service.delays.at(-1)).toBe(5000);
  });

  it("are refused with the time after which there is room again, for a name without an account too", async () => {
    for (const username of ["root", "nobody"]) {
      const service = sessions();
      const waiting = guesses(service, { username, password: "wrong" });
      await expect.poll(() => service.delays).toEqual([0, 0, 0, 250]);
      waiting.push(...guesses(service, { username, password: "wrong" }));
      expect(await service.login({ ...ROOT, username })).toEqual({
        ok: false,
        error: { code: "login/busy", retryAfterS: 2, params: { seconds: "2" } },
      });
      service.pass();
      await Promise.all(waiting);
    }
  });

  it("keep waiting neither another name nor those who are logged in", async () => {
    const service = sessions();
    const session = await service.login(ROOT);
    if (!session.ok) throw new Error(session.error.code);
    const waiting = guesses(service);
    await expect.poll(() => service.delays).toContain(250);
    expect(await outcome(service, OTHER)).toBe("in");
    expect((await service.checkPassword(session.value.admin, ROOT.password)).ok).toBe(true);
    service.pass();
    await Promise.all(waiting);
  });
});

describe("a device that has logged in before", () => {
  it("logs in while guesses from elsewhere fill the account's queue; other devices wait", async () => {
    const deviceToken = await deviceOf(ROOT);
    const foreign = await deviceOf(OTHER);
    const service = sessions();
    const waiting = guesses(service);
    await expect.poll(() => service.delays).toContain(250);
    waiting.push(...guesses(service));
    expect(await outcome(service, ROOT)).toBe("login/busy");
    for (const unknown of [foreign, "none of ours"])
      expect(await outcome(service, { ...ROOT, deviceToken: unknown })).toBe("login/busy");
    expect(await outcome(service, { ...ROOT, deviceToken })).toBe("in");
    service.pass();
    await Promise.all(waiting);
  });

  it("has a queue and a delay of its own, which do not keep others waiting", async () => {
    const deviceToken = await deviceOf(ROOT);
    const service = sessions();
    const waiting = guesses(service, { ...ROOT, password: "wrong", deviceToken });
    await expect.poll(() => service.delays).toEqual([0, 0, 0, 250]);
    waiting.push(...guesses(service, { ...ROOT, password: "wrong", deviceToken }));
    expect(await outcome(service, { ...ROOT, deviceToken })).toBe("login/busy");
    expect(await outcome(service, ROOT)).toBe("in");
    service.pass();
    await Promise.all(waiting);
  });

  it("is known by its last token for 90 days, and no longer than its account is as it was", async () => {
    const isKnown = async (deviceToken: string) => {
      const service = sessions();
      const waiting = guesses(service);
      await expect.poll(() => service.delays).toContain(250);
      waiting.push(...guesses(service));
      const found = await outcome(service, { ...ROOT, password: "wrong", deviceToken });
      service.pass();
      await Promise.all(waiting);
      return found === "auth/failed";
    };
    const first = await deviceOf(ROOT);
    const second = await deviceOf({ ...ROOT, deviceToken: first });
    expect([await isKnown(first), await isKnown(second)]).toEqual([false, true]);
    now += 90 * DAY_MS;
    expect(await isKnown(second)).toBe(false);
    const third = await deviceOf(ROOT);
    expect(await place.owner.$client`SELECT token_hash FROM admin_devices`).toHaveLength(1);
    await resetAdmin(owner(), ROOT);
    expect(await isKnown(third)).toBe(false);
    const fourth = await deviceOf(ROOT);
    await disableAdmin(owner(), "root");
    expect(await isKnown(fourth)).toBe(false);
    // Its token is not kept, only its hash.
    await resetAdmin(owner(), ROOT);
    const fifth = await deviceOf(ROOT);
    const [row] = await place.owner.$client`SELECT token_hash FROM admin_devices`;
    expect(row?.token_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(row?.token_hash).not.toContain(fifth);
  });

  it("is one of at most twenty of an account, the newest", async () => {
    for (let n = 0; n < 22; n++) {
      now += 1000;
      await deviceOf(ROOT);
    }
    const rows = await place.owner.$client`SELECT created_at FROM admin_devices ORDER BY created_at`;
    expect(rows).toHaveLength(20);
    expect(new Date(rows[0]?.created_at).getTime()).toBe(START + 3000);
  });
});

it("counts failures under names without an account by the hour, and adds no row to the audit log", async () => {
  const before = await listAudit(place.admin, { before: null, limit: 1 });
  const service = sessions();
  service.pass();
  now += 1_800_000;
  for (const username of ["a typed password", "another", "no\u0000body"])
    expect(await outcome(service, { ...ROOT, username })).toBe("auth/failed");
  now += 3_600_000;
  expect(await outcome(service, { ...ROOT, username: "third" })).toBe("auth/failed");
  expect(await loginFailuresSince(place.admin, START)).toEqual([
    { hour: START, count: 3 },
    { hour: START + 3_600_000, count: 1 },
  ]);
  expect(await listAudit(place.admin, { before: null, limit: 1 })).toEqual(before);
  now += 90 * DAY_MS + 3_600_000;
  await outcome(service, { ...ROOT, username: "fourth" });
  expect(await loginFailuresSince(place.admin, 0)).toHaveLength(1);
  expect(await verifyAudit(place.admin)).toMatchObject({ valid: true });
});
