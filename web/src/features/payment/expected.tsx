import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { useHydrated, useNowMs } from "../../lib/page-context";
import { clockTime, useDuration } from "../../ui/time";
import { ClockTime } from "./clock-time";
import { expectedSeconds } from "./expected-seconds";

/**
 * When the coins are expected, as a time of the clock: about when, or for a mix by when. Late, it says that it takes
 * longer.
 */
export function ExpectedAt({ order, isShort = false }: { order: Order; isShort?: boolean }) {
  const t = useTranslations("orderPage");
  const duration = useDuration();
  const nowMs = useNowMs();
  const seconds = useExpectedSeconds(order);
  if (seconds <= 0) return t("later");
  if (isShort) return t("about", { time: duration(seconds) });
  const at = new Date(nowMs + seconds * 1000).toISOString();
  return t.rich(order.mixing === null ? "expectedAt" : "expectedBy", { time: () => <ClockTime at={at} /> });
}

/** The time still expected, with figures as mm:ss; nothing once it is over, and nothing that cannot tick. */
export function ExpectedClock({ order }: { order: Order }) {
  const t = useTranslations("orderPage");
  const hydrated = useHydrated();
  const seconds = useExpectedSeconds(order);
  if (!hydrated || seconds <= 0) return null;
  return (
    <p className="flex items-baseline gap-2">
      <span className="text-soft">{t("expectedIn")}</span>
      <span role="timer" className="font-semibold tabular-nums">
        {clockTime(seconds)}
      </span>
    </p>
  );
}

/** Seconds until the coins are to be expected; negative when it takes longer. */
function useExpectedSeconds(order: Order): number {
  const { id, confirmations } = order;
  const nowMs = useNowMs();
  const [sinceMs, setSinceMs] = useState<number | null>(null);
  useEffect(() => setSinceMs(countedSinceMs(id, confirmations)), [id, confirmations]);
  return expectedSeconds(order, { nowMs, sinceMs: sinceMs ?? nowMs });
}

const STORAGE_KEY = "sotto-confirming";

/**
 * The time since which this tab has known this number of confirmations, so that a reload does not restart the
 * countdown.
 */
function countedSinceMs(id: string, confirmations: number): number {
  const nowMs = Date.now();
  try {
    const [knownId, knownCount, knownMs] = (sessionStorage.getItem(STORAGE_KEY) ?? "").split(" ");
    if (knownId === id && Number(knownCount) === confirmations && Number(knownMs) > 0) return Number(knownMs);
    sessionStorage.setItem(STORAGE_KEY, `${id} ${confirmations} ${nowMs}`);
  } catch {
    // Without storage the countdown starts at each load.
  }
  return nowMs;
}
