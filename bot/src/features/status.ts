import { Composer } from "grammy";
import type { BotContext, BotParts } from "../context";
import { cancelKeyboard, choiceKeyboard } from "../orders/buttons";
import { changeText, paymentText } from "../orders/describe";
import { type TextContext, textContextOf } from "../orders/text-context";
import { send } from "../panel";

/** /status: the chat's open orders, each with what can be done now. */
export function statusFeature(parts: BotParts): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.command("status", async (context) => {
    const { texts } = context.locale;
    const { orders } = context.session;
    if (orders.length === 0) return void (await send(context, texts.status.none));
    const textContext = await textContextOf(context.locale, parts);
    for (const id of orders) if (!(await showOne(context, id, textContext))) return;
  });
  return feature;
}

/** Sends one order; false when the API is down, so that one message says so for all. */
async function showOne(context: BotContext, id: string, textContext: TextContext): Promise<boolean> {
  const answer = await context.locale.api.order(id);
  if (!answer.ok) {
    const isDown = answer.error.kind === "down";
    await send(context, isDown ? textContext.locale.texts.down : textContext.locale.texts.order.gone);
    return !isDown;
  }
  const order = answer.value;
  if (order.state === "waiting") {
    await send(context, paymentText(order, textContext), cancelKeyboard(order.id, textContext));
  } else {
    await send(context, changeText(order, textContext), choiceKeyboard(order, textContext));
  }
  return true;
}
