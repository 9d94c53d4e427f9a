import type { Currency, Rate } from "@sotto/openapi";
import { Composer } from "grammy";
import type { BotContext, BotParts } from "../context";
import { currencyNamed, labelOf } from "../currencies";
import { rateText, timeText } from "../figures";
import { escapeHtml } from "../html";
import { send } from "../panel";

/** The currency in which rates are shown when no pair is named. */
const IN = "USDT-TRC20";
const LINES_MAX = 8;
const NAME_MAX = 20;

type Pair = { from: Currency; to: Currency };

/** /rates, or /rates BTC XMR: rates before the fee, and when they were taken. */
export function ratesFeature(parts: BotParts): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.command("rates", async (context) => {
    const { texts, api, language } = context.locale;
    const [listed, rates] = [await parts.currencies(api), await api.rates()];
    if (!listed.ok || !rates.ok) return void (await send(context, texts.down));
    const words = wordsOf(context.match);
    const coins = listed.value;
    const unknown = words.find((word) => coinOf(word, coins) === undefined);
    if (unknown !== undefined) {
      const said = texts.rates.unknown(escapeHtml(unknown.slice(0, NAME_MAX)));
      return void (await send(context, `${said}\n\n${texts.rates.usage}`));
    }
    const known = pairsOf(words, coins).flatMap((pair) => {
      const rate = rates.value.find(({ from, to }) => from === pair.from.id && to === pair.to.id);
      return rate === undefined ? [] : [{ pair, rate }];
    });
    const shown = known.slice(0, LINES_MAX);
    if (shown.length === 0) return void (await send(context, `${texts.rates.none}\n\n${texts.rates.usage}`));
    const lines = shown.map(({ pair, rate }) => {
      const labels = { from: labelOf(pair.from, coins), to: labelOf(pair.to, coins) };
      return escapeHtml(rateText({ ...labels, rate: rate.rate }, language));
    });
    const at = texts.rates.at(timeText(oldestOf(shown.map(({ rate }) => rate)), language));
    await send(context, `<b>${texts.rates.title}</b>\n${lines.join("\n")}\n${at}\n\n${texts.rates.usage}`);
  });
  return feature;
}

const wordsOf = (text: string): string[] =>
  text
    .trim()
    .split(/[\s/_]+/)
    .filter((word) => word !== "")
    .slice(0, 2);

/** A coin has one rate on all of its networks, so its symbol is enough. */
const coinOf = (word: string, coins: readonly Currency[]): Currency | undefined =>
  currencyNamed(word, coins) ?? coins.find(({ symbol }) => symbol === word.toUpperCase());

/** The pairs that are asked for; without words every coin in dollars, except the dollars themselves. */
function pairsOf(words: readonly string[], coins: readonly Currency[]): Pair[] {
  const to = coins.find(({ id }) => id === IN);
  const [first, second] = words.map((word) => coinOf(word, coins));
  if (first !== undefined) {
    const other = second ?? to;
    return other === undefined ? [] : [{ from: first, to: other }];
  }
  if (to === undefined) return [];
  return coins.filter(({ symbol }) => !/^USD[A-Z]$/.test(symbol)).map((from) => ({ from, to }));
}

const oldestOf = (rates: readonly Rate[]): string => rates.map(({ updatedAt }) => updatedAt).sort()[0] ?? "";
