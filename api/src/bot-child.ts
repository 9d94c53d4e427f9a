import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Logger } from "pino";
import { childEnvironment } from "./child-environment";
import type { Config } from "./config";
import type { Ground } from "./ground";
import { type Child, superviseOne } from "./supervised-child";

/** Its settings are wrong, and starting it again would not help. */
const WRONG_SETTINGS = 2;

type BotParts = { log: Logger; environment: Readonly<Record<string, string | undefined>>; ground: Ground };

/** Runs the Telegram bot beside the server, by the path of its program; undefined where it has no token, or is not built. */
export function superviseBot(config: Config, { log, environment, ground }: BotParts): Child | undefined {
  if (!environment.TELEGRAM_BOT_TOKEN?.trim()) {
    log.info("the bot is off: TELEGRAM_BOT_TOKEN is not set");
    return undefined;
  }
  const program = join(dirname(ground.program), "../../bot/dist/sotto-bot.js");
  if (!existsSync(program)) {
    log.warn({ program }, "the bot is off: it is not built");
    return undefined;
  }
  return superviseOne({
    role: "bot",
    log,
    program,
    user: ground.users?.bot,
    cwd: ground.bot.cwd,
    environment: childEnvironment("bot", environment, {
      DATA_DIR: ground.bot.dataDir,
      SOTTO_API_URL: environment.SOTTO_API_URL ?? ownUrl(config),
    }),
    secrets: {},
    // Telegram may be away at the start.
    restartsAtOnce: true,
    finalCode: WRONG_SETTINGS,
    onReady: () => undefined,
  });
}

/** Where the server listens. */
function ownUrl({ host, port }: Config): string {
  const reached = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${reached.includes(":") ? `[${reached}]` : reached}:${port}`;
}
