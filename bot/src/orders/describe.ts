import type { Order, Track } from "@sotto/openapi";
import { reasonOf } from "@sotto/openapi/order-reason";
import { amountText, labelOfCode, timeText } from "../figures";
import { bold, code, escapeHtml } from "../html";
import type { ChatLocale } from "../locale";
import { amountLines } from "./amounts";
import { isCounting, isUnpaidEnd } from "./progress";
import type { TextContext } from "./text-context";

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

/** The state's name; after an end without money also what it means (HTML). */
export function stateLine({ state }: Order, { locale: { texts } }: TextContext): string {
  const name = `${MARKS[state]} <b>${texts.states[state]}</b>`;
  return isUnpaidEnd(state) ? `${name}\n${texts.stateTexts[state]}` : name;
}

/** What is new with an order (HTML). `isNamed`: it says which order it is about. */
export function changeText(
  order: Order,
  textContext: TextContext,
  { isNamed }: { isNamed: boolean },
): string {
  const { locale } = textContext;
  const { stateTexts, states, reasons, order: words } = locale.texts;
  const head = isNamed
    ? headOf({ state: order.state, code: order.trackingCode }, locale)
    : `${MARKS[order.state]} <b>${states[order.state]}</b>`;
  const lines = [head];
  if (order.state === "action_required" || order.state === "hold") {
    const reason = reasonOf(order);
    if (reason !== null) lines.push(reasons[reason]);
  }
  lines.push(stateTexts[order.state]);
  if (isCounting(order.state))
    lines.push(
      words.confirmations(
        Math.min(order.confirmations, order.confirmationsRequired),
        order.confirmationsRequired,
      ),
    );
  if (order.awaits !== null) lines.push(...holdLines(order.awaits, locale));
  const amounts = amountLines(order, textContext);
  const decision = order.state === "action_required" ? decisionLines(order, locale) : [];
  return [lines, amounts, decision]
    .filter((block) => block.length > 0)
    .map((block) => block.join("\n"))
    .join("\n\n");
}

/** `✅ Order 482 915 037: Completed`, with the code to be copied. */
function headOf({ state, code: tracking }: { state: Order["state"]; code: string }, { texts }: ChatLocale) {
  const title = `<b>${texts.order.title(code(tracking))}</b>`;
  return `${MARKS[state]} ${texts.labelled(title, texts.states[state])}`;
}

/** Until when to decide, and what happens without. */
function decisionLines(order: Order, { texts: { order: words }, language }: ChatLocale): string[] {
  const lines: string[] = [];
  if (order.deadline !== null) lines.push(words.deadline(bold(timeText(order.deadline, language))));
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
