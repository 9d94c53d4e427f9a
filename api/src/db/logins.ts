import { createHash, createHmac, pbkdf2Sync, randomBytes, randomInt } from "node:crypto";
import type { Sql, TransactionSql } from "postgres";
import { closeDatabase, type Database, openDatabase } from "./client";
import type { LoginRole } from "./login-roles";
import { quoted } from "./quoted";
import { sqlState } from "./transaction";

/** The process's database user can do more than its role may: the message says what, and what to do. */
export class UnsafeLogin extends Error {
  override readonly name = "UnsafeLogin";
}

/**
 * What the names of a database's logins begin with. Logins are known in the whole cluster: those of two installations
 * must differ.
 */
export const loginPrefix = (database: string): string => database.toLowerCase().replace(/[^a-z0-9_]/g, "_");

/** The schema's text with the names of this database's logins in place of `sotto_http` and so on. */
export const withLogins = (text: string, prefix: string): string =>
  text.replace(/\bsotto_(http|admin|worker|signer)\b/g, `${prefix}_$1`);

/** The logins of a database, by role, and since when they have passwords; null where they have none yet. */
export async function readLogins(
  sql: Sql | TransactionSql,
): Promise<Map<LoginRole, { login: string; passwordAt: Date | null }>> {
  const rows = await sql<{ role: LoginRole; login: string; password_at: Date | null }[]>`
    SELECT role, login, password_at FROM migrations.logins`;
  return new Map(rows.map(({ role, login, password_at }) => [role, { login, passwordAt: password_at }]));
}

/** Whether a database has ever been used by a service. */
export async function hasLogins(url: string): Promise<boolean> {
  const database = openDatabase({ url, connectionsMax: 1 });
  try {
    const [row] = await database.$client<{ has: boolean }[]>`
      SELECT to_regclass('migrations.logins') IS NOT NULL AS has`;
    return row?.has === true;
  } finally {
    await closeDatabase(database);
  }
}

/** Sets new passwords for all logins of the database and returns them by role. Needs the owner, with CREATEROLE. */
export async function renewPasswords({ $client }: Database): Promise<Map<LoginRole, string>> {
  return $client.begin(async (sql) => {
    const passwords = new Map<LoginRole, string>();
    for (const [role, { login }] of await readLogins(sql)) {
      passwords.set(role, await setPassword(sql, login));
      await sql`UPDATE migrations.logins SET password_at = now() WHERE role = ${role}`;
    }
    return passwords;
  });
}

/** Sets a new password for a login and returns it. The server gets its verifier only, because servers log statements. */
export async function setPassword(sql: Sql | TransactionSql, login: string): Promise<string> {
  const password = randomBytes(24).toString("base64url");
  await sql.unsafe(
    `ALTER ROLE ${quoted(login)} LOGIN PASSWORD '${scramVerifier(password, randomBytes(16))}'`,
  );
  return password;
}

const SCRAM_ITERATIONS = 4_096;

/** What PostgreSQL stores of a password: RFC 5802 and 7677, in the form that it takes from clients. */
export function scramVerifier(password: string, salt: Uint8Array): string {
  const salted = pbkdf2Sync(password, salt, SCRAM_ITERATIONS, 32, "sha256");
  const keyed = (text: string): Buffer => createHmac("sha256", salted).update(text).digest();
  const stored = createHash("sha256").update(keyed("Client Key")).digest();
  const parts = [stored, keyed("Server Key")].map((bytes) => bytes.toString("base64"));
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${Buffer.from(salt).toString("base64")}$${parts.join(":")}`;
}

/** The user that a URL names. */
export function userOf(url: string): { login: string; password: string } {
  const { username, password } = new URL(url);
  return { login: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/** The URL of a server's or database's, as another user. */
export function urlAs(url: string, user: { login: string; password: string }): string {
  const changed = new URL(url);
  // Without a host, as in `postgres:///sotto?host=/run/postgresql`, a URL takes no user.
  changed.hostname ||= "localhost";
  changed.username = encodeURIComponent(user.login);
  changed.password = encodeURIComponent(user.password);
  return changed.toString();
}

const LOCK_BELOW = 2 ** 31;
/** Wrong password, not let in, no such database, not allowed into it. */
const REFUSED = new Set(["28P01", "28000", "3D000", "42501"]);

/**
 * Whether a URL opens a session of this login in the owner's database, and not in another of the same name: the owner sees the
 * lock that the session takes. False where the server refuses it; throws where it cannot be reached.
 */
export async function opensHere(
  { $client: owner }: Database,
  { url, login }: { url: string | undefined; login: string },
): Promise<boolean> {
  if (url === undefined) return false;
  const database = openDatabase({ url, connectionsMax: 1 });
  const [one, other] = [randomInt(LOCK_BELOW), randomInt(LOCK_BELOW)];
  try {
    return await database.$client.begin(async (session) => {
      await session`SELECT pg_advisory_xact_lock(${one}, ${other})`;
      const seen = await owner`
        SELECT 1 FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
        WHERE l.locktype = 'advisory' AND l.classid = ${one} AND l.objid = ${other} AND l.granted
          AND a.usename = ${login} AND a.datname = current_database()`;
      return seen.length > 0;
    });
  } catch (error) {
    if (REFUSED.has(sqlState(error) ?? "")) return false;
    throw error;
  } finally {
    await closeDatabase(database);
  }
}

/** Closes a database to all but its owner and these logins; none of them may make temporary tables in it. */
export async function closeToOthers(
  database: Database,
  name: string,
  logins: Iterable<string>,
): Promise<void> {
  const { $client: sql } = database;
  await sql.unsafe(`REVOKE ALL ON DATABASE ${quoted(name)} FROM PUBLIC`);
  const named = [...logins].map(quoted).join(", ");
  if (named !== "") await sql.unsafe(`GRANT CONNECT ON DATABASE ${quoted(name)} TO ${named}`);
}

/**
 * Refuses to work as a user of the database that could do more than its role's rights say: a superuser, an owner, one
 * who may make roles, or one who may become another. Throws UnsafeLogin.
 */
export async function requirePlainLogin({ $client: sql }: Database, role: LoginRole): Promise<void> {
  const [found] = await sql<Record<string, boolean>[]>`
    SELECT rolsuper AS "is a superuser", rolcreaterole AS "may make roles", rolcreatedb AS "may make databases",
      rolreplication AS "may replicate", rolbypassrls AS "passes row security",
      session_user <> current_user AS "acts as another role",
      EXISTS (SELECT 1 FROM pg_roles other WHERE other.oid <> me.oid AND pg_has_role(me.oid, other.oid, 'MEMBER'))
        AS "is a member of another role",
      EXISTS (SELECT 1 FROM pg_shdepend WHERE deptype = 'o' AND refclassid = 'pg_authid'::regclass AND refobjid = me.oid)
        AS "owns something",
      has_database_privilege(current_database(), 'CREATE') OR has_database_privilege(current_database(), 'TEMP')
        OR EXISTS (SELECT 1 FROM pg_namespace WHERE has_schema_privilege(oid, 'CREATE') AND nspname !~ '^pg_temp')
        AS "may create in the database"
    FROM pg_roles me WHERE rolname = session_user`;
  const faults = Object.entries(found ?? {}).flatMap(([fault, isSo]) => (isSo ? [fault] : []));
  if (faults.length === 0) return;
  throw new UnsafeLogin(
    `DATABASE_URL: its user ${faults.join(", ")}. A process of the role ${role} takes the login that ` +
      "`sotto-api logins` writes for it, and not the owner of the database.",
  );
}
