import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { addAdmin } from "../../src/admin/accounts";
import { createAdminSessions } from "../../src/admin/sessions";
import { codeOfStep, stepAt } from "../../src/admin/totp";
import { listAudit, verifyAudit } from "../../src/audit/audit";
import type { Database } from "../../src/db/client";
import type { Terminal } from "../../src/operator/terminal";
import { enrolByOwner } from "../../src/operator/totp-command";
import { decodeSecret } from "../totp";
import { openPlace, type Place } from "./place";

const START = 1_767_268_800_000;
const ROOT = { username: "root", password: "correct horse battery staple 9" };

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
  await addAdmin({ database: place.owner, clock, random }, { ...ROOT, role: "approver" });
});

const sessions = () => createAdminSessions({ database: place.admin, clock, random, isDelayLifted: true });

const secretIn = (shown: string): Uint8Array =>
  decodeSecret(/^Secret \(shown only now\): ([A-Z2-7]{32})$/m.exec(shown)?.[1] ?? "");
const rightCode = (shown: string): string => codeOfStep(secretIn(shown), stepAt(now));

/** Runs the command on a terminal that types `answer`; returns what was shown, and with which words it was refused. */
async function run(
  username: string,
  answer: (shown: string) => string | Promise<string>,
  isInteractive = true,
): Promise<{ shown: string; refusal: string | undefined }> {
  let shown = "";
  const ask = async (question: string) => {
    shown += question;
    return answer(shown);
  };
  const say = (line: string): void => {
    shown += `${line}\n`;
  };
  const terminal: Terminal = { isInteractive, say, ask, askHidden: ask, clear: () => {} };
  const onDatabase = <Value>(work: (database: Database) => Promise<Value>) => work(place.owner);
  const refusal = await enrolByOwner({ onDatabase, clock, random, terminal }, username).then(
    () => undefined,
    (error: Error) => error.message,
  );
  return { shown, refusal };
}

it("enrols an account, ends its sessions, and shows the secret and the recovery codes once", async () => {
  const session = await sessions().login(ROOT);
  if (!session.ok) throw new Error(session.error.code);
  const { shown, refusal } = await run("root", rightCode);
  expect(refusal).toBeUndefined();
  expect(shown).toContain("otpauth://totp/Sotto:root?secret=");
  expect(await sessions().authenticate(session.value.token)).toBeUndefined();
  expect((await sessions().login(ROOT)).ok).toBe(false);
  // The code that confirmed is used up.
  expect((await sessions().login({ ...ROOT, totp: rightCode(shown) })).ok).toBe(false);
  now += 30_000;
  expect((await sessions().login({ ...ROOT, totp: rightCode(shown) })).ok).toBe(true);
  const recovery = [...shown.matchAll(/^ {2}([a-z2-7]{4}-[a-z2-7]{4}-[a-z2-7]{4})$/gm)];
  expect(recovery).toHaveLength(10);
  expect((await sessions().login({ ...ROOT, totp: recovery[3]?.[1] ?? "" })).ok).toBe(true);
  const { items } = await listAudit(place.admin, { before: null, limit: 10 });
  expect(items.filter(({ action }) => action === "totp.confirm")).toMatchObject([
    { admin: null, outcome: "done", subject: "root", reason: "by the owner of the database" },
  ]);
  expect(await verifyAudit(place.admin)).toMatchObject({ valid: true });
});

it("changes nothing after three wrong codes, without a terminal, and for no account", async () => {
  const wrong = (shown: string) => (rightCode(shown) === "000000" ? "000001" : "000000");
  const { shown, refusal } = await run("root", wrong);
  expect(shown.match(/A code of the app: /g)).toHaveLength(3);
  expect(refusal).toContain("nothing was changed");
  expect((await run("root", rightCode, false)).refusal).toContain("at a terminal");
  expect((await run("stranger", rightCode)).refusal).toContain("There is no account stranger");
  expect(await place.owner.$client`SELECT 1 FROM admin_totp`).toHaveLength(0);
  expect((await sessions().login(ROOT)).ok).toBe(true);
});

it("leaves codes alone that the account has, or gets while this one is typed", async () => {
  const inner: { shown: string; refusal: string | undefined }[] = [];
  const outer = await run("root", async (shown) => {
    inner.push(await run("root", rightCode));
    return rightCode(shown);
  });
  expect(inner[0]?.refusal).toBeUndefined();
  expect(outer.refusal).toContain("has one-time codes already");
  expect((await run("root", rightCode)).refusal).toContain("sotto-api admin reset root");
  now += 30_000;
  expect((await sessions().login({ ...ROOT, totp: rightCode(inner[0]?.shown ?? "") })).ok).toBe(true);
});
