import type { Order } from "@sotto/openapi";
import { type Api, GrammyError } from "grammy";
import { editMessage, removeButtons, removeMessage, sendTo } from "../panel";
import type { OrderMessages } from "../session/session";
import { changeKeyboard } from "./buttons";
import { cardPanel } from "./card";
import { changeText } from "./describe";
import { isAsking, isCounting } from "./progress";
import type { TextContext } from "./text-context";

type Change = { chatId: number; order: Order; messages: OrderMessages; mark: string };

/**
 * Brings a chat up to date with an order whose mark changed: the order's card, and one message for each state, which
 * replies to the card. Confirmations are counted in one message. Returns what the chat shows from here. Throws when
 * Telegram refuses the message.
 */
export async function showChange(
  api: Api,
  { chatId, order, messages, mark }: Change,
  textContext: TextContext,
): Promise<OrderMessages> {
  const { latest } = messages;
  const card = await refreshCard(api, { chatId, order, messages, mark }, textContext);
  if (messages.picture !== null && order.state !== "waiting")
    await removeMessage(api, { chatId, messageId: messages.picture });
  const picture = order.state === "waiting" ? messages.picture : null;
  const shown = { card, picture, mark };
  if (latest !== null && isAsking(messages.mark)) await removeButtons(api, { chatId, messageId: latest });
  // The card says so already, where the customer cancelled.
  if (order.state === "cancelled" && card !== null) return { ...shown, latest: null };
  const text = changeText(order, textContext, { isNamed: card === null });
  const keyboard = changeKeyboard(order, textContext, { hasCard: card !== null });
  const counts = latest !== null && isCounting(mark) && isCounting(messages.mark);
  if (counts && (await editMessage(api, { chatId, messageId: latest }, { text, keyboard })))
    return { ...shown, latest };
  return { ...shown, latest: await sendTo(api, chatId, { text, keyboard, replyTo: card }) };
}

/** The card with the order's present state in it; null where there is none, because the user deleted it for example. */
async function refreshCard(
  api: Api,
  { chatId, order, messages, mark }: Change,
  textContext: TextContext,
): Promise<number | null> {
  const { card } = messages;
  const isSame = stateIn(mark) === stateIn(messages.mark);
  if (card === null || isSame) return card;
  const isShown = await editMessage(api, { chatId, messageId: card }, cardPanel(order, textContext));
  return isShown ? card : null;
}

const stateIn = (mark: string): string | undefined => mark.split(" ", 1)[0];

/** Whether this chat can no longer be reached: the user blocked the bot, or the account is gone. */
export function isChatGone(error: unknown): boolean {
  if (!(error instanceof GrammyError)) return false;
  return error.error_code === 403 || (error.error_code === 400 && /chat not found/i.test(error.description));
}
