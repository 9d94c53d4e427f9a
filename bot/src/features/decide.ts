import type { Order } from "@sotto/openapi";
import { unreachable } from "@sotto/openapi/unreachable";
import { Composer, InlineKeyboard } from "grammy";
import type { BotContext, BotParts } from "../context";
import { labelOfCode } from "../figures";
import { checkAddress } from "../flow/answers";
import { code, escapeHtml, failureText } from "../html";
import {
  cancelAskKeyboard,
  choiceKeyboard,
  type OrderAction,
  orderActionOf,
  refundAskKeyboard,
} from "../orders/buttons";
import { cardHead, cardPanel } from "../orders/card";
import { changeText } from "../orders/describe";
import { keyOf } from "../orders/keys";
import { type TextContext, textContextOf } from "../orders/text-context";
import { answerTap, type Panel, send, showPanel } from "../panel";
import { keepMessages, messagesOf, type RefundQuestion } from "../session/session";

/** The buttons under an order: exchange or refund when it needs a decision, and cancel before it is paid. */
export function decideFeature(parts: BotParts): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.callbackQuery(/^o:/, async (context) => {
    const action = orderActionOf(context.callbackQuery.data);
    // Only orders of this chat: a forged button for another order does nothing.
    if (action === undefined || !context.session.orders.includes(action.order)) {
      await answerTap(context, context.locale.texts.wrong.stale);
      return;
    }
    await answerTap(context);
    await act(context, parts, action);
  });
  // Another button was tapped since: what is typed next answers that.
  feature.on("callback_query", async (context, next) => {
    context.session.refundQuestion = null;
    await next();
  });
  feature.on("message:text", async (context, next) => {
    const question = context.session.refundQuestion;
    if (question === null || context.message.text.startsWith("/")) return next();
    await answerRefundAddress(context, parts, question);
  });
  return feature;
}

async function act(context: BotContext, parts: BotParts, action: OrderAction): Promise<void> {
  const { texts, api } = context.locale;
  if (action.kind === "exchange") return decide(context, parts, { ...action, choice: "exchange" });
  const fresh = await api.order(action.order);
  if (!fresh.ok) return void (await send(context, failureText(fresh.error, texts.down)));
  const order = fresh.value;
  const textContext = await textContextOf(context.locale, parts);
  switch (action.kind) {
    case "refund":
      if (order.refundAddress !== null) return decide(context, parts, { ...action, choice: "refund" });
      return askRefundAddress(context, { order, revision: action.revision, textContext });
    case "back":
      context.session.refundQuestion = null;
      return showChoices(context, { order, textContext });
    case "cancel": {
      if (order.state !== "waiting") return showCard(context, { order, textContext });
      const text = `${cardHead(order, textContext)}\n\n${texts.order.cancelAsk}`;
      await showIn(context, order.id, { text, keyboard: cancelAskKeyboard(order.id, textContext) });
      return;
    }
    case "cancel-no":
      return showCard(context, { order, textContext });
    case "cancel-yes": {
      const answer = await api.cancel(order.id, keyOf(["cancel", order.id]));
      if (answer.ok) return showCard(context, { order: answer.value, textContext });
      const notice = failureText(answer.error, texts.down);
      return showCard(context, { order, textContext, notice });
    }
    default:
      return unreachable(action);
  }
}

/** `tapped`: the message to show it in, where the chat typed instead of tapping. */
type Shown = { order: Order; textContext: TextContext; notice?: string; tapped?: number | undefined };

async function showCard(context: BotContext, { order, textContext, notice }: Shown): Promise<void> {
  await showIn(context, order.id, cardPanel(order, textContext, notice));
}

/**
 * Shows a panel in the message that was tapped, and keeps where it is if it is one of the order's messages. Returns the id
 * of the message that shows it.
 */
async function showIn(context: BotContext, orderId: string, panel: Panel, tapped?: number): Promise<number> {
  const from = tapped ?? context.callbackQuery?.message?.message_id ?? null;
  const messageId = await showPanel(context, panel, from);
  if (from === null) return messageId;
  const { card, latest } = messagesOf(context.session, orderId);
  if (card === from) keepMessages(context.session, orderId, { card: messageId });
  if (latest === from) keepMessages(context.session, orderId, { latest: messageId });
  return messageId;
}

/** Shows what an order asks, with its choices. */
async function showChoices(
  context: BotContext,
  { order, textContext, notice, tapped }: Shown,
): Promise<void> {
  const text = changeText(order, textContext, { isNamed: true });
  const said = notice === undefined ? text : `❗ ${notice}\n\n${text}`;
  await showIn(context, order.id, { text: said, keyboard: choiceKeyboard(order, textContext) }, tapped);
}

async function askRefundAddress(context: BotContext, asked: Shown & { revision: number }): Promise<void> {
  const { order, revision, textContext, notice, tapped } = asked;
  const { order: words } = context.locale.texts;
  const refund = order.choices.find(({ choice }) => choice === "refund");
  if (refund === undefined) return void (await send(context, words.decisionNone));
  const { currencies } = textContext;
  const coin = currencies.find(({ id }) => id === refund.currency);
  const label = escapeHtml(labelOfCode(refund.currency, currencies));
  const ask = words.refundAsk(label, escapeHtml(coin?.networkDisplayName ?? refund.currency));
  const text = [`<b>${words.title(code(order.trackingCode))}</b>`, ask];
  if (notice !== undefined) text.unshift(`❗ ${notice}`);
  const panel = { text: text.join("\n\n"), keyboard: refundAskKeyboard(order.id, textContext) };
  const messageId = await showIn(context, order.id, panel, tapped);
  context.session.refundQuestion = { order: order.id, revision, messageId };
}

/** Takes the chat's text for the refund address that was asked for. */
async function answerRefundAddress(
  context: BotContext,
  parts: BotParts,
  question: RefundQuestion,
): Promise<void> {
  const { texts, api } = context.locale;
  const fresh = await api.order(question.order);
  if (!fresh.ok) return void (await send(context, failureText(fresh.error, texts.down)));
  const order = fresh.value;
  const refund = order.choices.find(({ choice }) => choice === "refund");
  if (refund === undefined) {
    context.session.refundQuestion = null;
    return void (await send(context, texts.order.decisionNone));
  }
  const given = { address: context.message?.text ?? "", currency: refund.currency };
  const checked = await checkAddress(given, { parts, locale: context.locale });
  if (checked.ok)
    return decide(context, parts, { ...question, choice: "refund", refundAddress: checked.value });
  const { error } = checked;
  const notice = error.kind === "invalid" ? error.notice : texts.down;
  const textContext = await textContextOf(context.locale, parts);
  const { revision, messageId: tapped } = question;
  await askRefundAddress(context, { order, revision, textContext, notice, tapped });
}

type Decision = RefundQuestion & { choice: "exchange" | "refund"; refundAddress?: string };

/** Decides on the figures that the button showed; where they have changed, the new ones are offered. */
async function decide(context: BotContext, parts: BotParts, decision: Decision): Promise<void> {
  const { texts, api } = context.locale;
  const { order: id, revision, choice, refundAddress, messageId } = decision;
  const body = { choice, revision, ...(refundAddress !== undefined && { refundAddress }) };
  const key = keyOf(["decision", id, String(revision), choice, refundAddress ?? ""]);
  const answer = await api.decide(id, body, key);
  if (answer.ok) {
    context.session.refundQuestion = null;
    const { trackingCode, refundAddress: target } = answer.value;
    const title = `<b>${texts.order.title(code(trackingCode))}</b>`;
    const said =
      choice === "exchange" ? texts.order.decidedExchange : texts.order.decidedRefund(code(target ?? ""));
    await showIn(context, id, { text: `${title}\n${said}`, keyboard: new InlineKeyboard() }, messageId);
    return;
  }
  const { error } = answer;
  if (error.kind === "down") return void (await send(context, texts.down));
  if (error.problem.code !== "decision/stale") {
    const isOver = error.problem.code === "decision/unavailable";
    if (isOver) context.session.refundQuestion = null;
    return void (await send(context, isOver ? texts.order.decisionNone : failureText(error, texts.down)));
  }
  context.session.refundQuestion = null;
  const fresh = await api.order(id);
  if (!fresh.ok) return void (await send(context, failureText(fresh.error, texts.down)));
  const textContext = await textContextOf(context.locale, parts);
  const notice = texts.order.decisionStale;
  await showChoices(context, { order: fresh.value, textContext, notice, tapped: messageId });
}
