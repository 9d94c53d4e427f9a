import { isDeepStrictEqual } from "node:util";
import { ensureFirstAdmin } from "./admin/accounts";
import type { Config } from "./config";
import { ConfigError } from "./config-error";
import type { Clock, Random } from "./core/ports";
import { closeDatabase, type Database, openDatabase } from "./db/client";
import { connectServer, ensureDatabase, ensureOwner, migrateDatabase, type Server } from "./db/connect";
import { openInstallation } from "./db/installation";
import type { LoginRole } from "./db/login-roles";
import {
  hasLogins,
  loginPrefix,
  opensHere,
  readLogins,
  renewPasswords,
  setPassword,
  urlAs,
  userOf,
} from "./db/logins";
import { sqlState } from "./db/transaction";
import { LoginsElsewhere, type LoginUrls, loginFolder, readLoginFiles, writeLoginFiles } from "./login-files";

/** What the owner of the database makes before any process connects by a login of its own. */
export type SetUp = {
  server: Server;
  /** The URL of each login; `simnet` on simnet only. */
  urls: LoginUrls;
  /** The first administrator's password, where it was generated now. */
  admin: { username: string; password?: string };
};

type Parts = { clock: Clock; random: Random; log(message: string): void };

/**
 * Brings the database up to date as its owner: the server, the tables, the logins with their passwords, the databases
 * beside it, the first administrator. Throws ConfigError, WrongNetwork, WrongSchema, LoginsElsewhere and EmbeddedError, each with
 * a sentence for the operator.
 */
export async function setUp(config: Config, parts: Parts): Promise<SetUp> {
  const { databaseUrl, dataDir, network } = config;
  const kept = readLoginFiles(dataDir);
  if (databaseUrl === undefined && kept !== undefined) throw new LoginsElsewhere(dataDir, "unnamed");
  const server = await connectServer({ databaseUrl, dataDir, log: parts.log });
  try {
    // Before it is changed.
    if (kept !== undefined && !(await hasLogins(server.url))) throw new LoginsElsewhere(dataDir, "others");
    await migrateDatabase(server.url);
    const owner = openDatabase({ url: server.url, connectionsMax: 1 });
    try {
      await openInstallation(owner, { network, random: parts.random });
      const urls = await loginUrls(config, kept, { owner, server, log: parts.log });
      const admin = await ensureFirstAdmin({ database: owner, ...parts, ...config.admin });
      await giveUpRoles(owner, parts.log);
      return { server, urls, admin };
    } finally {
      await closeDatabase(owner);
    }
  } catch (error) {
    await server.stop();
    throw lackOfRights(error) ?? error;
  }
}

const INSUFFICIENT_PRIVILEGE = "42501";

function lackOfRights(error: unknown): ConfigError | undefined {
  if (sqlState(error) !== INSUFFICIENT_PRIVILEGE) return undefined;
  const { message } = error instanceof Error && error.cause instanceof Error ? error.cause : (error as Error);
  return new ConfigError(
    `DATABASE_URL: its user lacks a right: ${message}. It has to own the database. It needs CREATEROLE, and on ` +
      "simnet CREATEDB as well, when a database is used for the first time.",
  );
}

type Installed = { owner: Database; server: Server; log(message: string): void };

/**
 * The logins' URLs. On the embedded server, whose only user this process is, each start sets new passwords, which are
 * written nowhere; on a server of the operator's they are kept in DATA_DIR/logins for the next start and for processes
 * that are started by hand. Where the kept ones do not reach this database, or DATABASE_URL has other parameters, they are
 * written with what it has. Throws LoginsElsewhere.
 */
async function loginUrls(
  config: Config,
  kept: LoginUrls | undefined,
  { owner, server, log }: Installed,
): Promise<LoginUrls> {
  if (config.databaseUrl === undefined) return renewed(config, { owner, server });
  const { dataDir, network } = config;
  const known = await readLogins(owner.$client);
  const isNew = [...known.values()].every(({ passwordAt }) => passwordAt === null);
  if (kept === undefined) {
    if (!isNew) throw new LoginsElsewhere(dataDir, "unknown");
    const urls = await renewed(config, { owner, server });
    writeLoginFiles(dataDir, urls);
    return urls;
  }
  // Those of another database are not overwritten: they may be the only ones.
  if (isNew) throw new LoginsElsewhere(dataDir, "others");
  const logins = new Map([...known].map(([role, { login }]) => [role, login]));
  const { simnet, ...urls } = await reaching({ owner, server, log }, { dataDir, kept, logins });
  if (network !== "simnet") return urls;
  if (simnet !== undefined) return { ...urls, simnet };
  const made = { simnet: await simnetUrl(owner, server) };
  writeLoginFiles(dataDir, made);
  return { ...urls, ...made };
}

/** The kept URLs as they are, or at the address of DATABASE_URL, whichever reach this database. */
async function reaching(
  { owner, server, log }: Installed,
  of: { dataDir: string; kept: LoginUrls; logins: ReadonlyMap<LoginRole, string> },
): Promise<LoginUrls> {
  const { dataDir, kept } = of;
  const login = of.logins.get("http") ?? "";
  const here = atServer(server, of);
  if (here === undefined) throw new LoginsElsewhere(dataDir, "others");
  const isSame = isDeepStrictEqual(here, kept);
  // An operator may have written another way to the same server into the files, but asks for TLS in DATABASE_URL.
  const asksTheSame = kept.http !== undefined && new URL(kept.http).search === new URL(server.url).search;
  if (!isSame && asksTheSame && (await opensHere(owner, { url: kept.http, login }).catch(() => false)))
    return kept;
  if (!(await opensHere(owner, { url: here.http, login }))) throw new LoginsElsewhere(dataDir, "unknown");
  if (isSame) return kept;
  try {
    writeLoginFiles(dataDir, here);
    log(
      `database: the URLs in ${loginFolder(dataDir)} have the address and the parameters of DATABASE_URL now`,
    );
  } catch {
    log(`database: ${loginFolder(dataDir)} cannot be written; its URLs keep their address and parameters`);
  }
  return here;
}

/** The kept URLs at the address of DATABASE_URL; undefined where they are of other logins. */
function atServer(
  server: Server,
  { kept, logins }: { kept: LoginUrls; logins: ReadonlyMap<LoginRole, string> },
): LoginUrls | undefined {
  const urls: LoginUrls = {};
  for (const [role, login] of logins) {
    const user = kept[role] === undefined ? undefined : userOf(kept[role]);
    if (user?.login !== login) return undefined;
    urls[role] = urlAs(server.url, user);
  }
  if (kept.simnet === undefined) return urls;
  const database = decodeURIComponent(new URL(kept.simnet).pathname.slice(1));
  return { ...urls, simnet: urlAs(server.urlOf(database), userOf(kept.simnet)) };
}

/** Sets new passwords for all logins of an installation. */
export async function renewed(
  { network }: Pick<Config, "network">,
  { owner, server }: { owner: Database; server: Server },
): Promise<LoginUrls> {
  const logins = await readLogins(owner.$client);
  // First: it needs a right that may be missing, and passwords that are set must not be lost.
  const urls: LoginUrls = network === "simnet" ? { simnet: await simnetUrl(owner, server) } : {};
  for (const [role, password] of await renewPasswords(owner))
    urls[role] = urlAs(server.url, { login: logins.get(role)?.login ?? "", password });
  return urls;
}

/** Simnet is to the others what a node would be: its database has an owner of its own. */
async function simnetUrl(owner: Database, server: Server): Promise<string> {
  const name = new URL(server.url).pathname.slice(1);
  const [database, login] = [`${name}_simnet`, `${loginPrefix(name)}_simnet` as const];
  await ensureOwner(server, login);
  await ensureDatabase(server, database, login);
  return urlAs(server.urlOf(database), { login, password: await setPassword(owner.$client, login) });
}

/** PostgreSQL 16, which confines CREATEROLE to the roles that a user made. */
const CONFINED_VERSION = 160_000;

/**
 * Before PostgreSQL 16, a user with CREATEROLE may make itself a member of roles that run programs on the server. Its
 * work is done once the logins are there: the right is given up.
 */
async function giveUpRoles({ $client: sql }: Database, log: (message: string) => void): Promise<void> {
  const [own] = await sql<{ version: number; may: boolean; is_super: boolean }[]>`
    SELECT current_setting('server_version_num')::int AS version, rolcreaterole AS may, rolsuper AS is_super
    FROM pg_roles WHERE rolname = current_user`;
  if (own === undefined || own.is_super || !own.may || own.version >= CONFINED_VERSION) return;
  await sql`ALTER ROLE CURRENT_USER NOCREATEROLE`;
  log(
    "database: the owner has given up CREATEROLE, which on this version of PostgreSQL reaches the whole server",
  );
}
