import type { Administrator } from "../admin/administrator";
import type { Problem } from "../core/errors";
import { ok, type Result } from "../core/result";
import type { Claim } from "../idempotency/idempotency";
import type { Edge } from "./edge";
import type { Operation } from "./operation";

/** What of an administrator's call says what it acts on, and by which authorization. */
type MoneyRequest = {
  admin: Administrator;
  params: unknown;
  body: unknown;
  headers: Headers;
  idempotency: Claim | undefined;
};

/**
 * Uses up the authorization of a call that moves or commits money, where one-time codes are required; other calls pass. A
 * refusal is recorded in the audit log. Errors: `authorization/…`.
 */
export async function authorize(
  edge: Edge,
  { operationId, money }: Operation,
  { admin, params, body, headers, idempotency }: MoneyRequest,
): Promise<Result<null, Problem>> {
  if (money === undefined) return ok(null);
  const given: Readonly<Record<string, unknown>> = { ...asRecord(params), ...asRecord(body) };
  const authorized = await edge.authorize(admin, {
    operation: operationId,
    subject: money.map((name) => String(given[name])).join(" "),
    authorization: headers.get("sotto-authorization") ?? undefined,
    key: idempotency?.scopeHash,
  });
  // A client learns by the first refusal that a code is needed.
  if (!authorized.ok && authorized.error.code !== "authorization/required")
    await edge.recordRefusal(admin, operationId, authorized.error.code);
  return authorized;
}

const asRecord = (value: unknown): object => (typeof value === "object" && value !== null ? value : {});
