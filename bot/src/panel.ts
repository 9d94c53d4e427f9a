import { type Api, type Context, GrammyError, type InlineKeyboard } from "grammy";

/** A message that is edited in place: HTML and its buttons. */
export type Panel = { text: string; keyboard: InlineKeyboard };

/** One message of a chat. */
export type MessagePlace = { chatId: number; messageId: number };

const OPTIONS = { parse_mode: "HTML", link_preview_options: { is_disabled: true } } as const;

/** Sends HTML as a new message; returns the message's id. */
export async function send(context: Context, text: string, keyboard?: InlineKeyboard): Promise<number> {
  const sent = await context.reply(text, { ...OPTIONS, ...(keyboard && { reply_markup: keyboard }) });
  return sent.message_id;
}

/** Sends HTML to a chat, as a reply to one of its messages if that still exists; returns the message's id. */
export async function sendTo(
  api: Api,
  chatId: number,
  message: { text: string; keyboard: InlineKeyboard | undefined; replyTo: number | null },
): Promise<number> {
  const { text, keyboard, replyTo } = message;
  const sent = await api.sendMessage(chatId, text, {
    ...OPTIONS,
    ...(keyboard && { reply_markup: keyboard }),
    ...(replyTo !== null && {
      reply_parameters: { message_id: replyTo, allow_sending_without_reply: true },
    }),
  });
  return sent.message_id;
}

/** Answers a tap on a button, optionally with a text. A tap that Telegram no longer waits for stays unanswered. */
export async function answerTap(context: Context, text?: string): Promise<void> {
  await context.answerCallbackQuery(text === undefined ? {} : { text }).catch(() => undefined);
}

/**
 * Shows the panel in the message `messageId` if the user tapped a button there. After anything else the user did it is
 * sent below that, and the old message is removed. Returns the id of the message that shows it.
 */
export async function showPanel(context: Context, panel: Panel, messageId: number | null): Promise<number> {
  const chatId = context.chat?.id;
  if (messageId === null || chatId === undefined) return send(context, panel.text, panel.keyboard);
  const place = { chatId, messageId };
  const isTapped = context.callbackQuery?.message?.message_id === messageId;
  if (isTapped && (await editMessage(context.api, place, panel))) return messageId;
  const shownIn = await send(context, panel.text, panel.keyboard);
  await removeMessage(context.api, place);
  return shownIn;
}

/** Whether the message now shows this; false when it cannot be edited: the user deleted it, or it is too old. */
export async function editMessage(
  api: Api,
  { chatId, messageId }: MessagePlace,
  { text, keyboard }: { text: string; keyboard?: InlineKeyboard | undefined },
): Promise<boolean> {
  try {
    const markup = keyboard && { reply_markup: keyboard };
    await api.editMessageText(chatId, messageId, text, { ...OPTIONS, ...markup });
    return true;
  } catch (error) {
    if (!(error instanceof GrammyError) || error.error_code !== 400) throw error;
    return error.description.includes("not modified");
  }
}

/** Deletes a message. One that is too old to be deleted loses its buttons; one that is gone is left alone. */
export async function removeMessage(api: Api, { chatId, messageId }: MessagePlace): Promise<void> {
  await api.deleteMessage(chatId, messageId).catch(() => removeButtons(api, { chatId, messageId }));
}

/** Removes a message's buttons; a message that is gone is left alone. */
export async function removeButtons(api: Api, { chatId, messageId }: MessagePlace): Promise<void> {
  await api.editMessageReplyMarkup(chatId, messageId).catch(() => undefined);
}
