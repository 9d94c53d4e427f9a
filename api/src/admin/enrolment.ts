import { appendAudit } from "../audit/audit";
import { problem } from "../core/errors";
import type { Clock, Random, TimeMs } from "../core/ports";
import { ok } from "../core/result";
import type { Database } from "../db/client";
import { transaction } from "../db/transaction";
import type { Administrator } from "./administrator";
import { doneBy, refuse } from "./own-account";
import { makeRecoveryCodes } from "./recovery-codes";
import { deleteOtherSessions } from "./session-store";
import type { AdminSessions } from "./sessions";
import { tokenHash } from "./tokens";
import { showSecret, stepOfCode, TOTP_SECRET_BYTES } from "./totp";
import { confirmEnrolment, findTotp, insertRecoveryCodes, saveEnrolment, type TotpRow } from "./totp-store";

const CONFIRM_WITHIN_MS = 10 * 60_000;

type EnrolmentParts = { database: Database; clock: Clock; random: Random; sessions: AdminSessions };

/** Beginning to use one-time codes. */
export type Enrolment = ReturnType<typeof createEnrolment>;

/** Begins and confirms the use of one-time codes. */
export function createEnrolment(parts: EnrolmentParts) {
  const { database, clock, random, sessions } = parts;
  return {
    /** Returns the new secret. Errors: `auth/failed`, `totp/enrolled`. */
    enrol: async (admin: Administrator, password: string) => {
      const action = "totp.enrol";
      const checked = await sessions.checkPassword(admin, password);
      if (!checked.ok) return refuse(parts, admin, { action, problem: checked.error });
      const now = clock.now();
      const secret = random.bytes(TOTP_SECRET_BYTES);
      const confirmUntil = now + CONFIRM_WITHIN_MS;
      const isBegun = await transaction(database, async (tx) => {
        const row = { adminId: admin.id, secret, confirmUntil, confirmedAt: null, lastStep: 0 };
        if (!(await saveEnrolment(tx, { ...row, recoverySalt: random.bytes(16) }))) return false;
        await appendAudit(tx, doneBy(admin, { action, at: now }));
        return true;
      });
      if (!isBegun) return refuse(parts, admin, { action, problem: problem("totp/enrolled") });
      return ok({ ...showSecret(secret, admin.username), expiresAt: confirmUntil });
    },
    /** Ends the account's other sessions than `token`'s. Errors: `totp/enrolled`, `totp/not-enrolling`, `totp/code`. */
    confirm: async (admin: Administrator, code: string, token: string) => {
      const action = "totp.confirm";
      const now = clock.now();
      const pending = await findTotp(database, admin.id);
      if (pending && pending.confirmedAt !== null)
        return refuse(parts, admin, { action, problem: problem("totp/enrolled") });
      if (!pending || pending.confirmUntil <= now)
        return refuse(parts, admin, { action, problem: problem("totp/not-enrolling") });
      const step = stepOfCode(pending.secret, code.replace(/\s/g, ""), now);
      if (step === null) return refuse(parts, admin, { action, problem: problem("totp/code") });
      const recoveryCodes = await confirm(parts, { admin, pending, step, now, token });
      return recoveryCodes === null
        ? refuse(parts, admin, { action, problem: problem("totp/not-enrolling") })
        : ok({ recoveryCodes });
    },
  };
}

/** Makes the secret the account's, with its recovery codes. Other sessions of the account must prove the code too. */
async function confirm(
  parts: EnrolmentParts,
  enrolment: { admin: Administrator; pending: TotpRow; step: number; now: TimeMs; token: string },
): Promise<string[] | null> {
  const { admin, pending, step, now, token } = enrolment;
  const { codes, hashes } = await makeRecoveryCodes(parts.random, pending.recoverySalt);
  return transaction(parts.database, async (tx) => {
    const { secret } = pending;
    if (!(await confirmEnrolment(tx, { adminId: admin.id, secret, step, now }))) return null;
    await insertRecoveryCodes(tx, admin.id, hashes);
    await deleteOtherSessions(tx, { adminId: admin.id, tokenHash: tokenHash(token) });
    await appendAudit(tx, doneBy(admin, { action: "totp.confirm", at: now }));
    return codes;
  });
}
