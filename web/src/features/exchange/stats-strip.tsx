import { useTranslations } from "use-intl";
import type { Stats } from "../../lib/api";
import { formatDecimal, formatPercent } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { useDuration } from "../../ui/time";

/**
 * The service in figures, all from the service itself: measured ones where there is enough, else its targets. Support
 * is promised only where the operator named a channel.
 */
export function StatsStrip({ stats }: { stats: Stats }) {
  const t = useTranslations("assurances");
  const header = useTranslations("header");
  const { language, site } = usePage();
  const duration = useDuration();
  const { enough, targets, completionSeconds, window } = stats;
  const measuredRate = enough ? stats.successRate : null;
  const measuredTime = enough ? completionSeconds : null;
  const percent = (value: string) => formatPercent(value, language);
  return (
    <section className="mx-auto mt-18 max-w-[72.5rem] px-4 sm:mt-24 sm:px-5" aria-labelledby="figures">
      <h2 id="figures" className="display mb-6 text-[2.25rem]/11 sm:text-[2.75rem]/13">
        {t("statsTitle")}
      </h2>
      <dl className="grid grid-cols-2 border-y lg:grid-cols-3">
        <Figure
          name={t("statsSuccess")}
          value={percent(measuredRate ?? targets.successRate)}
          hint={measuredRate === null ? t("statsTarget") : null}
        />
        <Figure
          name={t("statsTime")}
          value={duration(measuredTime?.median ?? targets.completionSeconds)}
          hint={
            measuredTime === null
              ? t("statsTarget")
              : t("statsTimeHint", { time: duration(measuredTime.p95) })
          }
        />
        <Figure
          name={t("statsUptime")}
          value={percent(stats.uptime ?? targets.uptime)}
          hint={stats.uptime === null ? t("statsTarget") : t("statsUptimeHint")}
        />
        <Figure
          name={t("statsExchanges")}
          value={formatDecimal(String(stats.exchangesTotal), language)}
          hint={t("statsExchangesHint")}
        />
        <Figure name={t("statsFee")} value={percent(stats.fee)} hint={t("statsFeeHint")} />
        {site.supportEmail === null && site.supportHandle === null ? (
          <Figure
            name={t("statsCurrencies")}
            value={String(stats.currencies)}
            hint={t("statsCurrenciesHint")}
          />
        ) : (
          <Figure
            name={t("statsSupport")}
            value={t("statsSupportValue")}
            hint={site.examples.includes("supportEmail") ? header("example") : t("statsSupportHint")}
          />
        )}
      </dl>
      <p className="mt-3 text-xs text-soft">
        {t(enough ? "statsMeasured" : "statsTooFew", { days: window.days, orders: stats.orders })}
      </p>
    </section>
  );
}

function Figure({ name, value, hint }: { name: string; value: string; hint: string | null }) {
  return (
    <div className="py-4 pr-3 max-lg:nth-[n+3]:border-t max-lg:even:border-l max-lg:even:pl-4 lg:nth-[n+4]:border-t lg:not-nth-[3n+1]:border-l lg:not-nth-[3n+1]:pl-5">
      <dt className="eyebrow">{name}</dt>
      <dd className="display mt-1 text-[1.875rem]/10 sm:text-[2.5rem]/13">{value}</dd>
      <dd className="text-xs text-soft">{hint}</dd>
    </div>
  );
}
