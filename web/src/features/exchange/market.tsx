import type { Currency } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import { cutDecimals, formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { CoinIcon } from "../../ui/coin-icon";
import type { Prices } from "./amount-notes";

/** The coins of the lists, in this order, while they are active. */
const SHOWN = ["BTC", "ETH", "XMR", "SOL", "LTC", "BNB"];

const PRICE_DIGITS = 6;
const AMOUNT_DECIMALS = 2;

interface MarketProps {
  currencies: readonly Currency[];
  prices: Prices;
  reserves: Readonly<Record<string, string>>;
}

/** What coins are worth, what can be sent of each, and what can be paid out of it now. */
export function MarketTable({ currencies, prices, reserves }: MarketProps) {
  const t = useTranslations("home");
  const shown = SHOWN.flatMap((code) => currencies.find(({ id, isActive }) => id === code && isActive) ?? []);
  return (
    <table className="w-full text-[0.9375rem]">
      <caption className="sr-only">{t("marketTitle")}</caption>
      <thead>
        <tr className="border-b text-[0.8125rem] text-soft *:pb-2 *:font-normal">
          <th scope="col" className="text-left">
            {t("coin")}
          </th>
          <th scope="col" className="text-right">
            {t("price")}
          </th>
          <th scope="col" className="text-right max-sm:hidden">
            {t("canSend")}
          </th>
          <th scope="col" className="text-right">
            {t("reserve")}
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map((currency) => (
          <Row
            key={currency.id}
            currency={currency}
            price={prices[currency.id]}
            reserve={reserves[currency.id]}
          />
        ))}
      </tbody>
    </table>
  );
}

function Row({
  currency,
  price,
  reserve,
}: {
  currency: Currency;
  price: string | undefined;
  reserve: string | undefined;
}) {
  const t = useTranslations("home");
  const { language } = usePage();
  const short = (amount: string) => formatDecimal(shortDecimal(amount, AMOUNT_DECIMALS), language);
  const { id, symbol, name, minAmount, maxAmount } = currency;
  return (
    <tr className="border-b *:py-3">
      <th scope="row" className="text-left font-semibold">
        <span className="flex items-center gap-2.5">
          <CoinIcon code={id} className="size-6" />
          {symbol}
          <span className="font-normal text-soft max-sm:hidden">{name}</span>
        </span>
      </th>
      <td className="text-right">
        {price === undefined ? "–" : t("dollars", { amount: formatDecimal(shortPrice(price), language) })}
      </td>
      <td className="text-right text-soft max-sm:hidden">
        {maxAmount === null ? "–" : `${formatDecimal(minAmount, language)} – ${short(maxAmount)}`}
      </td>
      <td className="text-right">{reserve === undefined ? "–" : `${short(reserve)} ${symbol}`}</td>
    </tr>
  );
}

/** Decimals only as far as an amount is small: a hundred whole coins need none. */
function shortDecimal(amount: string, decimals: number): string {
  const whole = amount.split(".")[0] ?? "0";
  return cutDecimals(amount, whole.length > 2 ? 0 : decimals);
}

const shortPrice = (price: string): string => {
  const whole = price.split(".")[0] ?? "0";
  return cutDecimals(price, whole === "0" ? PRICE_DIGITS : Math.max(0, PRICE_DIGITS - whole.length - 1));
};
