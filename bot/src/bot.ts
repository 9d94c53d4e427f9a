import { Bot, type Context } from "grammy";
import type { BotParts } from "./features/context";
import { languageOf } from "./features/context";
import { startFeature } from "./features/start";
import { trackFeature } from "./features/track";
import { unhandledFeature } from "./features/unhandled";
import { textsFor } from "./messages/texts";

/** The bot with its features; nothing runs until it is started. `apiRoot` names another Bot API server. */
export function createBot(options: { token: string; apiRoot: string | undefined; parts: BotParts }): Bot {
  const { token, apiRoot, parts } = options;
  const bot = new Bot(token, apiRoot === undefined ? {} : { client: { apiRoot } });
  const guarded = bot.errorBoundary(async ({ error, ctx }) => {
    parts.log(`an update failed: ${error instanceof Error ? error.name : "error"}`);
    await apologise(ctx);
  });
  guarded.use(startFeature(parts), trackFeature(parts), unhandledFeature());
  return bot;
}

/** The chat may be gone (the bot was blocked): then there is nobody to tell, and the others go on. */
async function apologise(context: Context): Promise<void> {
  if (context.chat === undefined) return;
  await context.reply(textsFor(languageOf(context)).texts.failed).catch(() => undefined);
}
