import { appendAudit } from "../audit/audit";
import { type Problem, problem } from "../core/errors";
import type { Clock, Random, TimeMs } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import type { Database, Tx } from "../db/client";
import { transaction } from "../db/transaction";
import type { Administrator } from "./administrator";
import { queueOf, rememberDevice } from "./devices";
import { countLoginFailure } from "./login-failures-store";
import { createLoginQueues, type InTurn } from "./login-queues";
import { hashPassword, hashRecoveryCode, isPassword } from "./passwords";
import { deleteSession, deleteSessionsBefore, insertSession, touchSession } from "./session-store";
import { findAdmin } from "./store";
import { newToken, tokenHash } from "./tokens";
import { plainRecoveryCode, stepOfCode, TOTP_SECRET_BYTES } from "./totp";
import { findTotp, type TotpRow, useRecoveryCode, useStep } from "./totp-store";

export type LoginInput = {
  username: string;
  password: string;
  totp?: string | undefined;
  /** What an earlier login left with this device. */
  deviceToken?: string | undefined;
};
export type OpenedSession = { token: string; expiresAt: TimeMs; deviceToken: string; admin: Administrator };

export type AdminSessions = {
  /** Errors: the same `auth/failed` whatever was wrong; `login/busy` while too many attempts wait. */
  login(input: LoginInput): Promise<Result<OpenedSession, Problem>>;
  /** The administrator behind a token; undefined when it is unknown, idle for 30 min, 8 h old or revoked. */
  authenticate(token: string): Promise<Administrator | undefined>;
  logout(token: string, admin: Administrator): Promise<void>;
  /**
   * Returns the hash of the account's password when this is it; wrong ones make the next attempt wait longer, as at the
   * login, but in a queue of those who are logged in. Errors: `auth/failed`, `login/busy`.
   */
  checkPassword(admin: Administrator, password: string): Promise<Result<{ passwordHash: string }, Problem>>;
};

/** A session ends when it was not used for so long. */
export const IDLE_MS = 30 * 60_000;
const AGE_MS_MAX = 8 * 3600_000;

type SessionParts = {
  database: Database;
  clock: Clock;
  random: Random;
  /** SOTTO_LIMITS=off lifts the growing delay and the queues. */
  isDelayLifted: boolean;
  sleep?: (ms: number) => Promise<void>;
};

/** Logins of administrators: argon2id passwords, one-time codes where enrolled, tokens of 256 random bits kept as hashes. */
export function createAdminSessions(options: SessionParts): AdminSessions {
  const { database, clock } = options;
  const sleep = options.sleep ?? ((ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)));
  const examine = createExaminer(options);
  const inTurn: InTurn = options.isDelayLifted ? (_, attempt) => attempt() : createLoginQueues({ sleep });
  return {
    login: async (input) => {
      const queue = await queueOf(database, { ...input, now: clock.now() });
      return inTurn(queue, async () => {
        const examined = await examine(input);
        const opened = examined.ok
          ? await transaction(database, (tx) =>
              open(options, tx, { ...examined, deviceToken: input.deviceToken }),
            )
          : null;
        if (opened !== null) return ok(opened);
        await recordRefusal(options, examined.account);
        return err(problem("auth/failed"));
      });
    },
    authenticate: (token) => {
      const now = clock.now();
      return touchSession(database, { tokenHash: tokenHash(token), now, seenAfter: now - IDLE_MS });
    },
    logout: (token, admin) =>
      transaction(database, async (tx) => {
        await deleteSession(tx, tokenHash(token));
        await appendAudit(tx, { ...draftOf(admin.username, clock.now()), action: "logout", outcome: "done" });
      }),
    checkPassword: ({ id, username }, password) =>
      inTurn(`account:${id}`, async () => {
        const found = await findAdmin(database, username);
        const isRight = found !== undefined && (await isPassword(found.passwordHash, password));
        return isRight ? ok({ passwordHash: found.passwordHash }) : err(problem("auth/failed"));
      }),
  };
}

/** What is used up when the session is opened. */
type Proof = { kind: "none" } | { kind: "step"; step: number } | { kind: "recovery"; codeHash: Uint8Array };
type Examined =
  | { ok: true; account: string; admin: Administrator; proof: Proof }
  | { ok: false /** The name, where there is such an account. */; account: string | null };

/** Looks at everything that a login says, whatever of it is wrong, so that each failure takes the same time. */
function createExaminer({ database, clock, random }: SessionParts) {
  let stand: Promise<{ passwordHash: string; totp: TotpRow }> | undefined;
  const standIn = () => {
    stand ??= hashPassword(Buffer.from(random.bytes(32)).toString("hex")).then((passwordHash) => ({
      passwordHash,
      totp: {
        adminId: "",
        secret: random.bytes(TOTP_SECRET_BYTES),
        confirmedAt: null,
        confirmUntil: 0,
        lastStep: 0,
        recoverySalt: random.bytes(16),
      },
    }));
    return stand;
  };
  return async ({ username, password, totp: code = "" }: LoginInput): Promise<Examined> => {
    // PostgreSQL cannot store U+0000, so no account has such a name.
    const found = username.includes("\u0000") ? undefined : await findAdmin(database, username);
    const nobody = await standIn();
    const totp = await findTotp(database, found?.id ?? "");
    const isRight = await isPassword(found?.passwordHash ?? nobody.passwordHash, password);
    const proof = await proofOf(totp ?? nobody.totp, code, clock.now());
    const isEnrolled = totp !== undefined && totp.confirmedAt !== null;
    const account = found?.username ?? null;
    if (!found || !isRight || found.disabledAt !== null || (isEnrolled && proof === null))
      return { ok: false, account };
    const { id, username: name, role, mustChangePassword } = found;
    const admin = { id, username: name, role, totp: isEnrolled, mustChangePassword };
    const used = isEnrolled && proof !== null ? proof : ({ kind: "none" } as const);
    return { ok: true, account: name, admin, proof: used };
  };
}

async function proofOf(totp: TotpRow, code: string, now: TimeMs): Promise<Proof | null> {
  const step = stepOfCode(totp.secret, code.replace(/\s/g, ""), now);
  if (step !== null) return { kind: "step", step };
  const recovery = plainRecoveryCode(code);
  if (recovery === null) return null;
  return { kind: "recovery", codeHash: await hashRecoveryCode(recovery, totp.recoverySalt) };
}

/** Uses the proof up and opens the session, in one transaction; null when the proof was used before. */
async function open(
  { clock, random }: SessionParts,
  tx: Tx,
  { admin, proof, deviceToken }: Extract<Examined, { ok: true }> & { deviceToken: string | undefined },
): Promise<OpenedSession | null> {
  if (!(await useUp(tx, admin.id, proof))) return null;
  const now = clock.now();
  const token = newToken(random);
  const expiresAt = now + AGE_MS_MAX;
  await deleteSessionsBefore(tx, now);
  await insertSession(tx, {
    id: Buffer.from(random.bytes(16)).toString("base64url"),
    tokenHash: tokenHash(token),
    adminId: admin.id,
    createdAt: now,
    lastSeenAt: now,
    expiresAt,
  });
  const device = await rememberDevice(tx, { random, adminId: admin.id, deviceToken, now });
  await appendAudit(tx, {
    ...draftOf(admin.username, now),
    action: "login",
    outcome: "done",
    reason: proof.kind === "recovery" ? "with a recovery code" : null,
  });
  return { token, expiresAt, deviceToken: device, admin };
}

async function useUp(tx: Tx, adminId: string, proof: Proof): Promise<boolean> {
  if (proof.kind === "none") return true;
  if (proof.kind === "step") return useStep(tx, adminId, proof.step);
  return useRecoveryCode(tx, adminId, proof.codeHash);
}

/**
 * A name without an account is not recorded: it may be a password typed into the wrong field. Such failures are counted,
 * so that a stranger cannot fill the audit log.
 */
const recordRefusal = ({ database, clock }: SessionParts, account: string | null): Promise<void> =>
  transaction(database, async (tx) => {
    const at = clock.now();
    if (account === null) return countLoginFailure(tx, at);
    await appendAudit(tx, {
      ...draftOf(account, at),
      action: "login",
      outcome: "refused",
      reason: "auth/failed",
    });
  });

const draftOf = (admin: string, at: TimeMs) => ({ at, admin, subject: null, reason: null });
