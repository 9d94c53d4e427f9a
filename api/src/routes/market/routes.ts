import { compress } from "hono/compress";
import { etag } from "hono/etag";
import { ok } from "../../core/result";
import { mountCached, mountRefreshed } from "../../http/cached";
import type { Edge } from "../../http/edge";
import { honoPath, mount, mountRaw } from "../../http/mount";
import type { MarketAnswers } from "./answers";
import { ratesXml } from "./export";
import {
  calculateExchange,
  exportRates,
  listCurrencies,
  listDayPrices,
  listRates,
  listReserves,
  readFees,
  readRate,
  readRateHistory,
} from "./operations";

/** Serves currencies, rates, fees, reserves, calculations and past rates. */
export function mountMarketRoutes(edge: Edge, market: MarketAnswers): void {
  const version = () => market.version();
  mountCached(edge, listCurrencies, { version, read: () => market.currencies() });
  mountCached(edge, listRates, { version, read: () => market.rates() });
  mountCached(edge, readFees, { version, read: () => market.fees() });
  mountCached(edge, listReserves, { version, read: () => market.reserves() });
  mountRefreshed(edge, listDayPrices, market.dayPrices);
  mount(edge, readRate, ({ params }) => market.rate(params.from, params.to));
  mount(edge, calculateExchange, ({ body }) => market.calculate(body));
  edge.app.get(honoPath(readRateHistory.path), compress());
  mount(edge, readRateHistory, ({ params, query }) => market.history({ ...params, ...query }));
  mountExport(edge, market);
}

/** Serves the aggregators' export from memory: it is written again only when the rates were read again. */
function mountExport(edge: Edge, market: MarketAnswers): void {
  const headers = {
    ...edge.headers,
    "cache-control": "public, no-cache",
    "content-type": "application/xml; charset=utf-8",
  };
  let kept: { version: string; xml: string } | undefined;
  edge.app.get(exportRates.path, compress(), etag());
  mountRaw(edge, exportRates, () => {
    const version = market.version();
    if (kept?.version !== version) kept = { version, xml: ratesXml(market) };
    return ok(new Response(kept.xml, { headers }));
  });
}
