import { Composer, InlineKeyboard } from "grammy";
import type { BotContext, BotParts } from "../context";
import { amountText, feesText, labelOfCode } from "../figures";
import { escapeHtml } from "../html";
import { LANGUAGE_RECORDS } from "../languages";
import { addLink, pageUrl } from "../links";
import { send } from "../panel";

/** Coins whose minimum is shown as an example. */
const EXAMPLES = ["BTC", "ETH", "USDT-TRC20", "XMR"];

/** /help: the commands, fees and limits, what the bot keeps, and where to ask a person. */
export function helpFeature(parts: BotParts): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.command("help", async (context) => {
    const { help, buttons } = context.locale.texts;
    const blocks = [help.commands, await figures(context, parts), help.keeps];
    const place = { webUrl: parts.webUrl, locale: context.locale };
    const keyboard = new InlineKeyboard();
    addLink(keyboard, buttons.currencies, pageUrl(place, "currencies"));
    addLink(keyboard, buttons.support, pageUrl(place, "contact")).row();
    addLink(keyboard, buttons.terms, pageUrl(place, "terms"));
    await send(context, blocks.filter((block) => block !== "").join("\n\n"), keyboard);
  });
  return feature;
}

/** Fees and minimums; what the API does not say is left out. */
async function figures({ locale }: BotContext, parts: BotParts): Promise<string> {
  const { language, api } = locale;
  const { help } = locale.texts;
  const [fees, listed] = [await parts.fees(api), await parts.currencies(api)];
  const lines: string[] = [];
  if (fees.ok) {
    const { floating, fixed } = feesText(fees.value, language);
    lines.push(help.fees(floating, fixed));
  }
  if (listed.ok) {
    const minimums = listed.value
      .filter(({ id }) => EXAMPLES.includes(id))
      .map(({ id, minAmount }) => amountText(minAmount, labelOfCode(id, listed.value), language));
    const list = new Intl.ListFormat(LANGUAGE_RECORDS[language].tag).format(minimums);
    if (minimums.length > 0) lines.push(help.minimums(escapeHtml(list)));
  }
  return lines.join("\n");
}
