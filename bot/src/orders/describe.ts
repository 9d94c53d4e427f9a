import type { Order, Track } from "@sotto/openapi";
import { amountText, labelOfCode, timeText } from "../figures";
import { bold, code, escapeHtml } from "../html";
import type { Language } from "../languages";
import type { ChatLocale } from "../locale";
import { isUnpaidEnd } from "./progress";
import type { TextContext } from "./text-context";

/** How to pay a new order: exact amount, address, memo, network, deadline, code and link (HTML). */
export function paymentText(order: Order, { locale, currencies, webUrl }: TextContext): string {
  const { order: words } = locale.texts;
  const coin = currencies.find(({ id }) => id === order.sendCurrency);
  const parts = [
    `<b>${words.title(order.trackingCode)}</b> · ${code(order.trackingCode)}\n${pairLine(order, { locale, currencies })}`,
    `${words.pay} ${code(order.sendAmount)} ${escapeHtml(labelOfCode(order.sendCurrency, currencies))}\n${
      words.payTo
    }\n${code(order.depositAddress)}`,
    order.memo === null ? "" : `${words.payMemo}\n${code(order.memo)}`,
    `⚠️ ${words.payOnly(escapeHtml(coin?.networkDisplayName ?? order.sendCurrency))}`,
    words.payUntil(bold(timeText(order.expiresAt, locale.language))),
    `${words.page}\n${orderLink(webUrl, locale.language, order.id)}`,
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** `0.05 BTC → about 2,985.7 USDT TRC20` */
function pairLine(order: Order, { locale, currencies }: Pick<TextContext, "locale" | "currencies">): string {
  const figure = (amount: string, id: string) =>
    escapeHtml(amountText(amount, labelOfCode(id, currencies), locale.language));
  return `${figure(order.sendAmount, order.sendCurrency)} → ${figure(order.receiveAmount, order.receiveCurrency)}`;
}

const MARKS: Readonly<Record<Order["state"], string>> = {
  waiting: "⏳",
  confirming: "👀",
  screening: "🔎",
  exchanging: "🔄",
  mixing: "🔄",
  sending: "📤",
  completed: "✅",
  action_required: "❗",
  hold: "⏸",
  refunding: "↩️",
  refunded: "↩️",
  expired: "⌛",
  cancelled: "✖️",
  failed: "✖️",
};

/** What an order's state means now (HTML). */
export function changeText(order: Order, textContext: TextContext): string {
  const { locale, currencies, webUrl } = textContext;
  const { stateTexts, reasons, order: words } = locale.texts;
  const head = headOf({ state: order.state, code: order.trackingCode }, locale);
  const lines = [head];
  const counts = order.state === "confirming" || order.state === "screening";
  if (counts) lines.push(words.confirmations(order.confirmations, order.confirmationsRequired));
  if (order.state === "action_required" || order.state === "hold") {
    if (order.reason !== null) lines.push(reasons[order.reason]);
  }
  lines.push(stateTexts[order.state]);
  if (order.awaits !== null) lines.push(...holdLines(order.awaits, locale));
  if (order.state === "action_required") lines.push(...decisionLines(order, textContext));
  lines.push(...payoutLines(order, { locale, currencies }));
  const say = isUnpaidEnd(order.state) ? words.latePage : words.page;
  lines.push(`${say}\n${orderLink(webUrl, locale.language, order.id)}`);
  return lines.join("\n");
}

function headOf(order: { state: Order["state"]; code: string }, { texts }: ChatLocale): string {
  const title = `<b>${texts.order.title(order.code)}</b>`;
  return `${MARKS[order.state]} ${texts.labelled(title, texts.states[order.state])}`;
}

function decisionLines(order: Order, { locale, currencies }: TextContext): string[] {
  const { order: words, labelled } = locale.texts;
  const figure = (amount: string, id: string) =>
    escapeHtml(amountText(amount, labelOfCode(id, currencies), locale.language));
  const lines = [labelled(words.ordered, figure(order.sendAmount, order.sendCurrency))];
  for (const { amount, currency } of order.deposits)
    lines.push(labelled(words.arrived, figure(amount, currency)));
  if (order.deadline !== null) lines.push(words.deadline(bold(timeText(order.deadline, locale.language))));
  if (order.defaultChoice !== null) {
    lines.push(order.defaultChoice === "refund" ? words.defaultRefund : words.defaultWait);
  }
  return lines;
}

/** What an order on hold waits for, and since when. */
function holdLines(
  { what, since, refundAt }: NonNullable<Order["awaits"]>,
  { language, texts: { order: words } }: ChatLocale,
): string[] {
  const lines = [words.holdSince(bold(timeText(since, language)))];
  if (what === "administrator") lines.push(words.holdNext);
  if (what === "refund_address") lines.push(words.holdAddress);
  if (what === "refund" && refundAt !== null)
    lines.push(words.holdRefund(bold(timeText(refundAt, language))));
  return lines;
}

/** What was paid out or refunded, with its transaction and address. */
function payoutLines(
  order: Order,
  { locale, currencies }: Pick<TextContext, "locale" | "currencies">,
): string[] {
  const { order: words, labelled } = locale.texts;
  const isOver = ["sending", "completed", "refunding", "refunded"].includes(order.state);
  if (!isOver) return [];
  const isRefund = order.state === "refunding" || order.state === "refunded";
  const address = isRefund ? order.refundAddress : order.receiveAddress;
  return order.payouts.flatMap(({ amount, currency, txHash, url }) => [
    `${escapeHtml(amountText(amount, labelOfCode(currency, currencies), locale.language))}${
      address === null ? "" : ` ${words.receiveTo} ${code(address)}`
    }`,
    ...(txHash === null ? [] : [labelled(words.hash, code(txHash))]),
    ...(url === null ? [] : [escapeHtml(url)]),
  ]);
}

/** What a tracking code shows of an order (HTML). */
export function trackText(
  track: Track,
  { locale, currencies }: Pick<TextContext, "locale" | "currencies">,
): string {
  const { track: rough } = locale.texts;
  const figure = (amount: string | null, id: string | null) =>
    escapeHtml(amountText(amount ?? "", labelOfCode(id ?? "", currencies), locale.language));
  const head = headOf({ state: track.state, code: track.id }, locale);
  if (track.sendAmount === null || track.receiveAmount === null) return head;
  const amounts = rough.about(
    figure(track.sendAmount, track.sendCurrency),
    figure(track.receiveAmount, track.receiveCurrency),
  );
  return `${head}\n${amounts}`;
}

/** The order's page on the web, as text: Telegram turns a public address into a link. */
const orderLink = (webUrl: string, language: Language, id: string): string =>
  escapeHtml(`${webUrl}/${language}/payment/${id}`);
