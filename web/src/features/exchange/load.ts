import type { Calculation, Currency } from "@sotto/openapi";
import type { ApiResult, HistoryRange, RateHistory, Stats } from "../../lib/api";
import { HISTORY_RANGES } from "../../lib/api";
import type { AppContext } from "../../lib/app-context";
import type { PairLink } from "../order-form/currencies";
import { loadForm } from "../order-form/load";
import { enteredAmount, exchangeStart, type FormValues, quoteInput } from "./values";

export interface ExchangeData {
  currencies: ApiResult<Currency[]>;
  values: FormValues;
  /** For the values above; null where there is nothing to calculate. */
  quote: ApiResult<Calculation> | null;
  history: FirstHistory;
}

/** Past rates of the pair the page starts with. */
export interface FirstHistory {
  from: string;
  to: string;
  range: HistoryRange;
  result: ApiResult<RateHistory> | null;
}

export interface ExchangeSearch extends PairLink {
  /** How far back the rate is drawn. */
  range?: string;
}

/** Loads the currencies, the first quote and its past rates, for a deep link, a posted form or the defaults. */
export async function loadExchange(context: AppContext, search: ExchangeSearch): Promise<ExchangeData> {
  const { currencies, values } = await loadForm(context, exchangeStart, search);
  const { submitted } = context.page;
  const posted = submitted?.form === exchangeStart.name ? submitted.values.range : undefined;
  const range = readRange(posted ?? search.range);
  const pair = { from: values.sendCurrency, to: values.receiveCurrency };
  if (!currencies.ok) return { currencies, values, quote: null, history: { ...pair, range, result: null } };
  const amount = enteredAmount(values, context.page.language);
  const [quote, result] = await Promise.all([
    amount === null ? null : context.api.calculate(quoteInput(values, amount)),
    context.api.rateHistory(pair, range),
  ]);
  return { currencies, values, quote, history: { ...pair, range, result } };
}

/** What the home page shows: the exchange form's data, or only the currencies for the mixer's; and the figures. */
export interface HomeData {
  exchange: ExchangeData | null;
  currencies: ApiResult<Currency[]>;
  stats: ApiResult<Stats>;
}

/** Loads the home page with the form that the address names. */
export async function loadHome(
  context: AppContext,
  search: ExchangeSearch & { form?: string },
): Promise<HomeData> {
  const stats = context.api.stats();
  if (search.form === "mixer") {
    const currencies = await context.api.currencies();
    if (!currencies.ok) context.answer.status = 503;
    return { exchange: null, currencies, stats: await stats };
  }
  const exchange = await loadExchange(context, search);
  return { exchange, currencies: exchange.currencies, stats: await stats };
}

function readRange(text: string | undefined): HistoryRange {
  return HISTORY_RANGES.find((range) => range === text) ?? "24h";
}
