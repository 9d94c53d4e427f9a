import { Composer, type Context, InlineKeyboard } from "grammy";
import { languageOf } from "../languages";
import { TEXTS } from "../messages/texts";
import { answerTap } from "../panel";

/** Outside private chats: a command is answered with a button that opens one, everything else is ignored, nothing is kept. */
export function groupFeature(): Composer<Context> {
  const feature = new Composer<Context>();
  const elsewhere = feature.filter((context) => context.chat?.type !== "private");
  elsewhere.on("message:entities:bot_command", (context) => {
    const texts = TEXTS[languageOf(context.from?.language_code)];
    const keyboard = new InlineKeyboard().url(texts.buttons.openChat, `https://t.me/${context.me.username}`);
    // Not waited for: Telegram takes few messages a minute in a group, and private chats go first.
    void context.reply(texts.group, { reply_markup: keyboard }).catch(() => undefined);
  });
  elsewhere.on("callback_query", (context) => answerTap(context));
  elsewhere.use(() => {});
  return feature;
}
