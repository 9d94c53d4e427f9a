import type { Order } from "@sotto/openapi";
import { type Api, GrammyError } from "grammy";
import { choiceKeyboard } from "./buttons";
import { changeText } from "./describe";
import type { TextContext } from "./text-context";

/**
 * Notifies a chat of what an order's state means. Confirmations are counted in one message, `countingId`, which is edited.
 * Returns the id of the message that counts from here, if one does. Throws when Telegram refuses the message.
 */
export async function sendNotice(
  api: Api,
  notice: { chatId: number; order: Order; countingId: number | undefined },
  textContext: TextContext,
): Promise<number | undefined> {
  const { chatId, order, countingId } = notice;
  const text = changeText(order, textContext);
  const isCounting = order.state === "confirming" || order.state === "screening";
  if (isCounting && countingId !== undefined && (await edit(api, { chatId, messageId: countingId, text })))
    return countingId;
  const keyboard = choiceKeyboard(order, textContext);
  const sent = await api.sendMessage(chatId, text, {
    parse_mode: "HTML",
    link_preview_options: { is_disabled: true },
    ...(keyboard && { reply_markup: keyboard }),
  });
  return isCounting ? sent.message_id : undefined;
}

/** Whether the message now has this text; false when it cannot be edited, because the user deleted it for example. */
async function edit(
  api: Api,
  { chatId, messageId, text }: { chatId: number; messageId: number; text: string },
): Promise<boolean> {
  try {
    await api.editMessageText(chatId, messageId, text, { parse_mode: "HTML" });
    return true;
  } catch (error) {
    if (!(error instanceof GrammyError) || error.error_code !== 400) throw error;
    return error.description.includes("not modified");
  }
}

/** Whether this chat can no longer be reached: the user blocked the bot, or the account is gone. */
export function isChatGone(error: unknown): boolean {
  if (!(error instanceof GrammyError)) return false;
  return error.error_code === 403 || (error.error_code === 400 && /chat not found/i.test(error.description));
}
