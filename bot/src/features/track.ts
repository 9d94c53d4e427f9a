import { readTail } from "@sotto/openapi/tail";
import { Composer, InlineKeyboard } from "grammy";
import type { BotContext, BotParts } from "../context";
import { failureText } from "../html";
import { trackText } from "../orders/describe";
import { textContextOf } from "../orders/text-context";
import { answerTap, send } from "../panel";

/** The data of the button under both questions. */
const CANCEL = "t:cancel";

/**
 * /track CODE: what a tracking code shows of an order; asks for the code where it is missing, and for the last characters
 * of an address where the API does.
 */
export function trackFeature(parts: BotParts): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.command("track", (context) =>
    context.match.trim() === ""
      ? ask(context, null, context.locale.texts.track.ask)
      : answerTrack(context, parts, context.match),
  );
  return feature;
}

/** Comes first: a question is answered by the chat's next update, or else dropped. */
export function trackQuestionFeature(parts: BotParts): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.use(async (context, next) => {
    const question = context.session.trackQuestion ?? null;
    if (question === null) return next();
    context.session.trackQuestion = null;
    const text = context.message?.text;
    const isTap = context.callbackQuery?.data === CANCEL;
    if (isTap) await answerTap(context);
    if (isTap || /^\/cancel\b/.test(text ?? ""))
      return void (await send(context, context.locale.texts.track.tailCancelled));
    if (text === undefined || text.startsWith("/")) return next();
    if (question.code === null) return answerTrack(context, parts, text);
    const tail = readTail(text);
    if (tail !== undefined) return lookUp(context, parts, { code: question.code, tail });
    await ask(context, question.code, context.locale.texts.track.tailFormat);
  });
  return feature;
}

/** Sends the state of a code's order. */
export async function answerTrack(context: BotContext, parts: BotParts, text: string): Promise<void> {
  const code = text.normalize("NFKC").replace(/[\s-]/g, "");
  if (/^\d{9}$/.test(code)) return lookUp(context, parts, { code });
  await ask(context, null, context.locale.texts.track.codeFormat);
}

async function lookUp(
  context: BotContext,
  parts: BotParts,
  { code, tail }: { code: string; tail?: string },
): Promise<void> {
  const { texts, api } = context.locale;
  const answer = await api.track(code, tail);
  if (answer.ok)
    return void (await send(context, trackText(answer.value, await textContextOf(context.locale, parts))));
  const { error } = answer;
  if (error.kind === "refused" && error.problem.code === "track/tail-required")
    return ask(context, code, texts.track.tailAsk);
  if (tail === undefined) return void (await send(context, failureText(error, texts.down)));
  // Mistyped, most likely, or asked too often: the chat may send them again.
  await ask(context, code, error.kind === "down" ? texts.down : texts.track.tailUnknown);
}

/** Asks for a code, or for the last characters of its address, and takes the chat's next message for them. */
async function ask(context: BotContext, code: string | null, text: string): Promise<void> {
  await send(context, text, new InlineKeyboard().text(context.locale.texts.buttons.cancel, CANCEL));
  context.session.trackQuestion = { code };
}
