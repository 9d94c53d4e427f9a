import { Composer } from "grammy";
import type { BotContext, BotParts } from "../context";
import { currencyNamed, labelOf } from "../currencies";
import { rateText } from "../figures";
import { escapeHtml } from "../html";
import { send } from "../panel";

/** The currency in which rates are shown when no pair is named. */
const IN = "USDT-TRC20";
const LINES_MAX = 8;

/** /rates, or /rates BTC XMR: rates before the fee. */
export function ratesFeature(parts: BotParts): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.command("rates", async (context) => {
    const { texts, api, language } = context.locale;
    const [listed, rates] = [await parts.currencies(api), await api.rates()];
    if (!listed.ok || !rates.ok) return void (await send(context, texts.down));
    const words = context.match
      .trim()
      .split(/[\s/_]+/)
      .filter((word) => word !== "")
      .slice(0, 2);
    const [from, to] = words.map((word) => currencyNamed(word, listed.value)?.id);
    const pairs =
      words.length === 0
        ? listed.value.map(({ id }) => ({ from: id, to: IN }))
        : [{ from: from ?? "", to: to ?? (words.length === 1 ? IN : "") }];
    const lines = pairs.flatMap((pair) => {
      const known = rates.value.find((rate) => rate.from === pair.from && rate.to === pair.to);
      const [one, other] = [pair.from, pair.to].map((id) => listed.value.find((coin) => coin.id === id));
      if (known === undefined || one === undefined || other === undefined) return [];
      const labels = { from: labelOf(one, listed.value), to: labelOf(other, listed.value) };
      return [escapeHtml(rateText({ ...labels, rate: known.rate }, language))];
    });
    const shown = lines.length === 0 ? texts.rates.none : lines.slice(0, LINES_MAX).join("\n");
    await send(context, `<b>${texts.rates.title}</b>\n${shown}\n\n${texts.rates.usage}`);
  });
  return feature;
}
