import { etag } from "hono/etag";
import { ok } from "../../core/result";
import { mountCached } from "../../http/cached";
import type { Edge } from "../../http/edge";
import { mount, mountRaw } from "../../http/mount";
import { ratesXml } from "./export";
import {
  calculateExchange,
  exportRates,
  listCurrencies,
  listRates,
  listReserves,
  readFees,
  readRate,
  readRateHistory,
} from "./operations";
import type { QuoteVerbs, RateHistoryVerbs } from "./verbs";

/** Serves currencies, rates, fees, reserves and calculations. */
export function mountQuoteRoutes(edge: Edge, quotes: QuoteVerbs): void {
  const version = () => quotes.version();
  mountCached(edge, listCurrencies, { version, read: () => quotes.currencies() });
  mountCached(edge, listRates, { version, read: () => quotes.rates() });
  mountCached(edge, readFees, { version, read: () => quotes.fees() });
  mountCached(edge, listReserves, { version, read: () => quotes.reserves() });
  mount(edge, readRate, ({ params }) => quotes.rate(params.from, params.to));
  mount(edge, calculateExchange, ({ body }) => quotes.calculate(body));
  mountExport(edge, quotes);
}

/** Serves the aggregators' export from memory: it is written again only when the rates were read again. */
function mountExport(edge: Edge, quotes: QuoteVerbs): void {
  const headers = {
    ...edge.headers,
    "cache-control": "public, no-cache",
    "content-type": "application/xml; charset=utf-8",
  };
  let kept: { version: string; xml: string } | undefined;
  edge.app.get(exportRates.path, etag());
  mountRaw(edge, exportRates, () => {
    const version = quotes.version();
    if (kept?.version !== version) kept = { version, xml: ratesXml(quotes) };
    return ok(new Response(kept.xml, { headers }));
  });
}

/** Serves past rates. */
export function mountRateHistoryRoutes(edge: Edge, rates: RateHistoryVerbs): void {
  mount(edge, readRateHistory, ({ params, query }) => rates.history({ ...params, ...query }));
}
