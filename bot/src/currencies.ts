import type { Currency } from "@sotto/openapi";
import type { ApiResult, SottoApi } from "./api";

/** These coins come first, so that most users find theirs on the first page. */
const FIRST = ["BTC", "ETH", "USDT-ERC20", "USDT-TRC20", "XMR", "LTC", "BCH", "SOL"];
const FRESH_MS = 30_000;

/** The currencies that can be exchanged now, those of `FIRST` first; cached for 30 s. */
export type CurrencyList = (api: SottoApi) => Promise<ApiResult<Currency[]>>;

/** While the API is down its last list is used: the API checks every choice again. */
export function createCurrencyList(now: () => number): CurrencyList {
  let known: { currencies: Currency[]; until: number } | undefined;
  return async (api) => {
    if (known !== undefined && known.until > now()) return { ok: true, value: known.currencies };
    const answer = await api.currencies();
    if (!answer.ok) return known === undefined ? answer : { ok: true, value: known.currencies };
    const currencies = answer.value.filter(({ isActive }) => isActive).sort((a, b) => rank(a) - rank(b));
    known = { currencies, until: now() + FRESH_MS };
    return { ok: true, value: currencies };
  };
}

function rank({ id }: Currency): number {
  const at = FIRST.indexOf(id);
  return at < 0 ? FIRST.length : at;
}

/** Whether the same coin exists on several networks, so that its network has to be shown. */
export const isOnSeveralNetworks = (currency: Currency, currencies: readonly Currency[]): boolean =>
  currencies.some(({ id, symbol }) => symbol === currency.symbol && id !== currency.id);

/** What a button or a line calls a currency: `BTC`, `USDT TRC20`. */
export const labelOf = (currency: Currency, currencies: readonly Currency[]): string =>
  isOnSeveralNetworks(currency, currencies) ? `${currency.symbol} ${currency.network}` : currency.symbol;

/** The one currency that a typed text means, or undefined: `btc`, `usdt-trc20`, `USDTTRC`. */
export function currencyNamed(text: string, currencies: readonly Currency[]): Currency | undefined {
  const wanted = plain(text);
  if (wanted === "") return undefined;
  const exact = currencies.filter(({ id, name }) => plain(id) === wanted || plain(name) === wanted);
  const found =
    exact.length > 0
      ? exact
      : currencies.filter(({ id }) => wanted.length >= 3 && plain(id).startsWith(wanted));
  return found.length === 1 ? found[0] : undefined;
}

const plain = (text: string): string => text.toUpperCase().replace(/[\s_-]/g, "");
