import type { Currency } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import type { ApiResult } from "../../lib/api";
import { formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { CoinIcon } from "../../ui/coin-icon";
import { Remark, Rows } from "../../ui/prose";
import { useDuration } from "../../ui/time";
import type { FaqData } from "./load";

/** The coins that can be exchanged now, each once, whatever its networks. */
export function CurrencyList({ currencies }: { currencies: ApiResult<Currency[]> }) {
  const t = useTranslations("faq");
  if (!currencies.ok) return <Remark>{t("noFigure")}</Remark>;
  const active = currencies.value.filter(({ isActive }) => isActive);
  const symbols = [...new Set(active.map(({ symbol }) => symbol))];
  return (
    <>
      <p>{t("currencies.p1", { count: active.length })}</p>
      <ul className="flex flex-wrap gap-x-5 gap-y-2">
        {symbols.map((symbol) => (
          <li key={symbol} className="flex items-center gap-2 font-medium">
            <CoinIcon code={symbol} className="size-5" />
            {symbol}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The coins whose smallest amounts the answer names; the figures are the service's own. */
const MINIMUM_EXAMPLES = ["BTC", "ETH", "USDT-TRC20"];

/** The smallest amounts of the best-known coins. */
export function MinimumTable({ currencies }: { currencies: ApiResult<Currency[]> }) {
  const t = useTranslations("faq");
  const { language } = usePage();
  if (!currencies.ok) return <Remark>{t("noFigure")}</Remark>;
  const examples = currencies.value.filter(({ id }) => MINIMUM_EXAMPLES.includes(id));
  return (
    <div>
      <p className="eyebrow mb-1">{t("minimum.tableTitle")}</p>
      <Rows
        figures
        items={examples.map(({ name, symbol, minAmount }) => ({
          name,
          value: `${formatDecimal(minAmount, language)} ${symbol}`,
        }))}
      />
    </div>
  );
}

/** Expected times from quotes of now, and what the finished orders measured. */
export function TimeTable({ data }: { data: FaqData }) {
  const t = useTranslations("faq.time");
  const duration = useDuration();
  const { stats, times } = data;
  return (
    <>
      {times.length === 0 ? null : (
        <div>
          <p className="eyebrow mb-1">{t("tableTitle")}</p>
          <Rows
            figures
            items={times.map(({ send, receive, seconds }) => ({
              name: t("pair", { send, receive }),
              value: t("about", { time: duration(seconds) }),
            }))}
          />
        </div>
      )}
      {stats.ok ? <p>{measured()}</p> : null}
    </>
  );

  function measured(): string | null {
    if (!stats.ok) return null;
    const { enough, completionSeconds, targets, window } = stats.value;
    if (!enough || completionSeconds === null)
      return t("target", { days: window.days, time: duration(targets.completionSeconds) });
    const { median, p95 } = completionSeconds;
    return t("measured", { days: window.days, median: duration(median), slow: duration(p95) });
  }
}
