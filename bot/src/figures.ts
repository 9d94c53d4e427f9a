import type { Currency, Fees } from "@sotto/openapi";
import { fromParts, toParts } from "@sotto/openapi/decimal";
import { labelOf } from "./currencies";
import { formatDecimal, formatRate } from "./decimals";
import { LANGUAGE_RECORDS, type Language } from "./languages";

/** Amounts are shown with at most 8 decimals, the precision of Bitcoin. */
const DECIMALS_SHOWN = 8;

/** An amount with its coin, as the language writes it: `0,05 BTC`; plain text. */
export const amountText = (amount: string, coin: string, language: Language): string =>
  `${formatDecimal(amount, language, DECIMALS_SHOWN)} ${coin}`;

/** `1 BTC ≈ 60,000 USDT TRC20`; plain text. */
export const rateText = (rate: { from: string; to: string; rate: string }, language: Language): string =>
  `1 ${rate.from} ≈ ${formatRate(rate.rate, language)} ${rate.to}`;

/** A time that means the same everywhere: day, hour and minute in UTC. */
export function timeText(iso: string, language: Language): string {
  const format = new Intl.DateTimeFormat(LANGUAGE_RECORDS[language].tag, {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: "UTC",
  });
  return `${format.format(new Date(iso))} UTC`;
}

/** The label of a currency by its code; the code itself where the list does not know it. */
export function labelOfCode(id: string, currencies: readonly Currency[]): string {
  const currency = currencies.find((known) => known.id === id);
  return currency === undefined ? id : labelOf(currency, currencies);
}

/** A percentage as the language writes it: `0.45%`, `0,45 %`. */
export const percentText = (percent: string, language: Language): string =>
  new Intl.NumberFormat(LANGUAGE_RECORDS[language].tag, {
    style: "percent",
    maximumFractionDigits: 4,
  }).format(Number(percent) / 100);

/** The service fees of both rate types, in percent. */
export const feesText = (
  { exchange, fixedRateSurcharge }: Fees,
  language: Language,
): { floating: string; fixed: string } => ({
  floating: percentText(exchange, language),
  fixed: percentText(fromParts(toParts(exchange) + toParts(fixedRateSurcharge)), language),
});
