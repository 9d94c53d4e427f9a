import { useLocale, useTranslations } from "use-intl";
import { useHydrated, useNowMs } from "../../lib/page-context";
import { MINUTE, TIME_UNITS } from "../../ui/time";

/**
 * A moment that is known to a grain of seconds only, at or after `at`: never as an exact age, with the span of time that
 * it lies in on hover.
 */
export function CoarseMoment({ at, grainSeconds }: { at: string; grainSeconds: number }) {
  const t = useTranslations("trackPage");
  const locale = useLocale();
  const hydrated = useHydrated();
  const nowMs = useNowMs();
  const grainMs = grainSeconds * 1000;
  const fromMs = Date.parse(at);
  const zone = hydrated ? {} : { timeZone: "UTC", timeZoneName: "short" as const };
  const span = new Intl.DateTimeFormat(locale, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    ...zone,
  }).formatRange(fromMs, fromMs + grainMs);
  // So soon afterwards "about 10 minutes ago" could be of this minute.
  const isRecent = nowMs < fromMs + 2 * grainMs;
  const grainsMax = Math.max(1, Math.ceil((nowMs - fromMs) / grainMs));
  const grains = Math.round((nowMs - fromMs) / grainMs - 0.5);
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "always" });
  const seconds = grains * grainSeconds;
  const [unit, length] = TIME_UNITS.find(([, unitLength]) => seconds >= unitLength) ?? MINUTE;
  return (
    <time dateTime={at} title={span}>
      {isRecent
        ? t("withinLast", { minutes: Math.round((grainsMax * grainSeconds) / 60) })
        : t("about", { time: relative.format(-Math.max(1, Math.round(seconds / length)), unit) })}
    </time>
  );
}
