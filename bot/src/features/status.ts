import { Composer, InlineKeyboard } from "grammy";
import type { BotContext, BotParts } from "../context";
import { againData } from "../orders/again-buttons";
import { changeKeyboard } from "../orders/buttons";
import { cardPanel } from "../orders/card";
import { changeText } from "../orders/describe";
import { type TextContext, textContextOf } from "../orders/text-context";
import { send, showPanel } from "../panel";
import { keepMessages, messagesOf } from "../session/session";

/** /status: the chat's open orders, each with what can be done now, in place of the messages that showed them. */
export function statusFeature(parts: BotParts): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.command("status", async (context) => {
    const { texts } = context.locale;
    const { orders } = context.session;
    if (orders.length === 0) {
      const keyboard = new InlineKeyboard().text(texts.buttons.newExchange, againData());
      return void (await send(context, texts.status.none, keyboard));
    }
    const textContext = await textContextOf(context.locale, parts);
    for (const id of orders) if (!(await showOne(context, id, textContext))) return;
  });
  return feature;
}

/** Shows one order; false when the API is down, so that one message says so for all. */
async function showOne(context: BotContext, id: string, textContext: TextContext): Promise<boolean> {
  const answer = await context.locale.api.order(id);
  if (!answer.ok) {
    const isDown = answer.error.kind === "down";
    await send(context, isDown ? textContext.locale.texts.down : textContext.locale.texts.order.gone);
    return !isDown;
  }
  const order = answer.value;
  const { card, latest } = messagesOf(context.session, id);
  if (order.state === "waiting") {
    const shown = await showPanel(context, cardPanel(order, textContext), card);
    keepMessages(context.session, id, { card: shown });
    return true;
  }
  const panel = {
    text: changeText(order, textContext, { isNamed: true }),
    keyboard: changeKeyboard(order, textContext, { hasCard: false }),
  };
  keepMessages(context.session, id, { latest: await showPanel(context, panel, latest) });
  return true;
}
