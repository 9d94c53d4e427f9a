import { Composer } from "grammy";
import type { BotContext, BotParts } from "../context";
import { failureText } from "../html";
import { trackText } from "../orders/describe";
import { textContextOf } from "../orders/text-context";
import { send } from "../panel";

/** /track CODE: what a tracking code shows of an order. */
export function trackFeature(parts: BotParts): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.command("track", (context) => answerTrack(context, parts, context.match));
  return feature;
}

/** Sends the state of a code's order. */
export async function answerTrack(context: BotContext, parts: BotParts, text: string): Promise<void> {
  const { texts, api } = context.locale;
  const code = text.normalize("NFKC").replace(/[\s-]/g, "");
  if (!/^\d{9}$/.test(code)) return void (await send(context, texts.track.usage));
  const answer = await api.track(code);
  if (answer.ok)
    return void (await send(context, trackText(answer.value, await textContextOf(context.locale, parts))));
  await send(context, failureText(answer.error, texts.down));
}
