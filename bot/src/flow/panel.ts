import { type Context, GrammyError, InlineKeyboard } from "grammy";
import type { BotContext } from "../context";
import type { Draft } from "../session/session";

/** The draft's message: HTML, and what can be tapped. */
export type Panel = { text: string; keyboard: InlineKeyboard };

/** What a button of the flow asks for. */
export type Action =
  | { kind: "type"; value: string }
  | { kind: "coin"; value: string }
  | { kind: "page"; value: string }
  | { kind: "amount"; value: string }
  | { kind: "skip" | "accept" | "confirm" | "back" | "cancel" | "again" | "refresh"; value: "" };

const KINDS = [
  "type",
  "coin",
  "page",
  "amount",
  "skip",
  "accept",
  "confirm",
  "back",
  "cancel",
  "again",
  "refresh",
] as const;

/** Buttons of the draft as it is shown now: they name its nonce, so that older ones are known as such. */
export const buttonOf = (draft: Draft, kind: Action["kind"], value = ""): string =>
  `f:${draft.nonce}:${kind}:${value}`;

/** Reads a button's data; undefined when it is not of the flow, or not of this nonce. */
export function actionOf(data: string, nonce: string): Action | undefined {
  const [prefix, given, kind, value] = data.split(":");
  const known = KINDS.find((one) => one === kind);
  if (prefix !== "f" || given !== nonce || nonce === "" || known === undefined) return undefined;
  return { kind: known, value: value ?? "" } as Action;
}

export const emptyKeyboard = (): InlineKeyboard => new InlineKeyboard();

const OPTIONS = { parse_mode: "HTML", link_preview_options: { is_disabled: true } } as const;

/** Sends HTML as a new message; gives the message's id. */
export async function send(context: BotContext, text: string, keyboard?: InlineKeyboard): Promise<number> {
  const sent = await context.reply(text, { ...OPTIONS, ...(keyboard && { reply_markup: keyboard }) });
  return sent.message_id;
}

/** Answers a tap, perhaps with a word; one that Telegram no longer waits for goes unanswered. */
export async function answerTap(context: Context, text?: string): Promise<void> {
  await context.answerCallbackQuery(text === undefined ? {} : { text }).catch(() => undefined);
}

/** Shows the panel in the draft's one message, or in a new one where there is none; gives the message's id. */
export async function showPanel(
  context: BotContext,
  panel: Panel,
  messageId: number | null,
): Promise<number> {
  if (messageId === null || context.chat === undefined) return send(context, panel.text, panel.keyboard);
  try {
    const options = { ...OPTIONS, reply_markup: panel.keyboard };
    await context.api.editMessageText(context.chat.id, messageId, panel.text, options);
    return messageId;
  } catch (error) {
    if (!(error instanceof GrammyError) || error.error_code !== 400) throw error;
    if (error.description.includes("not modified")) return messageId;
    // Its user deleted it, or it is too old to be edited.
    return send(context, panel.text, panel.keyboard);
  }
}
