import { randomBytes } from "node:crypto";
import type { Server } from "node:http";
import { createSottoBot, type SottoBot } from "./bot";
import { createBotClient } from "./client";
import { clientKeyOf } from "./client-key";
import { registerCommands } from "./commands";
import type { Environment } from "./environment";
import { faultText } from "./fault";
import { openFileStorage } from "./session/file-storage";
import type { SessionStorage } from "./session/storage";
import { ALLOWED_UPDATES, pollUpdates, throwIfRefused } from "./updates/polling";
import { telegramSignal } from "./updates/telegram-signal";
import { createWebhookServer } from "./updates/webhook";

const SWEEP_MS = 6 * 3_600_000;

export type RunOptions = {
  environment: Environment;
  /** False only against a server without Telegram's limits. */
  isThrottled: boolean;
  signal: AbortSignal;
  log(line: string): void;
};

/** Runs the bot until `signal` aborts, then finishes what it began. Throws when Telegram refuses the token. */
export async function runBot(options: RunOptions): Promise<void> {
  const { environment, signal, log } = options;
  const storage = await openStorage(environment, log);
  const sweep = (): void =>
    void storage.sweep().catch((error: unknown) => log(`the sessions were not swept: ${faultText(error)}`));
  const sweeping = setInterval(sweep, SWEEP_MS);
  sweep();
  const sotto = createSottoBot({
    token: environment.token,
    apiRoot: environment.apiRoot,
    client: createBotClient(environment),
    clientKey: clientKeyOf(environment.botSecret),
    webUrl: environment.webUrl,
    storage,
    isThrottled: options.isThrottled,
    now: Date.now,
    randomText: () => randomBytes(12).toString("base64url"),
    log,
  });
  try {
    await sotto.bot.init(telegramSignal(signal)).catch((error: unknown) => {
      throwIfRefused(error);
      throw error;
    });
    void registerCommands(sotto.bot.api, log);
    await sotto.resume();
    log(`The bot @${sotto.bot.botInfo.username} is listening.`);
    await (environment.webhook === undefined
      ? receiveByPolling(sotto, options)
      : receiveByWebhook(sotto, environment.webhook, options));
  } finally {
    clearInterval(sweeping);
    await sotto.stop();
    await storage.close();
  }
}

async function receiveByPolling({ bot, dispatch }: SottoBot, { signal, log }: RunOptions): Promise<void> {
  // While a webhook is set Telegram refuses getUpdates. Updates that wait are kept.
  await bot.api
    .deleteWebhook()
    .catch((error: unknown) => log(`the webhook was not removed: ${faultText(error)}`));
  await pollUpdates({ api: bot.api, dispatch, signal, log });
}

async function receiveByWebhook(
  { bot, dispatch }: SottoBot,
  webhook: NonNullable<Environment["webhook"]>,
  { signal }: RunOptions,
): Promise<void> {
  const server = createWebhookServer({ dispatch, secret: webhook.secret });
  await listen(server, webhook);
  try {
    await bot.api.setWebhook(webhook.url, {
      secret_token: webhook.secret,
      allowed_updates: [...ALLOWED_UPDATES],
    });
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener("abort", () => resolve(), { once: true });
    });
  } finally {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
  }
}

const listen = (server: Server, { port, host }: { port: number; host: string }): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });

async function openStorage(environment: Environment, log: (line: string) => void): Promise<SessionStorage> {
  if (environment.redisUrl === undefined) {
    return openFileStorage(environment.sessionsDir, { now: Date.now, log });
  }
  // Loaded only where it is used.
  const { openRedisStorage } = await import("./session/redis-storage");
  return openRedisStorage(environment.redisUrl, log);
}
