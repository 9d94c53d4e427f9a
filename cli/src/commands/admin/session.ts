import { Command } from "commander";
import { ask, type Context, type Contexts } from "../../context";
import { CliFailure, EXIT, usage } from "../../failure";
import { printRecord } from "../../output/print";
import { readSettings, writeSettings } from "../../settings";

type LoginOptions = { username?: string; totp?: string; printToken?: true };
type Credentials = { username: string; password: string; totp?: string };

const PASSWORD_BYTES_MAX = 4096;

/** `sotto admin login`: saves a token in the settings. The password comes only from a prompt or standard input. */
export const loginCommand = (contexts: Contexts): Command =>
  new Command("login")
    .description("log in; the password is asked for, or read from standard input")
    .argument("[username]", "the name of the account")
    .option("--username <name>", "the name of the account")
    .option("--totp <code>", "the one-time code, or a recovery code")
    .option("--print-token", "write the token instead of keeping it, for SOTTO_TOKEN")
    .action(async (name: string | undefined, options: LoginOptions) => {
      const sotto = contexts.public();
      const credentials = await readCredentials(sotto, {
        ...options,
        ...(name === undefined ? {} : { username: name }),
      });
      warnOfPlainHttp(sotto);
      const device = knownDevice(sotto);
      const session = await ask(sotto, (client) =>
        client.POST("/api/admin/login", { body: { ...credentials, ...device } }),
      );
      if (options.printToken) {
        keepDevice(sotto, session.deviceToken);
        return sotto.terminal.out(session.token);
      }
      const { token, username, role, totp, expiresAt, deviceToken } = session;
      const path = writeSettings(sotto.terminal.environment, {
        apiUrl: sotto.apiUrl,
        token,
        username,
        expiresAt,
        deviceToken,
      });
      await printRecord(sotto, { username, role, totp, expiresAt, apiUrl: sotto.apiUrl }, () => [
        ["logged in", `${username} at ${sotto.apiUrl}`],
        ["role", role],
        ["until", `${expiresAt}, or after 30 idle minutes`],
      ]);
      sotto.terminal.note(`The token is kept in ${path}.`);
    });

/** What an earlier login at this server has left here. */
function knownDevice({ apiUrl, terminal }: Context): { deviceToken?: string } {
  const kept = readSettings(terminal.environment);
  if (kept.apiUrl !== apiUrl || kept.deviceToken === undefined) return {};
  return { deviceToken: kept.deviceToken };
}

/** A login whose token is not kept has used up the device's old token, where one was known here. */
function keepDevice({ terminal }: Context, deviceToken: string): void {
  const kept = readSettings(terminal.environment);
  if (kept.deviceToken !== undefined) writeSettings(terminal.environment, { ...kept, deviceToken });
}

async function readCredentials({ terminal }: Context, options: LoginOptions): Promise<Credentials> {
  const { canAsk, isTyped } = terminal;
  // The terminal itself would show it.
  if (isTyped && !canAsk)
    throw usage(
      "There is nowhere to ask for the password: standard error is not the terminal.",
      "Do not redirect standard error, or pipe the password in.",
    );
  const username = options.username ?? (canAsk ? (await terminal.ask("Username: ")).trim() : undefined);
  if (username === undefined || username === "")
    throw usage("Whose account? Give its name.", "sotto admin login NAME");
  const password = canAsk
    ? await terminal.ask("Password: ", { secret: true })
    : firstLine(await terminal.readInput(PASSWORD_BYTES_MAX));
  if (password === "") throw usage("There was no password.", "Type it at the prompt, or pipe it in.");
  const totp =
    options.totp ??
    (canAsk ? (await terminal.ask("One-time code (Enter where the account has none): ")).trim() : "");
  return { username, password, ...(totp === "" ? {} : { totp }) };
}

const firstLine = (text: string): string => text.split(/\r?\n/, 1)[0] ?? "";

function warnOfPlainHttp({ apiUrl, terminal }: Context): void {
  const { protocol, hostname } = new URL(apiUrl);
  const isNear = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname) || hostname.endsWith(".onion");
  if (protocol === "http:" && !isNear)
    terminal.note("Beware: the password goes over an unencrypted connection.");
}

/** `sotto admin logout`: revokes the token and forgets it, in this order. */
export const logoutCommand = (contexts: Contexts): Command =>
  new Command("logout").description("revoke the token and forget it").action(async () => {
    const sotto = contexts.admin();
    const { environment } = sotto.terminal;
    const wasValid = await revoke(sotto);
    const settings = readSettings(environment);
    if (settings.token !== undefined && (environment.SOTTO_TOKEN ?? "") === "") {
      const { apiUrl, deviceToken } = settings;
      writeSettings(environment, {
        ...(apiUrl === undefined ? {} : { apiUrl }),
        ...(deviceToken === undefined ? {} : { deviceToken }),
      });
    }
    await printRecord(sotto, { valid: false }, () => [
      ["logged out", wasValid ? "yes" : "the session had ended before"],
    ]);
  });

/** Whether the token was valid until now. */
async function revoke(sotto: Context): Promise<boolean> {
  try {
    await ask(sotto, (client) => client.POST("/api/admin/logout"));
    return true;
  } catch (error) {
    if (error instanceof CliFailure && error.problem?.status === 401) return false;
    throw error;
  }
}

/** `sotto admin whoami`: whose token it is, and what it may do; exit code 4 when it is valid no more. */
export const whoamiCommand = (contexts: Contexts): Command =>
  new Command("whoami").description("show who is logged in, and with which role").action(async () => {
    const sotto = contexts.admin();
    const account = await ask(sotto, (client) => client.POST("/api/admin/verify"));
    if (!account.valid)
      throw new CliFailure("The session has ended. (auth/required)", {
        exitCode: EXIT.refused,
        hint: "Log in with `sotto admin login`.",
      });
    await printRecord(sotto, account, ({ username, role, totp }) => [
      ["username", username],
      ["role", role],
      ["one-time codes", totp ? "yes" : "no", totp ? "green" : "yellow"],
      ["server", sotto.apiUrl],
    ]);
  });
