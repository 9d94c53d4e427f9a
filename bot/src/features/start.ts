import { err, ok, type Result } from "@sotto/openapi/result";
import { Composer, InlineKeyboard } from "grammy";
import type { BotContext, BotParts } from "../context";
import { parseAmount } from "../decimals";
import { proceed, show } from "../flow/flow";
import { send } from "../panel";
import { type Draft, newDraft } from "../session/session";
import { answerTrack } from "./track";

/**
 * /start: begins an exchange in a new message, and removes that of an unfinished one; a deep link brings a pair and an
 * amount, or a code to track.
 */
export function startFeature(parts: BotParts): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.command("start", async (context) => {
    context.session.refundQuestion = null;
    const link = context.match.trim();
    const code = /^track_(\d{9})$/.exec(link)?.[1];
    if (code !== undefined) return answerTrack(context, parts, code);
    const fresh = newDraft(context.session.draft?.messageId);
    if (link === "") return show(context, parts, fresh);
    const draft = await draftOf(context, parts, link);
    if (draft.ok) return proceed(context, parts, { ...fresh, ...draft.value });
    if (draft.error === "down") return offerAgain(context, link);
    await show(context, parts, fresh, context.locale.texts.wrong.link);
  });
  return feature;
}

/** The API is down: offers the same link to be tapped again. */
async function offerAgain(context: BotContext, link: string): Promise<void> {
  const again = `https://t.me/${context.me.username}?start=${encodeURIComponent(link.replace(".", "-"))}`;
  const { down, buttons } = context.locale.texts;
  await send(context, down, new InlineKeyboard().url(buttons.again, again));
}

/** `SEND_RECEIVE_AMOUNT`. Telegram allows no dot in links, so `-` is read as one: `BTC_XMR_0-1`. */
const PAIR = /^([A-Za-z0-9-]{2,20})_([A-Za-z0-9-]{2,20})(?:_([\d.-]{1,40}))?$/;

/** The draft that a link describes. */
async function draftOf(
  { locale }: BotContext,
  parts: BotParts,
  link: string,
): Promise<Result<Partial<Draft>, "unusable" | "down">> {
  const [, from, to, given] = PAIR.exec(link) ?? [];
  if (from === undefined || to === undefined) return err("unusable");
  // The API knows every spelling of a currency and answers with its code.
  const pair = await locale.api.rate({ from, to });
  const currencies = await parts.currencies(locale.api);
  const isDown = [pair, currencies].some((answer) => !answer.ok && answer.error.kind === "down");
  if (isDown) return err("down");
  if (!pair.ok || !currencies.ok || pair.value.from === pair.value.to) return err("unusable");
  const receive = currencies.value.find(({ id }) => id === pair.value.to);
  const amount = given === undefined ? undefined : parseAmount(given.replace("-", "."), "en");
  return ok({
    send: pair.value.from,
    receive: pair.value.to,
    needsMemo: receive?.memoRequired ?? false,
    amount: amount ?? null,
  });
}
