import { Composer } from "grammy";
import { clearChatCommands } from "../commands";
import type { BotContext, BotParts } from "../context";
import { send } from "../flow/panel";
import { eraseSession } from "../session/erase";

/** /help; and /forget, which erases the chat's session, as blocking the bot does. */
export function helpFeature(parts: BotParts): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.command("help", async (context) => void (await send(context, context.locale.texts.help)));
  feature.command("forget", async (context) => {
    parts.follower.forget(context.chat.id);
    eraseSession(context);
    await send(context, context.locale.texts.forgotten);
    await clearChatCommands(context, parts.log);
  });
  feature.on("my_chat_member", (context) => {
    if (context.myChatMember.new_chat_member.status !== "kicked") return;
    // Blocked: nobody is there to be told anything.
    parts.follower.forget(context.chat.id);
    eraseSession(context);
  });
  return feature;
}
