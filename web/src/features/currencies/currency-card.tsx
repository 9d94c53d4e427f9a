import type { Currency } from "@sotto/openapi";
import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { CoinIcon } from "../../ui/coin-icon";
import { Icon } from "../../ui/icon";

/** Decimals of a maximum: it is cut, never rounded up, and its last digits move with the market. */
const MAX_DECIMALS = 4;

/** One currency: what it is, where it lives, its limits, and the way into the exchange form. */
export function CurrencyCard({ currency }: { currency: Currency }) {
  const t = useTranslations("currencies");
  const { language } = usePage();
  const { id, symbol, name, networkDisplayName, minAmount, maxAmount, isActive } = currency;
  const amount = (value: string, decimals?: number) =>
    `${formatDecimal(value, language, decimals)} ${symbol}`;
  return (
    <li
      className={`panel flex flex-col p-4 sm:p-5 ${isActive ? "" : "border-dashed border-edge bg-transparent"}`}
    >
      <div className="flex flex-wrap items-center gap-3">
        <CoinIcon code={id} className="size-10" />
        <div className="min-w-0">
          <h2 className="text-lg leading-tight font-semibold">{symbol}</h2>
          <p className="truncate text-sm text-soft">{name}</p>
        </div>
        <Status isActive={isActive} />
      </div>
      <dl className="mt-4 border-t text-sm">
        <Fact name={t("network")}>{networkDisplayName}</Fact>
        <Fact name={t("min")}>{amount(minAmount)}</Fact>
        <Fact name={t("max")}>{maxAmount === null ? t("maxUnknown") : amount(maxAmount, MAX_DECIMALS)}</Fact>
        <Fact name={t("confirmations")}>{currency.confirmations}</Fact>
      </dl>
      {currency.memoRequired ? <p className="mt-2 text-sm text-warn">{t("memo")}</p> : null}
      <div className="mt-auto pt-3">
        {isActive ? (
          <Link to="/exchange" search={{ from: id }} className="button w-full">
            {/* The name begins with what is seen, in every language (WCAG 2.5.3). */}
            <span>
              {t("exchange", { symbol })}
              <span className="sr-only"> · {networkDisplayName}</span>
            </span>
            <Icon name="arrow" className="size-4" />
          </Link>
        ) : (
          <p className="flex min-h-11 items-center justify-center text-sm text-soft">{t("pausedText")}</p>
        )}
      </div>
    </li>
  );
}

/** Shown by a word and by the shape of its mark, not only by colour. */
function Status({ isActive }: { isActive: boolean }) {
  const t = useTranslations("currencies");
  return (
    <p
      className={`ml-auto flex shrink-0 items-center gap-1.5 text-sm ${isActive ? "text-good" : "text-warn"}`}
    >
      <span
        aria-hidden="true"
        className={`size-2 border border-current ${isActive ? "rounded-full bg-current" : ""}`}
      />
      {isActive ? t("supported") : t("paused")}
    </p>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-b py-2">
      <dt className="text-soft">{name}</dt>
      <dd className="text-right font-medium">{children}</dd>
    </div>
  );
}
