import type { Calculation, Currency, Fees, Stats } from "@sotto/openapi";
import type { ApiResult } from "../../lib/api";
import type { AppContext } from "../../lib/app-context";

export interface ExpectedTime {
  send: string;
  receive: string;
  seconds: number;
}

export interface FaqData {
  fees: ApiResult<Fees>;
  currencies: ApiResult<Currency[]>;
  stats: ApiResult<Stats>;
  /** Of small amounts; a pair that cannot be quoted at the moment is left out. */
  times: ExpectedTime[];
}

/** Pairs whose expected time the answer shows. */
const EXAMPLE_PAIRS = [
  ["BTC", "USDT-TRC20"],
  ["ETH", "BTC"],
  ["USDT-TRC20", "BTC"],
] as const;

/** Loads every figure that the answers state; a page that cannot show one says so and is not a 200. */
export async function loadFaq({ api, answer }: AppContext): Promise<FaqData> {
  const [fees, currencies, stats] = await Promise.all([api.fees(), api.currencies(), api.stats()]);
  if (!fees.ok || !currencies.ok) answer.status = 503;
  const known = currencies.ok ? currencies.value : [];
  const quoted = await Promise.all(
    EXAMPLE_PAIRS.map(async ([send, receive]): Promise<ExpectedTime | null> => {
      const sent = known.find(({ id, isActive }) => id === send && isActive);
      const isPaid = known.some(({ id, isActive }) => id === receive && isActive);
      if (sent === undefined || !isPaid) return null;
      const quote: ApiResult<Calculation> = await api.calculate({
        fromCurrency: send,
        toCurrency: receive,
        amount: sent.minAmount,
        direction: "send",
        orderType: "floating",
      });
      return quote.ok ? { send, receive, seconds: quote.value.estimatedTime } : null;
    }),
  );
  return { fees, currencies, stats, times: quoted.filter((time) => time !== null) };
}
