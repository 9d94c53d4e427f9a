import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { addAdmin, disableAdmin, listAdmins, resetAdmin } from "./admin/accounts";
import { faultOfPassword, PASSWORD_LENGTH_MIN } from "./admin/password-rule";
import { newPassword } from "./admin/passwords";
import { ADMIN_ROLES, type AdminRole } from "./admin/roles";
import { withOwnDatabase } from "./admin-database";
import { SeedUnavailable } from "./chains/seed-file";
import { readConfig } from "./config";
import { ConfigError } from "./config-error";
import { isoOf } from "./core/instant";
import type { Clock, Random } from "./core/ports";
import type { Database } from "./db/client";
import { connectServer } from "./db/connect";
import { EmbeddedError } from "./db/embedded-error";
import { WrongSchema } from "./db/migrations";
import { DatabaseUrlError, tlsFault } from "./db/tls";
import { loginFolder, readLoginFiles, writeLoginFiles } from "./login-files";
import { Refusal } from "./operator/refusal";
import { retentionCommand } from "./operator/retention-commands";
import { seedCommand } from "./operator/seed-commands";
import { signedCommand } from "./operator/signed-command";
import { createTerminal } from "./operator/terminal";
import { enrolByOwner } from "./operator/totp-command";
import { renewed } from "./setup";

const PASSWORD_LENGTH_MAX = 300;
const USAGE_EXIT_CODE = 2;
const clock: Clock = { now: () => Date.now() };
const random: Random = { bytes: (count) => randomBytes(count) };

/** `sotto-api`: what an operator does on the server itself, with the service's own environment. */
function createProgram(): Command {
  const terminal = createTerminal({ input: process.stdin, output: process.stdout });
  const program = new Command("sotto-api")
    .description("What an operator does on the server itself (same DATA_DIR or DATABASE_URL as the service).")
    .exitOverride();
  const admin = program.command("admin").description("Administrators' accounts.").exitOverride();
  const role = () => new Option("--role <role>", "what the account may do").choices(ADMIN_ROLES);
  const withPassword = (command: Command) =>
    command.option("--password-stdin", "read the password from standard input instead of generating one");
  withPassword(
    admin.command("add").argument("<name>", "of the account", nameOf).addOption(role().default("viewer")),
  )
    .description("Make an account; its password is shown once.")
    .action((username: string, options: PasswordOptions & { role: AdminRole }) => add(username, options));
  withPassword(admin.command("reset").argument("<name>", "of the account", nameOf).addOption(role()))
    .description(
      "Give an account another password; ends its sessions, forgets its one-time codes, enables it.",
    )
    .action((username: string, options: PasswordOptions & { role?: AdminRole }) => reset(username, options));
  admin
    .command("disable")
    .argument("<name>", "of the account", nameOf)
    .description("End an account's sessions and let nobody log in to it.")
    .action((username: string) => disable(username));
  admin
    .command("totp")
    .argument("<name>", "of the account", nameOf)
    .description("Set up an account's one-time codes; the secret and the recovery codes are shown once.")
    .action((username: string) => enrolByOwner({ onDatabase, clock, random, terminal }, username));
  admin
    .command("list")
    .option("--json", "for scripts")
    .description("List the accounts.")
    .action((options: { json?: boolean }) => list(options));
  program
    .command("logins")
    .option("--renew", "set new passwords: processes that were started with the old ones connect no more")
    .description("Say where the logins of the processes are kept, which are started by hand.")
    .action((options: { renew?: boolean }) => logins(options));
  const config = () => readConfig(process.env);
  program.addCommand(seedCommand({ config, terminal, input: process.stdin, random }));
  program.addCommand(retentionCommand({ onDatabase, clock, say }));
  program.addCommand(signedCommand({ config, random, say }));
  return program;
}

/** With the embedded server there is nothing to keep: its passwords are new at each start, and known to no one else. */
async function logins({ renew }: { renew?: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === undefined)
    throw new Refusal("DATABASE_URL: processes are started by hand with a database server of your own only.");
  if (renew) {
    const server = await connectServer({ databaseUrl, dataDir, log: () => {} });
    writeLoginFiles(dataDir, await onDatabase((owner) => renewed(config, { owner, server })));
    say("New passwords are set.");
  }
  const kept = readLoginFiles(dataDir);
  if (kept === undefined)
    throw new Refusal(
      `There are no logins in ${loginFolder(dataDir)}: run \`SOTTO_ROLE=migrate\` first, or --renew.`,
    );
  for (const role of Object.keys(kept)) say(join(loginFolder(dataDir), `${role}.url`));
}

type PasswordOptions = { passwordStdin?: boolean };

async function add(username: string, options: PasswordOptions & { role: AdminRole }): Promise<void> {
  const password = await passwordOf(options);
  const added = await onDatabase((database) =>
    addAdmin(
      { database, clock, random },
      { username, password, role: options.role, isGenerated: !options.passwordStdin },
    ),
  );
  if (!added.ok)
    throw new Refusal(`There is an account ${username} already: reset it, or choose another name.`);
  say(`Added ${username}, ${options.role}.`);
  showPassword(options, password);
}

async function reset(username: string, options: PasswordOptions & { role?: AdminRole }): Promise<void> {
  const password = await passwordOf(options);
  const { role } = options;
  const done = await onDatabase((database) =>
    resetAdmin(
      { database, clock, random },
      { username, password, role, isGenerated: !options.passwordStdin },
    ),
  );
  if (!done.ok) throw unknown(username);
  say(`Reset ${username}: its sessions are ended, and its one-time codes are to be set up again.`);
  showPassword(options, password);
}

async function disable(username: string): Promise<void> {
  const done = await onDatabase((database) => disableAdmin({ database, clock, random }, username));
  if (!done.ok) throw unknown(username);
  say(`Disabled ${username}; \`sotto-api admin reset ${username}\` enables it again.`);
}

async function list({ json }: { json?: boolean }): Promise<void> {
  const accounts = await onDatabase((database) => listAdmins({ database }));
  const iso = (at: number | null): string | null => (at === null ? null : isoOf(at));
  const rows = accounts.map(({ username, role, createdAt, totpSince, disabledAt }) => ({
    username,
    role,
    totp: totpSince !== null,
    createdAt: iso(createdAt),
    disabledAt: iso(disabledAt),
  }));
  if (json) {
    say(JSON.stringify(rows));
    return;
  }
  const width = Math.max(0, ...rows.map(({ username }) => username.length));
  for (const row of rows) {
    const state = row.disabledAt === null ? "" : `  disabled ${row.disabledAt}`;
    const codes = row.totp ? "one-time codes" : "password alone";
    say(`${row.username.padEnd(width)}  ${row.role.padEnd(8)}  ${codes}${state}`);
  }
}

const onDatabase = <Value>(work: (database: Database) => Promise<Value>): Promise<Value> =>
  withOwnDatabase(readConfig(process.env), work);

const unknown = (username: string): Refusal =>
  new Refusal(`There is no account ${username}. \`sotto-api admin list\` shows all accounts.`);

function nameOf(given: string): string {
  if (!/^[^\p{C}]{1,100}$/u.test(given) || given.trim() !== given)
    throw new InvalidArgumentError("A name has 1 to 100 characters, none of them invisible.");
  return given;
}

async function passwordOf({ passwordStdin }: PasswordOptions): Promise<string> {
  if (!passwordStdin) return newPassword(random);
  const [password = ""] = (await text(process.stdin)).split(/\r?\n/);
  const fault = faultOfPassword(password);
  if (fault === "password/short" || password.length > PASSWORD_LENGTH_MAX)
    throw new Refusal(
      `A password has ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters; nothing was changed.`,
    );
  if (fault !== null) throw new Refusal("This password is one of the most common ones; nothing was changed.");
  return password;
}

function showPassword({ passwordStdin }: PasswordOptions, password: string): void {
  if (passwordStdin) return;
  say(`Password (shown this once): ${password}`);
  say("It opens nothing until it is changed on the console's page.");
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  await createProgram().parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

/** Commander has reported what it found wrong; a failure of ours is reported without the query that met it. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_EXIT_CODE;
  const isPlain = [Refusal, ConfigError, DatabaseUrlError, EmbeddedError, SeedUnavailable, WrongSchema].some(
    (kind) => error instanceof kind,
  );
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const shown = isPlain ? error : cause;
  const text = tlsFault(error) ?? (shown instanceof Error ? shown.message : String(shown));
  process.stderr.write(`${text}\n`);
  return 1;
}
