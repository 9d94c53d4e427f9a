import { createHash } from "node:crypto";
import { appendAudit } from "../audit/audit";
import { type Problem, problem } from "../core/errors";
import type { Clock, Random, TimeMs } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import type { Database, Tx } from "../db/client";
import { transaction } from "../db/transaction";
import type { Administrator } from "./administrator";
import {
  type Authorized,
  deleteAuthorizationsBefore,
  findAuthorization,
  findAuthorized,
  insertAuthorization,
  takeAuthorized,
} from "./authorization-store";
import { doneBy, refuse } from "./own-account";
import { stepOfCode } from "./totp";
import { findTotp, useStep } from "./totp-store";
import { createWrongCodes } from "./wrong-codes";

const GOOD_MS = 10 * 60_000;
/** As long as the answers under idempotency keys, so that a repeated call finds the authorization of the first. */
const KEPT_MS = 24 * 3_600_000;

type AuthorizationParts = {
  database: Database;
  clock: Clock;
  random: Random;
  /** Whether operations that move money need an authorization. */
  isRequired: boolean;
};

export type GivenAuthorization = { id: string; hash: string; expiresAt: TimeMs };

/** A call that moves or commits money, and the authorization that it names. */
export type MoneyCall = Authorized & {
  authorization: string | undefined;
  /** The hash of its Idempotency-Key: a repeated call uses nothing up. */
  key: string | undefined;
};

/** What one-time codes have approved. */
export type Authorizations = ReturnType<typeof createAuthorizations>;

/** One-time codes that approve listed operations, each once. */
export function createAuthorizations(parts: AuthorizationParts) {
  const { database, clock } = parts;
  const wrong = createWrongCodes();
  return {
    /**
     * Approves a list by a code, which is used up. Errors: `totp/not-enrolled`, `totp/code`, and `totp/wait` after five wrong
     * codes in ten minutes.
     */
    give: async (
      admin: Administrator,
      asked: { operations: readonly Authorized[]; code: string },
    ): Promise<Result<GivenAuthorization, Problem>> => {
      const action = "authorization.give";
      const totp = await findTotp(database, admin.id);
      if (totp === undefined || totp.confirmedAt === null)
        return refuse(parts, admin, { action, problem: problem("totp/not-enrolled") });
      const now = clock.now();
      const waitS = Math.ceil(wrong.waitMs(admin.id, now) / 1000);
      if (waitS > 0)
        return err(problem("totp/wait", { retryAfterS: waitS, params: { seconds: String(waitS) } }));
      const step = stepOfCode(totp.secret, asked.code.replace(/\s/g, ""), now);
      const given = step === null ? null : await give(parts, { admin, step, now, ...asked });
      if (given !== null) return ok(given);
      wrong.note(admin.id, now);
      return refuse(parts, admin, { action, problem: problem("totp/code", { pointer: "/code" }) });
    },
    /**
     * Uses up what a call needs. Errors: `authorization/required`, which names the operation and its subject,
     * `authorization/unknown`, `authorization/not-listed`, `authorization/used` and `authorization/expired`.
     */
    use: async (admin: Administrator, call: MoneyCall): Promise<Result<null, Problem>> => {
      const { authorization: id, operation, subject } = call;
      if (id !== undefined)
        return transaction(database, (tx) => use(tx, { ...call, id, adminId: admin.id }, clock.now()));
      return parts.isRequired
        ? err(problem("authorization/required", { extra: { operation, subject } }))
        : ok(null);
    },
  };
}

async function give(
  { database, random }: AuthorizationParts,
  approved: { admin: Administrator; operations: readonly Authorized[]; step: number; now: TimeMs },
): Promise<GivenAuthorization | null> {
  const { admin, step, now } = approved;
  const items = canonical(approved.operations);
  const id = Buffer.from(random.bytes(16)).toString("base64url");
  const given = { id, hash: hashOf(items), expiresAt: now + GOOD_MS };
  return transaction(database, async (tx) => {
    if (!(await useStep(tx, admin.id, step))) return null;
    await deleteAuthorizationsBefore(tx, now - KEPT_MS);
    await insertAuthorization(tx, { ...given, adminId: admin.id, createdAt: now }, items);
    const done = doneBy(admin, { action: "authorization.give", at: now });
    await appendAudit(tx, { ...done, subject: given.hash, reason: summaryOf(items) });
    return given;
  });
}

async function use(
  tx: Tx,
  call: MoneyCall & { id: string; adminId: string },
  now: TimeMs,
): Promise<Result<null, Problem>> {
  const { id, operation, subject, key } = call;
  const found = await findAuthorization(tx, call);
  if (found === undefined) return err(problem("authorization/unknown"));
  const item = await findAuthorized(tx, id, { operation, subject });
  if (item === undefined) return err(problem("authorization/not-listed"));
  if (item.usedAt === null && found.expiresAt <= now) return err(problem("authorization/expired"));
  const taken = { operation, subject, usedAt: now, usedBy: key ?? null };
  if (await takeAuthorized(tx, id, taken)) return ok(null);
  const first = await findAuthorized(tx, id, { operation, subject });
  const isRepeated = key !== undefined && first?.usedBy === key;
  return isRepeated ? ok(null) : err(problem("authorization/used"));
}

/** Each operation and subject once, in the order of their names. */
export function canonical(items: readonly Authorized[]): Authorized[] {
  const byName = new Map(
    items.map(({ operation, subject }) => [nameOf({ operation, subject }), { operation, subject }]),
  );
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}

const nameOf = ({ operation, subject }: Authorized): string => JSON.stringify([operation, subject]);

/** SHA-256, in hex, of the canonical list: a JSON array of pairs, without spaces. */
export const hashOf = (items: readonly Authorized[]): string =>
  createHash("sha256")
    .update(`[${items.map(nameOf).join(",")}]`)
    .digest("hex");

/** How many of each operation. */
function summaryOf(items: readonly Authorized[]): string {
  const counts = new Map<string, number>();
  for (const { operation } of items) counts.set(operation, (counts.get(operation) ?? 0) + 1);
  return [...counts].map(([operation, count]) => `${operation}: ${count}`).join(", ");
}
