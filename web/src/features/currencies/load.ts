import type { Currency } from "@sotto/openapi";
import type { ApiResult } from "../../lib/api";
import type { AppContext } from "../../lib/app-context";

/** Loads the registry; without it the page says so and is not a 200. */
export async function loadCurrencies(context: AppContext): Promise<ApiResult<Currency[]>> {
  const currencies = await context.api.currencies();
  if (!currencies.ok) context.answer.status = 503;
  return currencies;
}

/** The currencies that a search finds by name, symbol, code or network, available ones first. */
export function findCurrencies(currencies: readonly Currency[], search: string): Currency[] {
  const words = search.normalize("NFKC").toLowerCase().split(/\s+/).filter(Boolean);
  const found = currencies.filter(({ id, symbol, name, network, networkDisplayName }) => {
    const text = `${id} ${symbol} ${name} ${network} ${networkDisplayName}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return found.sort((a, b) => Number(b.isActive) - Number(a.isActive));
}
