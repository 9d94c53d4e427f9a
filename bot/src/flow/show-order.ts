import type { Order } from "@sotto/openapi";
import { InputFile } from "grammy";
import type { BotContext, BotParts } from "../context";
import { faultText } from "../fault";
import { amountText, labelOfCode } from "../figures";
import { cardPanel } from "../orders/card";
import { qrPicture } from "../orders/qr-picture";
import { type TextContext, textContextOf } from "../orders/text-context";
import { showPanel } from "../panel";
import { keepMessages } from "../session/session";

/** Shows how to pay an order in the message that showed its draft, then sends its QR picture. */
export async function showOrder(
  context: BotContext,
  parts: BotParts,
  { order, messageId }: { order: Order; messageId: number | null },
): Promise<void> {
  const textContext = await textContextOf(context.locale, parts);
  const card = await showPanel(context, cardPanel(order, textContext), messageId);
  keepMessages(context.session, order.id, { card });
  const picture = await sendQrPicture(context, parts, { order, textContext });
  if (picture !== null) keepMessages(context.session, order.id, { picture });
}

/** Returns the picture's message. The text is enough to pay, so a picture that fails is only logged. */
async function sendQrPicture(
  context: BotContext,
  parts: BotParts,
  { order, textContext }: { order: Order; textContext: TextContext },
): Promise<number | null> {
  const { locale, currencies } = textContext;
  const payment = await locale.api.payment(order.id);
  if (!payment.ok) return null;
  try {
    const { paymentUri, address } = payment.value;
    const picture = new InputFile(qrPicture(paymentUri ?? address), "payment.png");
    const amount = amountText(order.sendAmount, labelOfCode(order.sendCurrency, currencies), locale.language);
    const sent = await context.replyWithPhoto(picture, { caption: locale.texts.order.qrCaption(amount) });
    return sent.message_id;
  } catch (error) {
    parts.log(`a QR picture was not sent: ${faultText(error)}`);
    return null;
  }
}
