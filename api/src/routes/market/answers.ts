import { mapOk } from "../../core/result";
import { type CalculateParts, calculate } from "../../market/calculate";
import { createDayPrices } from "../../market/day-prices";
import type { DraftInput, DraftPointers } from "../../market/draft";
import { readRateHistory } from "../../market/history";
import { listCurrencies, listRates, listReserves, pairFigures } from "../../market/listing";
import type { CalculateBody, HistoryRange } from "./schema";
import {
  calculationWire,
  currencyWire,
  dayPricesWire,
  feesWire,
  pairRateWire,
  rateHistoryWire,
  rateWire,
  reserveWire,
} from "./view";

/** What the market's operations answer, for every base path alike. */
export type MarketAnswers = ReturnType<typeof createMarketAnswers>;

/** Builds the answers; all but calculations and past rates of a pair are read from memory. */
export function createMarketAnswers(parts: CalculateParts) {
  const { prices, clock, pace } = parts;
  const day = createDayPrices(parts);
  return {
    /** Another text whenever one of the next three lists or the reserves reads differently; it carries their ETags. */
    version: () => String(prices.current().at),
    currencies: () =>
      listCurrencies(prices.current(), clock.now()).map((listed) => currencyWire(listed, pace.network)),
    rates: () => listRates(prices.current(), clock.now()).map(rateWire),
    fees: feesWire,
    /** To be refreshed before it is read. */
    dayPrices: { ...day, read: () => day.read().map(dayPricesWire) },
    reserves: () => listReserves(prices.current()).map(reserveWire),
    rate: (from: string, to: string) =>
      mapOk(pairFigures(prices.current(), { from, to }, clock.now()), pairRateWire),
    calculate: async (body: CalculateBody) => {
      const { input, pointers } = calculateInput(body);
      return mapOk(await calculate(parts, input, pointers), calculationWire);
    },
    history: async (input: { from: string; to: string; range: HistoryRange }) =>
      mapOk(await readRateHistory(parts, input), rateHistoryWire),
  };
}

/** A calculation by either set of names, and where its parts are in the body. */
function calculateInput(body: CalculateBody): { input: DraftInput; pointers: DraftPointers } {
  if ("fromCurrency" in body) {
    const { fromCurrency: send, toCurrency: receive, ...input } = body;
    const pointers = { send: "/fromCurrency", receive: "/toCurrency", amount: "/amount" };
    return { input: { ...input, send, receive }, pointers };
  }
  const { sendCurrency: send, receiveCurrency: receive, ...terms } = body;
  const at = { send: "/sendCurrency", receive: "/receiveCurrency" };
  if ("sendAmount" in terms) {
    const { sendAmount: amount, ...input } = terms;
    return { input: { ...input, send, receive, amount }, pointers: { ...at, amount: "/sendAmount" } };
  }
  const { receiveAmount: amount, ...input } = terms;
  const pointers = { ...at, amount: "/receiveAmount" };
  return { input: { ...input, send, receive, amount, direction: "receive" }, pointers };
}
