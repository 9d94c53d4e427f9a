import { useLocale, useTranslations } from "use-intl";
import { useHydrated, useNowMs } from "../lib/page-context";

/** Seconds as mm:ss (or h:mm:ss from an hour on). */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const pair = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const rest = `${pair(Math.floor((whole % 3600) / 60))}:${pair(whole % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** How pressing a countdown is: calm above five minutes, soon down to the last minute, then last until it is over. */
export type CountdownBand = "calm" | "soon" | "last" | "over";

/** The band that a number of seconds belongs to, as the clock shows them (whole seconds). */
export function countdownBand(seconds: number): CountdownBand {
  const whole = Math.floor(seconds);
  if (whole > 300) return "calm";
  if (whole > 60) return "soon";
  return whole > 0 ? "last" : "over";
}

/** A minute in seconds. */
export const MINUTE = ["minute", 60] as const;
/** Days, hours and minutes in seconds, the longest first. */
export const TIME_UNITS = [["day", 86_400], ["hour", 3600], MINUTE] as const;

/** A moment, relative to now, with the exact time on hover; the server writes UTC, the browser local time. */
export function Moment({ at, exact = false }: { at: string; exact?: boolean }) {
  const locale = useLocale();
  const hydrated = useHydrated();
  const nowMs = useNowMs();
  const time = new Date(at);
  const zone = hydrated ? {} : { timeZone: "UTC" };
  const full = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "long", ...zone }).format(
    time,
  );
  const seconds = Math.round((time.getTime() - nowMs) / 1000);
  const [unit, length] = TIME_UNITS.find(([, unitLength]) => Math.abs(seconds) >= unitLength) ?? [
    "second",
    1,
  ];
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const recent = unit === "second" && Math.abs(seconds) < 60 ? relative.format(0, "minute") : null;
  return (
    <time dateTime={at} title={full}>
      {exact ? full : (recent ?? relative.format(Math.round(seconds / length), unit))}
    </time>
  );
}

/** A duration in words: seconds, minutes or hours. */
export function useDuration(): (seconds: number) => string {
  const t = useTranslations("time");
  return (seconds) => {
    if (seconds < 90) return t("seconds", { count: Math.max(1, Math.round(seconds)) });
    if (seconds < 5400) return t("minutes", { count: Math.round(seconds / 60) });
    return t("hours", { count: Math.round(seconds / 3600) });
  };
}
