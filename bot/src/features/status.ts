import { Composer } from "grammy";
import type { BotContext, BotParts } from "../context";
import { send } from "../flow/panel";
import { cancelKeyboard, choiceKeyboard } from "../orders/buttons";
import { changeText, paymentText, type Scene } from "../orders/describe";
import { sceneOf } from "../orders/show-order";

/** /status: the chat's open orders, each with what can be done now. */
export function statusFeature(parts: BotParts): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.command("status", async (context) => {
    const { texts } = context.locale;
    const { orders } = context.session;
    if (orders.length === 0) return void (await send(context, texts.status.none));
    const scene = await sceneOf(context, parts);
    for (const id of orders) if (!(await showOne(context, id, scene))) return;
  });
  return feature;
}

/** Whether it went on: when the API is silent, one message says so for all. */
async function showOne(context: BotContext, id: string, scene: Scene): Promise<boolean> {
  const answer = await context.locale.api.order(id);
  if (!answer.ok) {
    const isDown = answer.trouble.kind === "down";
    await send(context, isDown ? scene.locale.texts.down : scene.locale.texts.order.gone);
    return !isDown;
  }
  const order = answer.value;
  if (order.state === "waiting") {
    await send(context, paymentText(order, scene), cancelKeyboard(order.id, scene));
  } else {
    await send(context, changeText(order, scene), choiceKeyboard(order, scene));
  }
  return true;
}
