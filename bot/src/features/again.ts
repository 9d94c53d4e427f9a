import { Composer } from "grammy";
import type { BotContext, BotParts } from "../context";
import { proceed, show } from "../flow/flow";
import { pairOf } from "../orders/again-buttons";
import { answerTap } from "../panel";
import { newDraft } from "../session/session";

/** The buttons under an order that ended: a new exchange, or the way back. */
export function againFeature(parts: BotParts): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.callbackQuery(/^n:/, async (context) => {
    const pair = pairOf(context.callbackQuery.data);
    if (pair === undefined) return answerTap(context, context.locale.texts.wrong.stale);
    await answerTap(context);
    const fresh = newDraft(context.session.draft?.messageId);
    if (pair === null) return show(context, parts, fresh);
    const currencies = await parts.currencies(context.locale.api);
    const coins = currencies.ok ? currencies.value : [];
    const receive = coins.find(({ id }) => id === pair.receive);
    // A coin that is no longer offered is asked for.
    const isKnown = receive !== undefined && coins.some(({ id }) => id === pair.send);
    await proceed(context, parts, {
      ...fresh,
      ...(isKnown && { ...pair, needsMemo: receive.memoRequired }),
    });
  });
  return feature;
}
