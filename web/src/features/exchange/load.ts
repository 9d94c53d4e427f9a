import type { Calculation, Currency } from "@sotto/openapi";
import type { ApiResult, HistoryRange, RateHistory, Reserve, SottoApi, Stats } from "../../lib/api";
import { HISTORY_RANGES } from "../../lib/api";
import type { AppContext } from "../../lib/app-context";
import { cutDecimals } from "../../lib/decimal";
import { loadModule } from "../../lib/load-module";
import type { PairLink } from "../order-form/currencies";
import { withOwnType } from "../order-form/fields";
import { loadForm } from "../order-form/load";
import { loadPrices, type Prices } from "../order-form/prices";
import type { Day } from "./day";
import { type PastRates, packRates } from "./past-rates";
import { enteredAmount, exchangeStart, type FormValues, quoteInput } from "./values";

export interface ExchangeData {
  currencies: ApiResult<Currency[]>;
  values: FormValues;
  /** For the values above; null where there is nothing to calculate. */
  quote: ApiResult<Calculation> | null;
  history: FirstHistory;
  /** Percentage points that a fixed rate costs more; null where that is not known. */
  fixedSurcharge: string | null;
  prices: Prices;
}

/** What can be paid out now of the coins that are shown, and which part of ours that is, in percent. */
export type Reserves = readonly (readonly [currency: string, { available: string; percent: number }])[];

/** Past rates of the pair the page starts with. */
export interface FirstHistory {
  from: string;
  to: string;
  range: HistoryRange;
  result: ApiResult<PastRates> | null;
}

export interface ExchangeSearch extends PairLink {
  /** How far back the rate is drawn. */
  range?: string;
}

/** Loads the currencies, the first quote and its past rates, for a deep link, a posted form or the defaults. */
export async function loadExchange(context: AppContext, search: ExchangeSearch): Promise<ExchangeData> {
  const { currencies, values: given } = await loadForm(context, exchangeStart, search);
  const values = withOwnType(given, currencies.ok ? currencies.value : []);
  const { submitted } = context.page;
  const posted = submitted?.form === exchangeStart.name ? submitted.values.range : undefined;
  const range = readRange(posted ?? search.range);
  const pair = { from: values.sendCurrency, to: values.receiveCurrency };
  if (!currencies.ok) {
    const history = { ...pair, range, result: null };
    return { currencies, values, quote: null, history, fixedSurcharge: null, prices: {} };
  }
  const { api } = context;
  const amount = enteredAmount(values, context.page.language);
  const [quote, result, fees, prices] = await Promise.all([
    amount === null ? null : api.calculate(quoteInput(values, amount)),
    api.rateHistory(pair, range),
    api.fees(),
    loadPrices(api),
  ]);
  const history = { ...pair, range, result: drawn(result) };
  return {
    currencies,
    values,
    quote,
    history,
    fixedSurcharge: fees.ok ? fees.value.fixedRateSurcharge : null,
    prices,
  };
}

/** What the home page shows: the exchange form's data, or only the currencies for the mixer's; and the figures. */
export interface HomeData {
  exchange: ExchangeData | null;
  currencies: ApiResult<Currency[]>;
  stats: ApiResult<Stats>;
  day: Day | null;
  reserves: Reserves;
}

/** Loads the home page with the form that the address names. */
export async function loadHome(
  context: AppContext,
  search: ExchangeSearch & { form?: string },
): Promise<HomeData> {
  const { api } = context;
  const stats = api.stats();
  if (search.form === "mixer") {
    const currencies = await api.currencies();
    if (!currencies.ok) context.answer.status = 503;
    return { exchange: null, currencies, stats: await stats, day: null, reserves: [] };
  }
  const [exchange, day, reserves] = await Promise.all([
    loadExchange(context, search),
    loadDay(api),
    api.reserves(),
  ]);
  return {
    exchange,
    currencies: exchange.currencies,
    stats: await stats,
    day,
    reserves: reserves.ok ? payable(reserves.value) : [],
  };
}

/** What packs and draws a day is below the first screen: a browser that was sent the page does without it. */
async function loadDay(api: SottoApi): Promise<Day | null> {
  const prices = await api.dayPrices();
  if (!prices.ok) return null;
  const { packDay } = await loadModule(() => import("./day"));
  return packDay(prices.value);
}

/** The coins whose reserves are shown, in this order, while they are active. */
const RESERVE_COINS = ["BTC", "ETH", "USDT-TRC20", "XMR", "SOL", "LTC"];
const RESERVE_DECIMALS = 2;

const payable = (reserves: readonly Reserve[]): Reserves =>
  RESERVE_COINS.flatMap((code) => {
    const known = reserves.find(({ currency }) => currency === code);
    if (known === undefined) return [];
    const available = cutDecimals(known.available, RESERVE_DECIMALS);
    return [[code, { available, percent: known.availablePercent }] as const];
  });

/** Beyond these digits nothing of a past rate can be seen in a chart: a page that carries them is heavier for it. */
const DRAWN_DIGITS = 6;
const DRAWN_DECIMALS_MAX = 12;

function drawnDecimals(rate: string): number {
  const [whole = "0"] = rate.split(".");
  return whole === "0" ? DRAWN_DECIMALS_MAX : Math.max(0, DRAWN_DIGITS - whole.length);
}

function drawn(history: ApiResult<RateHistory>): ApiResult<PastRates> {
  if (!history.ok) return history;
  const points = history.value.points.map(({ at, rate }) => ({
    at,
    rate: cutDecimals(rate, drawnDecimals(rate)),
  }));
  return { ok: true, value: packRates({ ...history.value, points }) };
}

function readRange(text: string | undefined): HistoryRange {
  return HISTORY_RANGES.find((range) => range === text) ?? "24h";
}
