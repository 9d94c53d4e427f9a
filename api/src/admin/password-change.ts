import { appendAudit } from "../audit/audit";
import { type Problem, problem } from "../core/errors";
import type { Clock } from "../core/ports";
import { ok, type Result } from "../core/result";
import type { Database } from "../db/client";
import { transaction } from "../db/transaction";
import type { Administrator } from "./administrator";
import { doneBy, refuse } from "./own-account";
import { faultOfPassword } from "./password-rule";
import { hashPassword } from "./passwords";
import { deleteOtherSessions } from "./session-store";
import type { AdminSessions } from "./sessions";
import { setOwnPassword } from "./store";
import { tokenHash } from "./tokens";

type Parts = { database: Database; clock: Clock; sessions: AdminSessions };
type PasswordChange = { currentPassword: string; newPassword: string };

const ACTION = "password.change";

/**
 * Sets the password that an account's owner chose, and ends its other sessions than `token`'s. Errors: `auth/failed`,
 * `password/short`, `password/common`, `password/same`.
 */
export async function changePassword(
  parts: Parts,
  admin: Administrator,
  { currentPassword, newPassword, token }: PasswordChange & { token: string },
): Promise<Result<Administrator, Problem>> {
  const fault = newPassword === currentPassword ? "password/same" : faultOfPassword(newPassword);
  if (fault !== null)
    return refuse(parts, admin, { action: ACTION, problem: problem(fault, { pointer: "/newPassword" }) });
  const checked = await parts.sessions.checkPassword(admin, currentPassword);
  if (!checked.ok) return refuse(parts, admin, { action: ACTION, problem: checked.error });
  const change = { id: admin.id, from: checked.value.passwordHash, to: await hashPassword(newPassword) };
  const isChanged = await transaction(parts.database, async (tx) => {
    if (!(await setOwnPassword(tx, change))) return false;
    await deleteOtherSessions(tx, { adminId: admin.id, tokenHash: tokenHash(token) });
    await appendAudit(tx, doneBy(admin, { action: ACTION, at: parts.clock.now() }));
    return true;
  });
  if (!isChanged) return refuse(parts, admin, { action: ACTION, problem: problem("auth/failed") });
  return ok({ ...admin, mustChangePassword: false });
}
