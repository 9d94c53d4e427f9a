import { appendAudit } from "../audit/audit";
import { err, ok, type Result } from "../core/result";
import { transaction } from "../db/transaction";
import type { AccountParts } from "./accounts";
import { makeRecoveryCodes } from "./recovery-codes";
import { deleteSessionsOf } from "./session-store";
import { findAdmin, lockAccounts } from "./store";
import { showSecret, stepOfCode, TOTP_SECRET_BYTES } from "./totp";
import { confirmEnrolment, findTotp, insertRecoveryCodes, saveEnrolment } from "./totp-store";

type Account = { adminId: string; username: string };
type Failure = "unknown" | "enrolled";

/** A secret that the owner of the database shows for an account; nothing is stored before a code of it is confirmed. */
export type OfferedSecret = Account & { secret: Uint8Array; shown: ReturnType<typeof showSecret> };

/** Makes a secret for an account. Errors: `unknown`, and `enrolled` where the account has one-time codes. */
export async function offerSecret(
  { database, random }: Pick<AccountParts, "database" | "random">,
  name: string,
): Promise<Result<OfferedSecret, Failure>> {
  const found = await findAdmin(database, name);
  if (!found) return err("unknown");
  const totp = await findTotp(database, found.id);
  if (totp && totp.confirmedAt !== null) return err("enrolled");
  const secret = random.bytes(TOTP_SECRET_BYTES);
  const { id: adminId, username } = found;
  return ok({ adminId, username, secret, shown: showSecret(secret, username) });
}

/**
 * Makes the secret the account's, ends its sessions, and returns its recovery codes. Errors: `code`, and `enrolled` where
 * another enrolment was confirmed meanwhile.
 */
export async function confirmSecret(
  { database, clock, random }: AccountParts,
  { adminId, username, secret }: OfferedSecret,
  code: string,
): Promise<Result<string[], "code" | "enrolled">> {
  const now = clock.now();
  const step = stepOfCode(secret, code.replace(/\s/g, ""), now);
  if (step === null) return err("code");
  const recoverySalt = random.bytes(16);
  const { codes, hashes } = await makeRecoveryCodes(random, recoverySalt);
  return transaction(database, async (tx) => {
    await lockAccounts(tx);
    const row = { adminId, secret, confirmedAt: null, confirmUntil: now + 1, lastStep: 0, recoverySalt };
    const isOurs = await saveEnrolment(tx, row);
    if (!isOurs || !(await confirmEnrolment(tx, { adminId, secret, step, now }))) return err("enrolled");
    await insertRecoveryCodes(tx, adminId, hashes);
    await deleteSessionsOf(tx, adminId);
    await appendAudit(tx, {
      ...{ at: now, admin: null, action: "totp.confirm", outcome: "done", subject: username },
      reason: "by the owner of the database",
    });
    return ok(codes);
  });
}
