import { Composer, InlineKeyboard } from "grammy";
import { clearChatCommands } from "../commands";
import type { BotContext, BotParts } from "../context";
import { forgetChat } from "../forget-chat";
import { answerTap, send, showPanel } from "../panel";

const [YES, NO] = ["g:yes", "g:no"];

/** /forget: erases the chat's session after a question; blocking the bot does so at once. */
export function forgetFeature(parts: BotParts): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.command("forget", async (context) => {
    const { forget, buttons } = context.locale.texts;
    const keyboard = new InlineKeyboard().text(buttons.forgetYes, YES).row().text(buttons.forgetNo, NO);
    await send(context, forget.ask, keyboard);
  });
  feature.callbackQuery([YES, NO], async (context) => {
    const { forget } = context.locale.texts;
    await answerTap(context);
    const isSure = context.callbackQuery.data === YES;
    if (isSure) forgetChat(context, parts);
    const panel = { text: isSure ? forget.done : forget.kept, keyboard: new InlineKeyboard() };
    await showPanel(context, panel, context.callbackQuery.message?.message_id ?? null);
    if (isSure) await clearChatCommands(context, parts.log);
  });
  feature.on("my_chat_member", (context) => {
    if (context.myChatMember.new_chat_member.status !== "kicked") return;
    // The user blocked the bot: messages would not arrive.
    forgetChat(context, parts);
  });
  return feature;
}
