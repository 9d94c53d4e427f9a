import { err, ok, type Result } from "./result";

/** Settings by name; one that is empty counts as unset. */
export type Variables = Readonly<Record<string, string | undefined>>;

const BOT_SECRETS: readonly string[] = [
  "SOTTO_BOT_SECRET",
  "TELEGRAM_BOT_TOKEN",
  "TELEGRAM_WEBHOOK_SECRET",
  "REDIS_URL",
];
/** Each setting that is a secret, or a URL that may hold one: NAME may also be given as NAME_FILE. */
const SECRETS: readonly string[] = [
  ...BOT_SECRETS,
  "DATABASE_URL",
  "SOTTO_SIMNET_URL",
  "SOTTO_ADMIN_SECRET",
  "SOTTO_SIGNER_SECRET",
  "SOTTO_SEED_PASSPHRASE",
  "SOTTO_ADMIN_PASSWORD",
  "SOTTO_NOTIFY_URL",
  "SOTTO_ETH_RPC_URL",
  "SOTTO_BSC_RPC_URL",
  "SOTTO_POLYGON_RPC_URL",
  "SOTTO_BTC_RPC_URL",
  "SOTTO_LTC_RPC_URL",
  "SOTTO_BCH_RPC_URL",
  "SOTTO_DASH_RPC_URL",
  "SOTTO_ZEC_RPC_URL",
  "SOTTO_XMR_RPC_URL",
  "SOTTO_XMR_WALLET_RPC_URL",
  "SOTTO_SIGNER_XMR_URL",
];
/** Settings that only the command line and the bot read. */
const CLIENTS: readonly string[] = [
  "SOTTO_API_URL",
  "SOTTO_API_KEY",
  "SOTTO_TOKEN",
  "TELEGRAM_API_ROOT",
  "TELEGRAM_WEBHOOK_URL",
  "TELEGRAM_WEBHOOK_PORT",
  "TELEGRAM_WEBHOOK_HOST",
];
const ENV_FILE = "SOTTO_ENV_FILE";
/** Variables that begin so are meant for these programs, and for the bot. */
const OWN = /^(SOTTO|TELEGRAM|SIMNET)_/;
const OF_BOT = /^TELEGRAM_/;
/** So many wrong, missing or added letters are a typing error; a name further away may belong to another program. */
const TYPING_ERRORS_MAX = 2;
/** A line of SOTTO_ENV_FILE: a value is quoted, or contains no #; a comment may follow. */
const SETTING =
  /^\s*(?:export\s+)?[A-Za-z_]\w*\s*=\s*(?:"[^"]*"|'[^']*'|`[^`]*`|[^\s#"'`][^#]*?)?(?:\s+#.*|\s*)$/;

/** How settings are read: the file system's part and the parser of one `NAME=value` line come from outside. */
export type EnvironmentParts = {
  readText(path: string): string;
  /** Node's `util.parseEnv`. */
  parseEnv(text: string): Variables;
  /** The server's settings; undefined for the bot, which knows and judges only its own and opens no other's secrets. */
  known: readonly string[] | undefined;
};

/** Settings with their final values, what an operator should read about them, and the files that secrets came from. */
export type Settled = { variables: Variables; warnings: readonly string[]; files: Variables };

/**
 * Resolves the environment to plain settings: secrets from the files that `NAME_FILE` names (without the newline at the
 * end), everything else from `SOTTO_ENV_FILE` where the environment itself does not set it.
 *
 * Fails with a sentence that names the variable and never a value: when a secret is given twice, a file cannot be read,
 * a line of the file is not `NAME=value`, or a name is probably mistyped.
 */
export function settleEnvironment(environment: Variables, parts: EnvironmentParts): Result<Settled, string> {
  const given = withoutEmpty(environment);
  const secrets = parts.known === undefined ? BOT_SECRETS : SECRETS;
  const isUnknown = unknownTo(parts.known);
  const filed = readEnvFile(given[ENV_FILE], { ...parts, isUnknown });
  if (!filed.ok) return filed;
  const mistyped = judgeNames(given, isUnknown);
  if (!mistyped.ok) return mistyped;
  const settled: Record<string, string> = { ...filed.value, ...given };
  const files: Record<string, string> = {};
  delete settled[ENV_FILE];
  for (const name of secrets) {
    const source = (given[name] ?? given[`${name}_FILE`]) ? given : filed.value;
    const secret = secretOf(name, source, parts);
    if (!secret.ok) return secret;
    const file = source[`${name}_FILE`];
    if (file !== undefined) files[name] = file;
    delete settled[`${name}_FILE`];
    if (secret.value === undefined) delete settled[name];
    else settled[name] = secret.value;
  }
  return ok({ variables: settled, warnings: mistyped.value, files });
}

/** Returns a function that finds, for a name that looks like a setting and is none, the setting that was probably meant. */
function unknownTo(server: EnvironmentParts["known"]): (name: string) => Nearest | undefined {
  const known = new Set<string>([
    ...[...SECRETS, ...CLIENTS, ...(server ?? []), ENV_FILE],
    ...SECRETS.map((name) => `${name}_FILE`),
  ]);
  const own = server === undefined ? OF_BOT : OWN;
  return (name) => (own.test(name) && !known.has(name) ? nearest(name, known) : undefined);
}

const withoutEmpty = (variables: Variables): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
  );

function secretOf(
  name: string,
  source: Variables,
  { readText }: Pick<EnvironmentParts, "readText">,
): Result<string | undefined, string> {
  const path = source[`${name}_FILE`];
  if (path === undefined) return ok(source[name]);
  if (source[name] !== undefined) return err(`${name} and ${name}_FILE: set only one of them`);
  const text = textOf(`${name}_FILE`, path, readText);
  if (!text.ok) return text;
  const secret = text.value.replace(/\r?\n$/, "");
  return secret === "" ? err(`${name}_FILE: the file is empty`) : ok(secret);
}

/** The settings in the file that SOTTO_ENV_FILE names; a line is `NAME=value`, `export NAME=value`, a comment or blank. */
function readEnvFile(
  path: string | undefined,
  {
    readText,
    parseEnv,
    isUnknown,
  }: Pick<EnvironmentParts, "readText" | "parseEnv"> & { isUnknown(name: string): Nearest | undefined },
): Result<Record<string, string>, string> {
  if (path === undefined) return ok({});
  const text = textOf(ENV_FILE, path, readText);
  if (!text.ok) return text;
  const settings: Record<string, string> = {};
  for (const [index, line] of text.value.split(/\r?\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const at = `${ENV_FILE}: line ${index + 1}`;
    // One line at a time and strictly: the parser skips what it does not understand, and takes the rest of a value after
    // a # or a quotation mark for a comment.
    const [setting] = SETTING.test(line) ? Object.entries(parseEnv(line)) : [];
    if (setting === undefined)
      return err(`${at} is not NAME=value, with quotation marks round a value that contains #`);
    const [name, value = ""] = setting;
    if (name === ENV_FILE) return err(`${at}: ${name} cannot be set in the file itself`);
    const meant = isUnknown(name);
    if (meant) return err(`${at}: ${noSetting(name, meant)}`);
    if (settings[name] !== undefined) return err(`${at}: ${name} is set twice`);
    settings[name] = value;
  }
  return ok(withoutEmpty(settings));
}

function textOf(name: string, path: string, readText: (path: string) => string): Result<string, string> {
  try {
    return ok(readText(path));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    return err(`${name}: the file cannot be read${code}`);
  }
}

/** Refuses the names that are probably mistyped; returns a warning for each other one that looks like ours. */
function judgeNames(
  given: Variables,
  isUnknown: (name: string) => Nearest | undefined,
): Result<readonly string[], string> {
  const warnings: string[] = [];
  for (const name of Object.keys(given).sort()) {
    const meant = isUnknown(name);
    if (!meant) continue;
    if (meant.distance <= TYPING_ERRORS_MAX) return err(noSetting(name, meant));
    warnings.push(noSetting(name, meant));
  }
  return ok(warnings);
}

const noSetting = (name: string, meant: Nearest): string =>
  `${name}: there is no such setting; did you mean ${meant.name}?`;

type Nearest = { name: string; distance: number };

function nearest(name: string, known: Iterable<string>): Nearest {
  const [first] = [...known]
    .map((one) => ({ name: one, distance: distanceOf(name, one) }))
    .sort((a, b) => a.distance - b.distance);
  return first ?? { name: "", distance: Number.POSITIVE_INFINITY };
}

/** The Levenshtein distance of two names, row by row. */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
