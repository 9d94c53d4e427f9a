import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { settleEnvironment, type Variables } from "@sotto/openapi/environment";

/** What the bot reads from the environment; no other file reads it. */
export type Environment = {
  token: string;
  apiRoot: string | undefined;
  apiUrl: string;
  webUrl: string;
  sessionsDir: string;
  redisUrl: string | undefined;
  /** Lets the API keep one chat's limits apart from another's. */
  botSecret: string | undefined;
  /** Undefined: long polling. */
  webhook: { url: string; secret: string; port: number; host: string } | undefined;
};

/** A value that cannot be used; the message names it and says why. */
export class EnvironmentError extends Error {
  override readonly name = "EnvironmentError";
}

/**
 * Reads the environment, and the files of secrets and settings that it names; undefined when there is no token: the bot
 * is off. Throws EnvironmentError, never with a value.
 */
export function readEnvironment(given: Variables): Environment | undefined {
  const variables = settle(given);
  const token = variables.TELEGRAM_BOT_TOKEN?.trim();
  if (!token) return undefined;
  const apiUrl = urlOf(variables, "SOTTO_API_URL") ?? "http://127.0.0.1:8080";
  return {
    token,
    apiRoot: urlOf(variables, "TELEGRAM_API_ROOT"),
    apiUrl,
    webUrl: urlOf(variables, "SOTTO_PUBLIC_URL") ?? apiUrl,
    sessionsDir: resolve(variables.DATA_DIR || ".data", "bot"),
    redisUrl: variables.REDIS_URL || undefined,
    botSecret: secretOf(variables),
    webhook: webhookOf(variables),
  };
}

/** The server's settings may be in the same file; the server judges their names. */
function settle(given: Variables): Variables {
  const settled = settleEnvironment(given, {
    readText: (path) => readFileSync(path, "utf8"),
    parseEnv,
    known: undefined,
  });
  if (!settled.ok) throw new EnvironmentError(settled.error);
  return settled.value.variables;
}

function secretOf(variables: Variables): string | undefined {
  const secret = variables.SOTTO_BOT_SECRET || undefined;
  if (secret !== undefined && !/^[\x21-\x7e]{32,256}$/.test(secret))
    throw new EnvironmentError("SOTTO_BOT_SECRET: 32 to 256 printable characters");
  return secret;
}

function webhookOf(variables: Variables): Environment["webhook"] {
  const url = urlOf(variables, "TELEGRAM_WEBHOOK_URL");
  if (url === undefined) return undefined;
  const secret = variables.TELEGRAM_WEBHOOK_SECRET ?? "";
  if (!/^[A-Za-z0-9_-]{16,256}$/.test(secret)) {
    throw new EnvironmentError("TELEGRAM_WEBHOOK_SECRET: 16 to 256 letters, digits, _ and -");
  }
  const port = variables.TELEGRAM_WEBHOOK_PORT || "8081";
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new EnvironmentError("TELEGRAM_WEBHOOK_PORT: a port");
  }
  return { url, secret, port: Number(port), host: variables.TELEGRAM_WEBHOOK_HOST || "127.0.0.1" };
}

/** An address without a trailing slash. */
function urlOf(variables: Variables, name: string): string | undefined {
  const text = variables[name]?.trim();
  if (!text) return undefined;
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new EnvironmentError(`${name}: an address that begins with http:// or https://`);
  }
  return text.replace(/\/+$/, "");
}
