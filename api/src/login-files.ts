import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AnyLogin, LOGIN_ROLES } from "./db/login-roles";

/** The URL of each process's login. */
export type LoginUrls = Partial<Record<AnyLogin, string>>;

const ALL: readonly AnyLogin[] = [...LOGIN_ROLES, "simnet"];
const OWNER_ONLY = 0o600;

export const loginFolder = (dataDir: string): string => join(dataDir, "logins");

/** The URLs that an earlier start kept, a file each; undefined where none did. */
export function readLoginFiles(dataDir: string): LoginUrls | undefined {
  const files = ALL.map((role) => [role, join(loginFolder(dataDir), `${role}.url`)] as const);
  const kept = files.filter(([, file]) => existsSync(file));
  if (kept.length === 0) return undefined;
  return Object.fromEntries(kept.map(([role, file]) => [role, readFileSync(file, "utf8").trim()]));
}

/** Keeps the URLs for the next start and for processes started by hand, each where only its user can read it. */
export function writeLoginFiles(dataDir: string, urls: LoginUrls): void {
  const folder = loginFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [role, url] of Object.entries(urls)) {
    const file = join(folder, `${role}.url`);
    writeFileSync(`${file}.new`, `${url}\n`, { mode: OWNER_ONLY, flush: true });
    renameSync(`${file}.new`, file);
  }
}

const ELSEWHERE = {
  unknown: (folder: string) =>
    `The logins of this database have passwords that ${folder} does not know. Copy that folder from where the ` +
    "service was started first, or set new ones with `sotto-api logins --renew`, which ends the old ones.",
  others: (folder: string) =>
    `The passwords in ${folder} are those of another database than the one that DATABASE_URL names. Correct it, or, ` +
    "if this database is the right one, move that folder away and start again.",
  unnamed: (folder: string) =>
    `This DATA_DIR was used with a PostgreSQL server of your own: ${folder} has its logins. Set DATABASE_URL, or ` +
    "choose another DATA_DIR for a new service with a server of its own.",
};

/** DATA_DIR/logins does not fit the database: its passwords are `unknown` there, they are of `others`, or no DATABASE_URL is set. */
export class LoginsElsewhere extends Error {
  override readonly name = "LoginsElsewhere";
  constructor(dataDir: string, why: keyof typeof ELSEWHERE) {
    super(ELSEWHERE[why](loginFolder(dataDir)));
  }
}
