import { useLocale } from "use-intl";
import { useHydrated } from "../../lib/page-context";

/** A moment as a time of the clock, with the exact time on hover: local in the browser, UTC on the server. */
export function ClockTime({ at, isExact = false }: { at: string; isExact?: boolean }) {
  const locale = useLocale();
  const hydrated = useHydrated();
  const time = new Date(at);
  const zone = hydrated ? {} : { timeZone: "UTC" };
  const clock = new Intl.DateTimeFormat(locale, {
    hour: "numeric",
    minute: "2-digit",
    ...(isExact ? { second: "2-digit" as const } : {}),
    ...(hydrated ? {} : { timeZone: "UTC", timeZoneName: "short" as const }),
  }).format(time);
  const full = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "long", ...zone }).format(
    time,
  );
  return (
    <time dateTime={at} title={full}>
      {clock}
    </time>
  );
}
