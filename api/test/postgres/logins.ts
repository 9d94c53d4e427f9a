import type { Sql } from "postgres";
import { type AnyLogin, LOGIN_ROLES } from "../../src/db/login-roles";
import { scramVerifier, urlAs } from "../../src/db/logins";
import { writeLoginFiles } from "../../src/login-files";

/** What the logins of the tests' databases are named by: copies of one template share them. */
export const TEST_PREFIX = "template_sotto";
const PASSWORD = "of a login in the tests";
const SALT = new Uint8Array(16);

/** The URL of a test database as the login of a process. */
export const loginUrl = (url: string, role: AnyLogin): string =>
  urlAs(url, { login: `${TEST_PREFIX}_${role}`, password: PASSWORD });

/** Lets the logins of the template in, each by the same password: tests do not guard them from each other. */
export async function openLogins(sql: Sql, roles: readonly AnyLogin[] = LOGIN_ROLES): Promise<void> {
  for (const role of roles)
    await sql.unsafe(`ALTER ROLE ${TEST_PREFIX}_${role} PASSWORD '${scramVerifier(PASSWORD, SALT)}'`);
}

/** Lets a server start on a database by the logins that all tests share, as one that has started there before. */
export function keepLogins(
  dataDir: string,
  { name, url, urlOf }: { name: string; url: string; urlOf(database: string): string },
): void {
  const simnet = urlOf(`${name}_simnet`);
  const roles: readonly AnyLogin[] = [...LOGIN_ROLES, "simnet"];
  const urls = roles.map((role) => [role, loginUrl(role === "simnet" ? simnet : url, role)]);
  writeLoginFiles(dataDir, Object.fromEntries(urls));
}
