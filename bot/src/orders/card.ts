import type { Order } from "@sotto/openapi";
import { ADDRESS_TYPE_NAMES } from "@sotto/openapi/address-types";
import { labelOfCode, timeText } from "../figures";
import { bold, code, escapeHtml } from "../html";
import type { Panel } from "../panel";
import { pairLine } from "./amounts";
import { cardKeyboard } from "./buttons";
import { stateLine } from "./describe";
import type { TextContext } from "./text-context";

/** An order's own message: how to pay while it waits for that, else what it is and its state. */
export function cardPanel(order: Order, textContext: TextContext, notice?: string): Panel {
  const parts =
    order.state === "waiting" ? paymentLines(order, textContext) : [stateLine(order, textContext)];
  const said = notice === undefined ? [] : [`❗ ${notice}`];
  return {
    text: [...said, cardHead(order, textContext), ...parts].join("\n\n"),
    keyboard: cardKeyboard(order, textContext),
  };
}

/** The code, and what is exchanged. */
export const cardHead = (order: Order, textContext: TextContext): string => {
  const title = textContext.locale.texts.order.title(code(order.trackingCode));
  return `<b>${title}</b>\n${pairLine(order, textContext)}`;
};

/** The exact amount, address, memo, network and deadline (HTML). */
function paymentLines(order: Order, { locale, currencies }: TextContext): string[] {
  const { order: words } = locale.texts;
  const coin = currencies.find(({ id }) => id === order.sendCurrency);
  const label = escapeHtml(labelOfCode(order.sendCurrency, currencies));
  const type = order.depositAddressType;
  const payTo = type === null ? words.payTo : `${words.payTo} · ${ADDRESS_TYPE_NAMES[type]}`;
  return [
    `${words.pay} ${code(order.amounts.ordered.sendAmount)} ${label}\n${payTo}\n${code(order.depositAddress)}`,
    ...(order.memo === null ? [] : [`${words.payMemo}\n${code(order.memo)}`]),
    `⚠️ ${words.payOnly(escapeHtml(coin?.networkDisplayName ?? order.sendCurrency))}`,
    words.payUntil(bold(timeText(order.expiresAt, locale.language))),
  ];
}
