import type { Currency } from "@sotto/openapi";

/** Shown first, in this order: the two best-known coins, then the two most used forms of USDT, then the rest. */
const POPULAR = ["BTC", "ETH", "USDT-TRC20", "USDT-ERC20", "XMR", "TRX", "BNB"];

interface CurrencyGroup {
  kind: "popular" | "others" | "found";
  currencies: Currency[];
}

const plain = (text: string) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

/**
 * The currencies to show for a query: the active ones, popular ones first, while it is empty; else those that bear each
 * of its words in symbol, name or network, paused ones last, the ones whose symbol begins with it first.
 */
export function searchCurrencies(currencies: readonly Currency[], query: string): CurrencyGroup[] {
  const words = plain(query).split(" ").filter(Boolean);
  if (words.length === 0) {
    const rank = ({ id }: Currency) => POPULAR.indexOf(id);
    const known = currencies.filter((currency) => rank(currency) >= 0 && currency.isActive);
    const others = currencies.filter((currency) => !known.includes(currency));
    return [
      { kind: "popular", currencies: known.sort((a, b) => rank(a) - rank(b)) },
      { kind: "others", currencies: others.filter(({ isActive }) => isActive) },
    ];
  }
  const found = currencies.filter((currency) => {
    const text = plain(
      [currency.id, currency.symbol, currency.name, currency.network, currency.networkDisplayName].join(" "),
    );
    return words.every((word) => text.split(" ").some((part) => part.startsWith(word)));
  });
  const first = words[0] ?? "";
  const rank = (currency: Currency) =>
    Number(!currency.isActive) * 2 + Number(!plain(currency.symbol).startsWith(first));
  return [{ kind: "found", currencies: found.sort((a, b) => rank(a) - rank(b)) }];
}
