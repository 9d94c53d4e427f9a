import { createHash } from "node:crypto";
import type { Order } from "@sotto/openapi";
import { unreachable } from "@sotto/openapi/unreachable";
import { Composer } from "grammy";
import type { BotContext, BotParts } from "../context";
import { labelOfCode } from "../figures";
import { checkAddress } from "../flow/answers";
import { escapeHtml, failureText } from "../html";
import { cancelAskKeyboard, choiceKeyboard, type OrderAction, orderActionOf } from "../orders/buttons";
import { changeText } from "../orders/describe";
import { textContextOf } from "../orders/text-context";
import { answerTap, send } from "../panel";

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
  feature.on("message:text", async (context, next) => {
    const question = context.session.refundQuestion;
    if (question === null || context.message.text.startsWith("/")) return next();
    const { texts, api } = context.locale;
    const order = await api.order(question.order);
    const refund = order.ok ? order.value.choices.find(({ choice }) => choice === "refund") : undefined;
    if (!order.ok) return void (await send(context, texts.down));
    if (refund === undefined) {
      context.session.refundQuestion = null;
      return void (await send(context, texts.order.decisionNone));
    }
    const given = { address: context.message.text, currency: refund.currency };
    const checked = await checkAddress(given, { parts, locale: context.locale });
    if (!checked.ok) {
      const { error } = checked;
      return void (await send(context, error.kind === "invalid" ? error.notice : texts.down));
    }
    await decide(context, parts, { ...question, choice: "refund", refundAddress: checked.value });
  });
  return feature;
}

async function act(context: BotContext, parts: BotParts, action: OrderAction): Promise<void> {
  const { texts, api } = context.locale;
  switch (action.kind) {
    case "exchange":
      return decide(context, parts, { ...action, choice: "exchange" });
    case "refund": {
      const order = await api.order(action.order);
      if (!order.ok) return void (await send(context, texts.down));
      if (order.value.refundAddress !== null) return decide(context, parts, { ...action, choice: "refund" });
      return askRefundAddress(context, parts, { order: order.value, revision: action.revision });
    }
    case "cancel":
      return void (await send(
        context,
        texts.order.cancelAsk,
        cancelAskKeyboard(action.order, { locale: context.locale }),
      ));
    case "cancel-no":
      return void (await send(context, texts.order.cancelKept));
    case "cancel-yes": {
      const cancelled = await api.cancel(action.order, keyOf(["cancel", action.order]));
      if (cancelled.ok) return;
      return void (await send(context, failureText(cancelled.error, texts.down)));
    }
    default:
      return unreachable(action);
  }
}

async function askRefundAddress(
  context: BotContext,
  parts: BotParts,
  { order, revision }: { order: Order; revision: number },
): Promise<void> {
  const { texts, api } = context.locale;
  const refund = order.choices.find(({ choice }) => choice === "refund");
  if (refund === undefined) return void (await send(context, texts.order.decisionNone));
  const listed = await parts.currencies(api);
  const currencies = listed.ok ? listed.value : [];
  const coin = currencies.find(({ id }) => id === refund.currency);
  context.session.refundQuestion = { order: order.id, revision };
  const label = escapeHtml(labelOfCode(refund.currency, currencies));
  await send(context, texts.order.refundAsk(label, escapeHtml(coin?.networkDisplayName ?? refund.currency)));
}

type Decision = { order: string; revision: number; choice: "exchange" | "refund"; refundAddress?: string };

/** Decides on the figures that the button showed; where they have changed, the new ones are offered. */
async function decide(context: BotContext, parts: BotParts, decision: Decision): Promise<void> {
  const { texts, api } = context.locale;
  const { order: id, revision, choice, refundAddress } = decision;
  const body = { choice, revision, ...(refundAddress !== undefined && { refundAddress }) };
  const key = keyOf(["decision", id, String(revision), choice, refundAddress ?? ""]);
  const answer = await api.decide(id, body, key);
  if (answer.ok) {
    context.session.refundQuestion = null;
    return void (await send(context, texts.order.decided));
  }
  const { error } = answer;
  if (error.kind === "down") return void (await send(context, texts.down));
  if (error.problem.code !== "decision/stale") {
    const isOver = error.problem.code === "decision/unavailable";
    if (isOver) context.session.refundQuestion = null;
    const text = isOver ? texts.order.decisionNone : failureText(error, texts.down);
    return void (await send(context, text));
  }
  context.session.refundQuestion = null;
  const fresh = await api.order(id);
  if (!fresh.ok) return void (await send(context, texts.down));
  const textContext = await textContextOf(context.locale, parts);
  const text = `${texts.order.decisionStale}\n\n${changeText(fresh.value, textContext)}`;
  await send(context, text, choiceKeyboard(fresh.value, textContext));
}

/** The Idempotency-Key of a decision: the same decision has the same key, after a restart too. */
const keyOf = (parts: readonly string[]): string =>
  `bot-${createHash("sha256").update(parts.join("\n")).digest("hex")}`;
