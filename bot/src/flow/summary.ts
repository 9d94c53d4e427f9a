import type { Currency } from "@sotto/openapi";
import { amountText, labelOfCode, percentText, rateText, timeText } from "../figures";
import { code, escapeHtml } from "../html";
import type { ChatLocale } from "../locale";
import { type Draft, sendAmountOf } from "../session/session";

/** Everything that will be ordered, fee by fee (HTML). */
export function summaryText(draft: Draft, currencies: readonly Currency[], locale: ChatLocale): string {
  const { texts, language } = locale;
  const words = texts.summary;
  const quote = draft.quote;
  if (quote === null) return "";
  const send = labelOfCode(draft.send ?? "", currencies);
  const receive = labelOfCode(draft.receive ?? "", currencies);
  const line = (name: string, value: string) => texts.labelled(name, escapeHtml(value));
  const isFixed = draft.type === "fixed";
  const figures = [
    line(words.type, isFixed ? words.fixed : words.floating),
    ...(draft.mix ? [line(words.mix, words[draft.mix])] : []),
    line(words.send, amountText(sendAmountOf(draft), send, language)),
    line(words.fee(percentText(quote.feeRate, language)), amountText(quote.fee, send, language)),
    line(words.rate, rateText({ from: send, to: receive, rate: quote.exchangeRate }, language)),
    line(words.networkFee, amountText(quote.networkFee, receive, language)),
    `<b>${line(
      isFixed ? words.receive : words.receiveAbout,
      amountText(quote.receiveAmount, receive, language),
    )}</b>`,
    line(words.time, words.minutes(Math.ceil(quote.estimatedTimeS / 60))),
  ];
  const addresses = [
    texts.labelled(words.address, code(draft.address ?? "")),
    ...(draft.memo === null ? [] : [texts.labelled(words.memo, code(draft.memo))]),
    texts.labelled(words.refund, draft.refund?.address ? code(draft.refund.address) : words.refundNone),
  ];
  const until = quote.expiresAt === null ? [] : [words.until(timeText(quote.expiresAt, language))];
  return [`<b>${texts.flow.summaryTitle}</b>`, figures.join("\n"), addresses.join("\n"), ...until].join(
    "\n\n",
  );
}
