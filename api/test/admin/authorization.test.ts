import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { MONEY_OPERATIONS } from "../../src/admin/money-operations";
import { confirmSecret, offerSecret } from "../../src/admin/owner-enrolment";
import { codeOfStep, stepAt } from "../../src/admin/totp";
import { closeDatabase, openDatabase } from "../../src/db/client";
import { OPERATIONS } from "../../src/routes/contract";
import { type RunningSotto, startSotto } from "../running-sotto";

let sotto: RunningSotto;
let token: string;
let secret: Uint8Array;
/** Codes are good for a step before and after, each step once: one is left for this test by setting the clock back. */
const clock = { now: () => Date.now() };

beforeAll(async () => {
  sotto = await startSotto({}, undefined, undefined, true);
  token = z.object({ token: z.string() }).parse((await call("/login", sotto.admin)).body).token;
  secret = await enrolled();
  const code = codeOfStep(secret, stepAt(clock.now()) + 1);
  const again = await call("/login", { ...sotto.admin, totp: code });
  token = z.object({ token: z.string() }).parse(again.body).token;
}, 240_000);
afterAll(() => sotto.stop());

async function enrolled(): Promise<Uint8Array> {
  const database = openDatabase({ url: sotto.databaseUrl, connectionsMax: 1 });
  const parts = { database, clock, random: { bytes: (count: number) => randomBytes(count) } };
  const offered = await offerSecret(parts, sotto.admin.username);
  if (!offered.ok) throw new Error(offered.error);
  const confirmed = await confirmSecret(
    parts,
    offered.value,
    codeOfStep(offered.value.secret, stepAt(clock.now())),
  );
  await closeDatabase(database);
  if (!confirmed.ok) throw new Error(confirmed.error);
  return offered.value.secret;
}

type Answer = { status: number; code?: string | undefined; body: Record<string, unknown> };

async function call(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(`${sotto.base}/api/admin${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const known = z.record(z.string(), z.unknown()).parse(await answer.json());
  return {
    status: answer.status,
    code: known.code === undefined ? undefined : String(known.code),
    body: known,
  };
}

const newLoan = async (): Promise<string> =>
  String((await call("/loan-orders", { currency: "BTC", amount: "0.01", exchangeRate: "60000" })).body.id);

/** Sets the account back to before its codes of now were used, as if half a minute had passed. */
const nextCode = async (): Promise<string> => {
  await sotto.sql`UPDATE admin_totp SET last_step = 0`;
  return codeOfStep(secret, stepAt(clock.now()));
};

it("asks for a code wherever money moves, says for what, and does it once with one", async () => {
  const loans = [await newLoan(), await newLoan()];
  const refused = await call(`/loan-orders/${loans[0]}/pay`, {});
  expect(refused).toMatchObject({
    status: 403,
    code: "authorization/required",
    body: { operation: "payLoan", subject: loans[0] },
  });
  const operations = [{ operation: "payLoan", subjects: loans }];
  const { status, body } = await call("/authorizations", { operations, code: await nextCode() });
  expect(status).toBe(201);
  const proof = { "sotto-authorization": String(body.authorization) };
  for (const id of loans) {
    const key = { "idempotency-key": `pay-${id}-0123456789` };
    const paid = await call(`/loan-orders/${id}/pay`, {}, { ...proof, ...key });
    expect(paid).toMatchObject({ status: 200, body: { status: "paid" } });
    expect(await call(`/loan-orders/${id}/pay`, {}, { ...proof, ...key })).toEqual(paid);
    expect((await call(`/loan-orders/${id}/pay`, {}, proof)).code).toBe("authorization/used");
  }
  const [row] = await sotto.sql`SELECT action, outcome, reason FROM admin_audit ORDER BY seq DESC LIMIT 1`;
  expect(row).toEqual({ action: "loan.pay", outcome: "refused", reason: "authorization/used" });
});

it("asks for a code at each operation that moves or commits money, before it looks at anything", async () => {
  const bodies: Record<string, object> = {
    overridePayout: { reason: "why", txHash: "a".repeat(64) },
    bookMissing: { reason: "why", amount: "1" },
    refundRecovery: { reason: "why", refundAddress: "0x9858EfFD232B4033E47d90003D41EC34EcaEda94" },
    payLoan: {},
  };
  for (const { operationId, path, money } of OPERATIONS.filter((one) => one.money !== undefined)) {
    const at = path.replace("/api/admin", "").replace(/\{\w+\}/, "17");
    const body = operationId === "approveLoan" ? undefined : (bodies[operationId] ?? { reason: "why" });
    const name = at.includes("exchanges") ? at.replace("17", "123456789") : at;
    const refused = await call(name, body);
    expect({ operationId, ...refused }).toMatchObject({ operationId, code: "authorization/required" });
    expect(String(refused.body.subject).split(" ")).toHaveLength(money?.length ?? 0);
  }
});

it("lists every operation that declares that it moves money, and no other", () => {
  const declared = OPERATIONS.filter(({ money }) => money !== undefined).map(
    ({ operationId }) => operationId,
  );
  expect(declared.toSorted()).toEqual([...MONEY_OPERATIONS].toSorted());
});
