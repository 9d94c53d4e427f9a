import { Composer, InlineKeyboard } from "grammy";
import { setChatCommands } from "../commands";
import type { BotContext, BotParts } from "../context";
import { isLanguage, LANGUAGE_RECORDS, LANGUAGES } from "../languages";
import { TEXTS } from "../messages/texts";
import { answerTap, send, showPanel } from "../panel";

/** /language: the chat's language, instead of that of the Telegram client. */
export function languageFeature(parts: BotParts): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.command("language", async (context) => {
    const keyboard = new InlineKeyboard();
    LANGUAGES.forEach((language, at) => {
      keyboard.text(LANGUAGE_RECORDS[language].nativeName, `l:${language}`);
      if (at % 2 === 1) keyboard.row();
    });
    await send(context, context.locale.texts.language.ask, keyboard);
  });
  feature.callbackQuery(/^l:/, async (context) => {
    const language = context.callbackQuery.data.slice(2);
    if (!isLanguage(language)) {
      await answerTap(context, context.locale.texts.wrong.stale);
      return;
    }
    context.session.language = language;
    await answerTap(context);
    const panel = { text: TEXTS[language].language.set, keyboard: new InlineKeyboard() };
    await showPanel(context, panel, context.callbackQuery.message?.message_id ?? null);
    await setChatCommands(context, language, parts.log);
  });
  return feature;
}
