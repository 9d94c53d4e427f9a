import type { Order } from "@sotto/openapi";
import { InlineKeyboard } from "grammy";
import { amountText, labelOfCode } from "../figures";
import type { TextContext } from "./text-context";

/** What a button under an order asks for. */
export type OrderAction =
  | { kind: "exchange" | "refund"; order: string; revision: number }
  | { kind: "cancel" | "cancel-yes" | "cancel-no"; order: string };

const DATA = /^o:(exchange|refund|cancel|cancel-yes|cancel-no):(\d{1,10}):([\w-]{10,40})$/;

const dataOf = (kind: OrderAction["kind"], id: string, revision = 0): string => `o:${kind}:${revision}:${id}`;

/** Reads a button's data. The caller checks whether the order belongs to the chat. */
export function orderActionOf(data: string): OrderAction | undefined {
  const [, kind, revision, order] = DATA.exec(data) ?? [];
  if (kind === undefined || order === undefined) return undefined;
  return { kind, order, revision: Number(revision) } as OrderAction;
}

/** The choices of an order that needs a decision, each with the amount it pays; undefined when there are none. */
export function choiceKeyboard(
  order: Order,
  { locale, currencies }: TextContext,
): InlineKeyboard | undefined {
  if (order.choices.length === 0) return undefined;
  const keyboard = new InlineKeyboard();
  for (const { choice, sendsAmount, currency } of order.choices) {
    const amount = amountText(sendsAmount, labelOfCode(currency, currencies), locale.language);
    keyboard.text(locale.texts.buttons[choice](amount), dataOf(choice, order.id, order.revision)).row();
  }
  return keyboard;
}

/** The button under the payment details of an unpaid order. */
export const cancelKeyboard = (id: string, { locale }: Pick<TextContext, "locale">): InlineKeyboard =>
  new InlineKeyboard().text(locale.texts.buttons.cancelOrder, dataOf("cancel", id));

export const cancelAskKeyboard = (id: string, { locale }: Pick<TextContext, "locale">): InlineKeyboard =>
  new InlineKeyboard()
    .text(locale.texts.buttons.cancelOrderYes, dataOf("cancel-yes", id))
    .text(locale.texts.buttons.cancelOrderNo, dataOf("cancel-no", id));
