import { Composer, type Context } from "grammy";
import { escapeHtml } from "../html";
import { languageOf } from "../languages";
import { TEXTS } from "../messages/texts";

/** Outside private chats: a command gets a pointer to one, everything else silence; nothing is kept. */
export function groupFeature(): Composer<Context> {
  const feature = new Composer<Context>();
  const elsewhere = feature.filter((context) => context.chat?.type !== "private");
  elsewhere.on("message:entities:bot_command", async (context) => {
    const texts = TEXTS[languageOf(context.from?.language_code)];
    await context.reply(texts.group(escapeHtml(`https://t.me/${context.me.username}`)), {
      parse_mode: "HTML",
    });
  });
  elsewhere.on("callback_query", (context) => context.answerCallbackQuery());
  elsewhere.use(() => {});
  return feature;
}
