import { useTranslations } from "use-intl";
import type { Stats } from "../../lib/api";
import { formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { useDuration } from "../../ui/time";

/**
 * The service in figures, all from the service itself: measured ones where there is enough, else its targets. Support
 * is promised only where the operator named a channel.
 */
export function StatsStrip({ stats }: { stats: Stats }) {
  const t = useTranslations("home");
  const { language, site } = usePage();
  const duration = useDuration();
  const { enough, targets, completionSeconds, window } = stats;
  const measuredRate = enough ? stats.successRate : null;
  const measuredTime = enough ? completionSeconds : null;
  const percent = (value: string) => t("percent", { value: formatDecimal(value, language) });
  const hasTarget = measuredRate === null || measuredTime === null;
  return (
    <section className="mx-auto mt-12 max-w-6xl px-4 sm:mt-16 sm:px-6" aria-labelledby="figures">
      <h2 id="figures" className="sr-only">
        {t("statsTitle")}
      </h2>
      <dl className="grid grid-cols-2 border-y lg:grid-cols-4">
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
        <Figure name={t("statsFee")} value={percent(stats.fee)} hint={t("statsFeeHint")} />
        {site.supportEmail === null && site.supportHandle === null ? (
          <Figure
            name={t("statsCurrencies")}
            value={String(stats.currencies)}
            hint={t("statsCurrenciesHint")}
          />
        ) : (
          <Figure name={t("statsSupport")} value={t("statsSupportValue")} hint={t("statsSupportHint")} />
        )}
      </dl>
      <p className="mt-3 text-xs text-soft">
        {t(hasTarget ? "statsTooFew" : "statsMeasured", { days: window.days, orders: stats.orders })}
      </p>
    </section>
  );
}

function Figure({ name, value, hint }: { name: string; value: string; hint: string | null }) {
  return (
    <div className="py-4 pr-3 odd:border-r even:pl-4 max-lg:nth-3:border-t max-lg:nth-4:border-t lg:border-r lg:pl-5 lg:first:pl-0 lg:last:border-r-0">
      <dt className="eyebrow">{name}</dt>
      <dd className="mt-1 text-xl font-semibold tracking-tight sm:text-2xl">{value}</dd>
      <dd className="text-xs text-soft">{hint}</dd>
    </div>
  );
}
