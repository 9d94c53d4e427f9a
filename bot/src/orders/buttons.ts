import type { Order } from "@sotto/openapi";
import { InlineKeyboard } from "grammy";
import { amountText, labelOfCode } from "../figures";
import { addLink, pageUrl } from "../links";
import { againData } from "./again-buttons";
import { isFinal, isUnpaidEnd } from "./progress";
import type { TextContext } from "./text-context";

/** What a button under an order asks for. */
export type OrderAction =
  | { kind: "exchange"; order: string; revision: number }
  | { kind: "refund"; order: string; revision: number }
  | { kind: "back" | "cancel" | "cancel-yes" | "cancel-no"; order: string };

const DATA = /^o:(exchange|refund|back|cancel|cancel-yes|cancel-no):(\d{1,10}):([\w-]{10,40})$/;

const dataOf = (kind: OrderAction["kind"], id: string, revision = 0): string => `o:${kind}:${revision}:${id}`;

/** Reads a button's data. The caller checks whether the order belongs to the chat. */
export function orderActionOf(data: string): OrderAction | undefined {
  const [, kind, revision, order] = DATA.exec(data) ?? [];
  if (kind === undefined || order === undefined) return undefined;
  return { kind, order, revision: Number(revision) } as OrderAction;
}

/** Under an order's card: what is copied to pay it, its page on the web, and cancel while it is unpaid. */
export function cardKeyboard(order: Order, textContext: TextContext): InlineKeyboard {
  const { buttons } = textContext.locale.texts;
  const keyboard = new InlineKeyboard();
  if (order.state === "waiting") {
    keyboard.copyText(buttons.copyAmount, order.amounts.ordered.sendAmount);
    keyboard.copyText(buttons.copyAddress, order.depositAddress).row();
    if (order.memo !== null) keyboard.copyText(buttons.copyMemo, order.memo).row();
  }
  addPage(keyboard, order, textContext);
  if (order.state === "waiting") keyboard.row().text(buttons.cancelOrder, dataOf("cancel", order.id));
  if (order.state === "cancelled") keyboard.row().text(buttons.newExchange, againData());
  return keyboard;
}

/** Under the message of an order's change: its choices, its transactions, and what can be done after its end. */
export function changeKeyboard(
  order: Order,
  textContext: TextContext,
  { hasCard }: { hasCard: boolean },
): InlineKeyboard {
  const { buttons } = textContext.locale.texts;
  const keyboard = choiceKeyboard(order, textContext);
  for (const { url } of order.payouts) if (url !== null) addLink(keyboard, buttons.transaction, url).row();
  const needsPage = order.state === "hold" || isUnpaidEnd(order.state);
  if (needsPage || !hasCard) addPage(keyboard, order, textContext).row();
  return addAgain(keyboard, order, textContext);
}

/** The choices of an order that needs a decision, each with the amount it pays. */
export function choiceKeyboard(order: Order, { locale, currencies }: TextContext): InlineKeyboard {
  const keyboard = new InlineKeyboard();
  for (const { choice, sendsAmount, currency } of order.choices) {
    const amount = amountText(sendsAmount, labelOfCode(currency, currencies), locale.language);
    keyboard.text(locale.texts.buttons[choice](amount), dataOf(choice, order.id, order.revision)).row();
  }
  return keyboard;
}

const addPage = (keyboard: InlineKeyboard, { id, state }: Order, { locale, webUrl }: TextContext) => {
  const { buttons } = locale.texts;
  const label = isUnpaidEnd(state) ? buttons.latePage : buttons.page;
  return addLink(keyboard, label, pageUrl({ webUrl, locale }, `payment/${id}`));
};

/** What can be done once an order has ended. */
function addAgain(
  keyboard: InlineKeyboard,
  order: Order,
  { locale: { texts } }: TextContext,
): InlineKeyboard {
  if (!isFinal(order.state) && !isUnpaidEnd(order.state)) return keyboard;
  keyboard.text(texts.buttons.newExchange, againData());
  if (order.state === "completed") {
    const pair = { send: order.receiveCurrency, receive: order.sendCurrency };
    if (pair.send !== pair.receive) keyboard.text(texts.buttons.swapBack, againData(pair));
  }
  return keyboard;
}

export const cancelAskKeyboard = (id: string, { locale }: Pick<TextContext, "locale">): InlineKeyboard =>
  new InlineKeyboard()
    .text(locale.texts.buttons.cancelOrderYes, dataOf("cancel-yes", id))
    .text(locale.texts.buttons.cancelOrderNo, dataOf("cancel-no", id));

/** Under the question for a refund address: back to the choices. */
export const refundAskKeyboard = (id: string, { locale }: Pick<TextContext, "locale">): InlineKeyboard =>
  new InlineKeyboard().text(locale.texts.buttons.back, dataOf("back", id));
