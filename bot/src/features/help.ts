import { Composer } from "grammy";
import { clearChatCommands } from "../commands";
import type { BotContext, BotParts } from "../context";
import { forgetChat } from "../forget-chat";
import { send } from "../panel";

/** /help; and /forget, which erases the chat's session, as blocking the bot does. */
export function helpFeature(parts: BotParts): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.command("help", async (context) => void (await send(context, context.locale.texts.help)));
  feature.command("forget", async (context) => {
    forgetChat(context, parts);
    await send(context, context.locale.texts.forgotten);
    await clearChatCommands(context, parts.log);
  });
  feature.on("my_chat_member", (context) => {
    if (context.myChatMember.new_chat_member.status !== "kicked") return;
    // The user blocked the bot: messages would not arrive.
    forgetChat(context, parts);
  });
  return feature;
}
