import type { Currency } from "@sotto/openapi";
import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import type { ApiResult } from "../../lib/api";
import { CoinIcon } from "../../ui/coin-icon";

/** The bot's best-known coins: the canonical code, and the name that this grid shows. */
const BOT_COINS = [
  ["BTC", "BTC"],
  ["ETH", "ETH"],
  ["USDT-ERC20", "USDT"],
  ["USDT-TRC20", "USDT TRC20"],
  ["XMR", "XMR"],
  ["LTC", "LTC"],
  ["BCH", "BCH"],
  ["SOL", "SOL"],
] as const;

/** The bot's coins, with what the service currently reports about each. */
export function BotCoins({
  currencies,
  headingStyle,
}: {
  currencies: ApiResult<Currency[]>;
  headingStyle: string;
}) {
  const t = useTranslations("telegram");
  return (
    <section className="mt-12 sm:mt-16" aria-labelledby="coins">
      <h2 id="coins" className={headingStyle}>
        {t("coinsTitle")}
      </h2>
      <p className="mt-1 max-w-[64ch] text-soft">{currencies.ok ? t("coinsLead") : t("coinsUnknown")}</p>
      <ul className="mt-5 grid grid-cols-1 gap-3 min-[22rem]:grid-cols-2 lg:grid-cols-4">
        {BOT_COINS.map(([id, label]) => (
          <Coin
            key={id}
            id={id}
            label={label}
            currency={currencies.ok ? currencies.value.find((currency) => currency.id === id) : undefined}
          />
        ))}
      </ul>
      <p className="mt-4 text-soft">
        {t.rich("coinsMore", {
          all: (text) => (
            <Link to="/currencies" className="link">
              {text}
            </Link>
          ),
        })}
      </p>
    </section>
  );
}

function Coin({ id, label, currency }: { id: string; label: string; currency: Currency | undefined }) {
  const look = "panel flex h-full items-center gap-3 p-3 sm:p-4";
  const body = (
    <>
      <CoinIcon code={id} className="size-9" />
      <span className="min-w-0">
        <span translate="no" className="block leading-tight font-semibold">
          {label}
        </span>
        {currency === undefined ? null : (
          <>
            <span className="block text-sm text-soft wrap-anywhere">{currency.networkDisplayName}</span>
            <Status isActive={currency.isActive} />
          </>
        )}
      </span>
    </>
  );
  if (currency?.isActive !== true)
    return (
      <li>
        <div className={`${look} border-dashed`}>{body}</div>
      </li>
    );
  return (
    <li>
      <Link to="/exchange" search={{ from: id }} className={`${look} hover:bg-well`}>
        {body}
      </Link>
    </li>
  );
}

/** Shown by a word and by the shape of its mark, not only by colour. */
function Status({ isActive }: { isActive: boolean }) {
  const t = useTranslations("telegram");
  return (
    <span className={`flex items-center gap-1.5 text-sm ${isActive ? "text-good" : "text-warn"}`}>
      <span
        aria-hidden="true"
        className={`size-2 border border-current ${isActive ? "rounded-full bg-current" : ""}`}
      />
      {isActive ? t("supported") : t("paused")}
    </span>
  );
}
