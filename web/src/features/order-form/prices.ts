import type { Rate, SottoApi } from "../../lib/api";

/** What one whole of a currency is worth in US dollars, by its code. */
export type Prices = Readonly<Record<string, string>>;

/** A dollar token stands for the dollar: its own price is about one. */
const DOLLAR = "USDT-TRC20";

/** What one whole of each currency is worth now; nothing where the service does not say. */
export async function loadPrices(api: SottoApi): Promise<Prices> {
  const rates = await api.rates();
  return rates.ok ? dollarPrices(rates.value) : {};
}

function dollarPrices(rates: readonly Rate[]): Prices {
  const priced = rates.filter(({ to }) => to === DOLLAR).map(({ from, rate }) => [from, rate] as const);
  return Object.fromEntries([...priced, [DOLLAR, "1"]]);
}
