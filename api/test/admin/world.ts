import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { hashPassword } from "../../src/admin/passwords";
import { ADMIN_ROLES, type AdminRole } from "../../src/admin/roles";
import { type RunningSotto, startSotto } from "../running-sotto";

export const ETH = "0x9858EfFD232B4033E47d90003D41EC34EcaEda94";
const WAIT_MS_MAX = 120_000;

let running: RunningSotto | undefined;

/** The one server of this folder's tests. */
export function sotto(): RunningSotto {
  if (running === undefined) throw new Error("the server has not started");
  return running;
}

/** Starts it, with an administrator of each role. */
export async function openAdminWorld(): Promise<void> {
  running = await startSotto();
  const passwordHash = await hashPassword(randomBytes(16).toString("hex"));
  for (const role of ADMIN_ROLES)
    await running.sql`
      INSERT INTO admin_users (id, username, password_hash, created_at, role)
      VALUES (${`id-${role}`}, ${`the ${role}`}, ${passwordHash}, now(), ${role})`;
}

export type Answer = { status: number; body: Record<string, unknown>; headers: Headers };

export async function call(
  method: string,
  path: string,
  options: { token?: string; apiKey?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { token, apiKey, body } = options;
  const request = new Request(`${sotto().base}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(apiKey === undefined ? {} : { "x-api-key": apiKey }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await sotto().fetch(request);
  const json = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body: json, headers: response.headers };
}

/** A session of a role, as its row in the database. */
export async function session(role: AdminRole, ends = "8 hours", seen = "0 s"): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(token).digest("hex");
  await sotto().sql`
    INSERT INTO admin_sessions (id, token_hash, admin_id, created_at, last_seen_at, expires_at)
    VALUES (${hash.slice(0, 22)}, ${hash}, ${`id-${role}`}, now(), now() - ${seen}::interval, now() + ${ends}::interval)`;
  return token;
}

export const turn = async (
  what: string,
  how: "pause" | "resume",
  role: AdminRole = "approver",
): Promise<Answer> =>
  call("POST", `/api/admin/${what}/${how}`, { token: await session(role), body: { reason: "A test." } });

export async function eventually(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const untilMs = Date.now() + WAIT_MS_MAX;
  while (!(await isSo())) {
    if (Date.now() > untilMs) throw new Error(`not in time: ${what}`);
    await sleep(100);
  }
}

export async function newOrder(pair: { send: string; receive: string; amount: string; to: string }) {
  const { status, body } = await call("POST", "/api/exchanges", {
    body: {
      sendCurrency: pair.send,
      receiveCurrency: pair.receive,
      sendAmount: pair.amount,
      receiveAddress: pair.to,
    },
  });
  expect([status, body.code]).toEqual([201, undefined]);
  return body as { id: string; depositAddress: string };
}

export const orderOf = async (id: string) => (await call("GET", `/api/exchanges/${id}`)).body;
export const attempts = (where: string) => sotto().sql.unsafe(`SELECT * FROM payout_attempts WHERE ${where}`);
export const switchOf = async (name: string): Promise<unknown> => {
  const { body } = await call("GET", "/api/admin/overview", { token: await session("viewer") });
  return (body.switches as { name: string }[]).find((one) => one.name === name);
};
