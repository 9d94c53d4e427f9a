import {
  chmodSync,
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { CliFailure, EXIT, usage } from "./failure";

/** What is kept between two runs. A token goes to the server that gave it, and to no other. */
export type Settings = {
  apiUrl?: string;
  token?: string;
  username?: string;
  expiresAt?: string;
  /** What the last login left for the next one; it opens nothing. */
  deviceToken?: string;
};

type Environment = Readonly<Record<string, string | undefined>>;

const OTHERS = 0o077;
const SETTINGS_BYTES_MAX = 64 * 1024;

/** Where the settings are: in the folder that XDG_CONFIG_HOME names, or the default of the XDG base directories. */
export function settingsPath(environment: Environment): string {
  const configured = environment.XDG_CONFIG_HOME;
  // XDG says that a relative path is invalid and has to be ignored.
  const folder = configured?.startsWith("/") ? configured : join(environment.HOME ?? homedir(), ".config");
  return join(folder, "sotto", "config.json");
}

/** The kept settings; none when there is no file. Throws CliFailure when others can read it, or when it is no JSON. */
export function readSettings(environment: Environment): Settings {
  const path = settingsPath(environment);
  const file = openIfThere(path);
  if (file === undefined) return {};
  try {
    const { mode, size } = fstatSync(file);
    if ((mode & OTHERS) !== 0) {
      throw usage(
        `Others can read or write ${path}, which holds a token.`,
        `chmod 600 ${path}, and log in again if somebody may have read it.`,
      );
    }
    return size > SETTINGS_BYTES_MAX ? malformed(path) : parse(readFileSync(file, "utf8"), path);
  } finally {
    closeSync(file);
  }
}

/** Keeps settings, for this user's eyes only: mode 0600, in a folder of mode 0700 when it has to be made. */
export function writeSettings(environment: Environment, settings: Settings): string {
  const path = settingsPath(environment);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Whole or not at all, and never for a moment with a wider mode.
  const half = `${path}.${process.pid}`;
  writeFileSync(half, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  chmodSync(half, 0o600);
  renameSync(half, path);
  return path;
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, "r");
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return undefined;
    throw new CliFailure(`${path} cannot be read.`, { exitCode: EXIT.usage, cause: error });
  }
}

function parse(text: string, path: string): Settings {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return malformed(path);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return malformed(path);
  const settings: Settings = {};
  for (const name of ["apiUrl", "token", "username", "expiresAt", "deviceToken"] as const) {
    const setting: unknown = Reflect.get(value, name);
    if (setting === undefined) continue;
    if (typeof setting !== "string") return malformed(path);
    settings[name] = setting;
  }
  return settings;
}

function malformed(path: string): never {
  throw usage(
    `${path} is not a settings file of sotto.`,
    'It is JSON such as { "apiUrl": "http://127.0.0.1:8080" }; remove it to start over.',
  );
}
