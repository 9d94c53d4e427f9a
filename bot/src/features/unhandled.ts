import { Composer } from "grammy";
import type { BotContext } from "../context";
import { answerTap, send } from "../panel";

/** Comes last: answers what no other feature handles. */
export function unhandledFeature(): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.on("message", async (context) => void (await send(context, context.locale.texts.unknown)));
  feature.on("callback_query", (context) => answerTap(context, context.locale.texts.wrong.stale));
  return feature;
}
