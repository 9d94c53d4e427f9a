import { type Context, GrammyError, type InlineKeyboard } from "grammy";

/** A message that is edited in place: HTML and its buttons. */
export type Panel = { text: string; keyboard: InlineKeyboard };

const OPTIONS = { parse_mode: "HTML", link_preview_options: { is_disabled: true } } as const;

/** Sends HTML as a new message; returns the message's id. */
export async function send(context: Context, text: string, keyboard?: InlineKeyboard): Promise<number> {
  const sent = await context.reply(text, { ...OPTIONS, ...(keyboard && { reply_markup: keyboard }) });
  return sent.message_id;
}

/** Answers a tap on a button, optionally with a text. A tap that Telegram no longer waits for stays unanswered. */
export async function answerTap(context: Context, text?: string): Promise<void> {
  await context.answerCallbackQuery(text === undefined ? {} : { text }).catch(() => undefined);
}

/** Shows the panel in the message `messageId`, or in a new one where there is none; returns the message's id. */
export async function showPanel(context: Context, panel: Panel, messageId: number | null): Promise<number> {
  if (messageId === null || context.chat === undefined) return send(context, panel.text, panel.keyboard);
  try {
    const options = { ...OPTIONS, reply_markup: panel.keyboard };
    await context.api.editMessageText(context.chat.id, messageId, panel.text, options);
    return messageId;
  } catch (error) {
    if (!(error instanceof GrammyError) || error.error_code !== 400) throw error;
    if (error.description.includes("not modified")) return messageId;
    // The user deleted the message, or it is too old to be edited.
    return send(context, panel.text, panel.keyboard);
  }
}
