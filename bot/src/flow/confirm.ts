import type { CreateExchangeBody } from "@sotto/openapi";
import type { BotContext, BotParts } from "../context";
import { escapeHtml } from "../html";
import { type Draft, sendAmountOf } from "../session/session";
import { proceed, show, showFailure } from "./flow";
import { mayOrder } from "./order-limit";
import { afterRefusal } from "./settle";
import { showOrder } from "./show-order";

/** After a refusal with one of these codes new figures are shown; no answer is taken back. */
const QUOTE_CODES = /^quote\//;

/**
 * Orders what the summary shows, under the draft's own Idempotency-Key: pressing the button again, after a restart too,
 * returns the same order.
 */
export async function confirm(context: BotContext, parts: BotParts, draft: Draft): Promise<void> {
  const body = bodyOf(draft);
  if (draft.step !== "summary" || draft.key === null || body === undefined) {
    return proceed(context, parts, draft);
  }
  const { texts, api } = context.locale;
  if (!(await mayOrder(context.session.orders, api)))
    return show(context, parts, draft, texts.wrong.tooManyOrders);
  const answer = await api.create(body, draft.key);
  if (answer.ok) {
    const { orders } = context.session;
    if (!orders.includes(answer.value.id)) orders.push(answer.value.id);
    if (context.chat !== undefined) parts.follower.follow(context.chat.id, answer.value.id);
    await showOrder(context, parts, { order: answer.value, messageId: draft.messageId });
    // Only now: if the order could not be shown, confirming again shows the same one.
    context.session.draft = null;
    return;
  }
  if (answer.error.kind === "down") return showFailure(context, parts, draft, answer.error, "confirm");
  const { problem } = answer.error;
  if (problem.code === "idempotency/in-flight") {
    return showFailure(context, parts, draft, { kind: "down", retryAfterS: 1 }, "confirm");
  }
  if (QUOTE_CODES.test(problem.code)) return proceed(context, parts, draft, texts.summary.moved);
  if (problem.errors[0]?.pointer === undefined && problem.code.startsWith("limit/")) {
    return show(context, parts, draft, escapeHtml(problem.message));
  }
  const refused = afterRefusal(draft, problem);
  return show(context, parts, refused.draft, refused.notice);
}

function bodyOf(draft: Draft): CreateExchangeBody | undefined {
  const { send, receive, amount, address, memo, refund, type, mix, quote } = draft;
  if (send === null || receive === null || amount === null || address === null || quote === null)
    return undefined;
  return {
    sendCurrency: send,
    receiveCurrency: receive,
    sendAmount: sendAmountOf(draft),
    receiveAddress: address,
    receiveAmount: quote.receiveAmount,
    orderType: type ?? "floating",
    ...(quote.quoteId !== null && { quoteId: quote.quoteId }),
    ...(mix && { privacySettings: { preset: mix } }),
    ...(memo !== null && { receiveMemo: memo }),
    ...(refund?.address && { refundAddress: refund.address }),
  };
}
