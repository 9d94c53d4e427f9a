import { mountCached } from "../http/cached";
import type { Edge } from "../http/edge";
import { mount } from "../http/mount";
import { calculateExchange, listCurrencies, listRates, listReserves, readFees, readRate } from "./operations";
import type { QuoteVerbs } from "./verbs";

/** Serves currencies, rates, fees, reserves and calculations. */
export function mountQuoteRoutes(edge: Edge, quotes: QuoteVerbs): void {
  const version = () => quotes.version();
  mountCached(edge, listCurrencies, { version, read: () => quotes.currencies() });
  mountCached(edge, listRates, { version, read: () => quotes.rates() });
  mountCached(edge, readFees, { version, read: () => quotes.fees() });
  mountCached(edge, listReserves, { version, read: () => quotes.reserves() });
  mount(edge, readRate, ({ params }) => quotes.rate(params.from, params.to));
  mount(edge, calculateExchange, ({ body }) => quotes.calculate(body));
}
