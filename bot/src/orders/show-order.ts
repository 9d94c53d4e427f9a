import type { Order } from "@sotto/openapi";
import { InputFile } from "grammy";
import type { BotContext, BotParts } from "../context";
import { amountText, labelOfCode } from "../figures";
import { showPanel } from "../flow/panel";
import { cancelKeyboard } from "./buttons";
import { paymentText, type Scene } from "./describe";
import { qrPicture } from "./qr-picture";

/** Shows how to pay an order, in the message that showed its draft; then its QR picture. */
export async function showOrder(
  context: BotContext,
  parts: BotParts,
  { order, messageId }: { order: Order; messageId: number | null },
): Promise<void> {
  const scene = await sceneOf(context, parts);
  const panel = { text: paymentText(order, scene), keyboard: cancelKeyboard(order.id, scene) };
  await showPanel(context, panel, messageId);
  await sendQrPicture(context, parts, { order, scene });
}

/** The text alone is enough to pay: a picture that cannot be had or sent stops nothing. */
async function sendQrPicture(
  context: BotContext,
  parts: BotParts,
  { order, scene }: { order: Order; scene: Scene },
): Promise<void> {
  const { locale, currencies } = scene;
  const payment = await locale.api.payment(order.id);
  if (!payment.ok) return;
  try {
    const { paymentUri, address } = payment.value;
    const picture = new InputFile(qrPicture(paymentUri ?? address), "payment.png");
    const amount = amountText(order.sendAmount, labelOfCode(order.sendCurrency, currencies), locale.language);
    await context.replyWithPhoto(picture, { caption: locale.texts.order.qrCaption(amount) });
  } catch {
    parts.log("a QR picture was not sent");
  }
}

/** What describes orders in this chat; without the list of currencies their codes stand for them. */
export async function sceneOf({ locale }: Pick<BotContext, "locale">, parts: BotParts): Promise<Scene> {
  const listed = await parts.currencies(locale.api);
  return { locale, currencies: listed.ok ? listed.value : [], webUrl: parts.webUrl };
}
