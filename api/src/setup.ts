import { isDeepStrictEqual } from "node:util";
import { ensureFirstAdmin } from "./admin/accounts";
import type { Config } from "./config";
import type { Clock, Random } from "./core/ports";
import { closeDatabase, type Database, openDatabase } from "./db/client";
import { connectServer, ensureDatabase, ensureOwner, migrateDatabase, type Server } from "./db/connect";
import { openInstallation } from "./db/installation";
import type { AnyLogin, LoginRole } from "./db/login-roles";
import { loginPrefix, readLogins, renewPasswords, setPassword, urlAs } from "./db/logins";
import { LoginsElsewhere, type LoginUrls, readLoginFiles, writeLoginFiles } from "./login-files";

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
 * beside it, the first administrator. Throws WrongNetwork, WrongSchema, LoginsElsewhere and EmbeddedError, each with a
 * sentence for the operator.
 */
export async function setUp(config: Config, parts: Parts): Promise<SetUp> {
  const { databaseUrl, dataDir, network } = config;
  const server = await connectServer({ databaseUrl, dataDir, log: parts.log });
  try {
    await migrateDatabase(server.url);
    const owner = openDatabase({ url: server.url, connectionsMax: 1 });
    try {
      await openInstallation(owner, { network, random: parts.random });
      const urls = await loginUrls(config, { owner, server });
      const admin = await ensureFirstAdmin({ database: owner, ...parts, ...config.admin });
      await giveUpRoles(owner, parts.log);
      return { server, urls, admin };
    } finally {
      await closeDatabase(owner);
    }
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/**
 * The logins' URLs. On the embedded server, whose only user this process is, each start sets new passwords, which are
 * written nowhere; on a server of the operator's they are kept in DATA_DIR/logins for the next start and for processes
 * that are started by hand, with the address that DATABASE_URL has now.
 */
async function loginUrls(
  config: Config,
  { owner, server }: { owner: Database; server: Server },
): Promise<LoginUrls> {
  if (config.databaseUrl === undefined) return renewed(config, { owner, server });
  const known = await readLogins(owner.$client);
  const haveNone = [...known.values()].every(({ passwordAt }) => passwordAt === null);
  const kept = readLoginFiles(config.dataDir);
  const urls = haveNone
    ? await renewed(config, { owner, server })
    : kept && atServer(server, { kept, logins: known });
  if (urls === undefined) throw new LoginsElsewhere(config.dataDir);
  if (!isDeepStrictEqual(urls, kept)) writeLoginFiles(config.dataDir, urls);
  return urls;
}

/** The kept URLs with the address that DATABASE_URL has now; undefined where they are those of another database. */
function atServer(
  server: Server,
  { kept, logins }: { kept: LoginUrls; logins: ReadonlyMap<LoginRole, { login: string }> },
): LoginUrls | undefined {
  const urls: LoginUrls = { ...kept };
  for (const [role, { login }] of logins) {
    const password = passwordIn(kept[role], login);
    if (password === undefined) return undefined;
    urls[role] = urlAs(server.url, { login, password });
  }
  const simnet = simnetNames(server);
  const password = passwordIn(kept.simnet, simnet.login);
  if (password !== undefined)
    urls.simnet = urlAs(server.urlOf(simnet.database), { login: simnet.login, password });
  return urls;
}

/** The password that a URL has for this login; undefined where it is another's. */
function passwordIn(url: string | undefined, login: string): string | undefined {
  if (url === undefined) return undefined;
  const { username, password } = new URL(url);
  return decodeURIComponent(username) === login ? decodeURIComponent(password) : undefined;
}

/** Sets new passwords for all logins of an installation. */
export async function renewed(
  { network }: Pick<Config, "network">,
  { owner, server }: { owner: Database; server: Server },
): Promise<LoginUrls> {
  const logins = await readLogins(owner.$client);
  const urls: LoginUrls = {};
  for (const [role, password] of await renewPasswords(owner))
    urls[role] = urlAs(server.url, { login: logins.get(role)?.login ?? "", password });
  if (network === "simnet") urls.simnet = await simnetUrl(owner, server);
  return urls;
}

/** Simnet is to the others what a node would be: its database has an owner of its own. */
async function simnetUrl(owner: Database, server: Server): Promise<string> {
  const { database, login } = simnetNames(server);
  await ensureOwner(server, login);
  await ensureDatabase(server, database, login);
  return urlAs(server.urlOf(database), { login, password: await setPassword(owner.$client, login) });
}

function simnetNames(server: Server): { database: string; login: `${string}_${AnyLogin}` } {
  const name = new URL(server.url).pathname.slice(1) || "sotto";
  return { database: `${name}_simnet`, login: `${loginPrefix(name)}_simnet` };
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
