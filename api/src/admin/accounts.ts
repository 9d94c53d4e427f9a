import { appendAudit } from "../audit/audit";
import type { Clock, Random } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import type { Database, Tx } from "../db/client";
import { transaction } from "../db/transaction";
import { deleteDevicesOf } from "./device-store";
import { hashPassword, isPassword, newPassword } from "./passwords";
import type { AdminRole } from "./roles";
import { deleteSessionsOf } from "./session-store";
import { changeAdmin, findAdmin, hasAnyAdmin, insertAdmin, listAccounts, lockAccounts } from "./store";
import { deleteTotp } from "./totp-store";

/** Accounts are created and changed by the owner of the database; `by` is the owner's name in the audit log. */
export type AccountParts = { database: Database; clock: Clock; random: Random };

type Failure = "known" | "unknown";

/** Makes an account; a generated password must be changed before it opens anything. Error: `known` when there is one of that name. */
export async function addAdmin(
  parts: AccountParts,
  account: { username: string; password: string; role: AdminRole; isGenerated?: boolean },
): Promise<Result<null, Failure>> {
  const passwordHash = await hashPassword(account.password);
  return transaction(parts.database, async (tx) => {
    await lockAccounts(tx);
    if (await findAdmin(tx, account.username)) return err("known");
    await insertAccount(parts, tx, { ...account, passwordHash, reason: `role ${account.role}` });
    return ok(null);
  });
}

/**
 * Sets another password for an account, ends its sessions, and forgets its one-time codes and devices. A disabled account works
 * again. Error: `unknown`.
 */
export async function resetAdmin(
  parts: AccountParts,
  account: { username: string; password: string; role?: AdminRole | undefined; isGenerated?: boolean },
): Promise<Result<null, Failure>> {
  const passwordHash = await hashPassword(account.password);
  return transaction(parts.database, async (tx) => {
    await lockAccounts(tx);
    const found = await findAdmin(tx, account.username);
    if (!found) return err("unknown");
    const role = account.role ?? found.role;
    await changeAdmin(tx, found.id, {
      passwordHash,
      mustChangePassword: account.isGenerated ?? false,
      role,
      disabledAt: null,
    });
    await deleteTotp(tx, found.id);
    await deleteSessionsOf(tx, found.id);
    await deleteDevicesOf(tx, found.id);
    await record(parts, tx, { action: "admin.reset", username: found.username, reason: `role ${role}` });
    return ok(null);
  });
}

/** Ends an account's sessions and refuses logins to it until it is reset. Error: `unknown`. */
export function disableAdmin(parts: AccountParts, username: string): Promise<Result<null, Failure>> {
  return transaction(parts.database, async (tx) => {
    await lockAccounts(tx);
    const found = await findAdmin(tx, username);
    if (!found) return err("unknown");
    await changeAdmin(tx, found.id, { disabledAt: found.disabledAt ?? parts.clock.now() });
    await deleteSessionsOf(tx, found.id);
    await deleteDevicesOf(tx, found.id);
    await record(parts, tx, { action: "admin.disable", username: found.username, reason: null });
    return ok(null);
  });
}

/** Every account, by name. */
export const listAdmins = (parts: Pick<AccountParts, "database">) => listAccounts(parts.database);

/**
 * Makes sure that somebody can log in: with a password given, the account of that name has it and is an approver;
 * without one, a password is generated when there is no administrator yet, and returned this once. One that is given
 * may be of any length and need not be changed.
 */
export async function ensureFirstAdmin(
  parts: AccountParts & { username?: string | undefined; password?: string | undefined },
): Promise<{ username: string; password?: string }> {
  const username = parts.username ?? "admin";
  const { password } = parts;
  if (password === undefined && (await hasAnyAdmin(parts.database))) return { username };
  const generated = newPassword(parts.random);
  const passwordHash = await hashPassword(password ?? generated);
  return transaction(parts.database, async (tx) => {
    await lockAccounts(tx);
    // Another process may have been first; its password has been printed.
    if (password === undefined && (await hasAnyAdmin(tx))) return { username };
    const found = await findAdmin(tx, username);
    if (!found) {
      const isGenerated = password === undefined;
      const account = { username, passwordHash, role: "approver", isGenerated } as const;
      await insertAccount(parts, tx, { ...account, reason: "first start" });
      return password === undefined ? { username, password: generated } : { username };
    }
    const isSame = password !== undefined && (await isPassword(found.passwordHash, password));
    if (isSame && found.role === "approver" && !found.mustChangePassword) return { username };
    const change = isSame ? {} : { passwordHash };
    await changeAdmin(tx, found.id, { role: "approver", mustChangePassword: false, ...change });
    await deleteSessionsOf(tx, found.id);
    await record(parts, tx, { action: "admin.reset", username, reason: "SOTTO_ADMIN_PASSWORD" });
    return { username };
  });
}

async function insertAccount(
  parts: AccountParts,
  tx: Tx,
  account: { username: string; passwordHash: string; role: AdminRole; isGenerated?: boolean; reason: string },
): Promise<void> {
  const { username, passwordHash, role, isGenerated: mustChangePassword = false, reason } = account;
  const id = Buffer.from(parts.random.bytes(16)).toString("base64url");
  await insertAdmin(tx, {
    ...{ id, username, passwordHash, mustChangePassword, role },
    createdAt: parts.clock.now(),
  });
  await record(parts, tx, { action: "admin.add", username, reason });
}

const record = (
  { clock }: AccountParts,
  tx: Tx,
  { username, ...what }: { action: string; username: string; reason: string | null },
): Promise<void> =>
  appendAudit(tx, { ...what, at: clock.now(), admin: null, outcome: "done", subject: username });
