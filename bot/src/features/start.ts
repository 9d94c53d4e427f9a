import { Composer, type Context } from "grammy";
import { textsFor } from "../messages/texts";
import { type BotParts, languageOf } from "./context";

/** /start and /help: what this is, and where orders are made. */
export function startFeature(parts: BotParts): Composer<Context> {
  const feature = new Composer();
  feature.command("start", (context) =>
    context.reply(textsFor(languageOf(context)).texts.start(parts.webUrl)),
  );
  feature.command("help", (context) => context.reply(textsFor(languageOf(context)).texts.help));
  return feature;
}
