import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { useHydrated, useNowMs } from "../../lib/page-context";
import { clockTime, useDuration } from "../../ui/time";

/** The confirmations so far, and when the rest is to be expected; late, it says that it still waits. */
export function Confirming({ order }: { order: Order }) {
  const t = useTranslations("payment");
  const { confirmations, confirmationsRequired } = order;
  const text = t("confirmations", { count: confirmations, required: confirmationsRequired });
  return (
    <section className="panel p-4 sm:p-6" aria-label={t("confirmingLabel")}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="text-lg font-semibold" aria-live="polite">
          {text}
        </p>
        <ExpectedClock order={order} />
      </div>
      <progress
        className="confirmations mt-3"
        max={Math.max(1, confirmationsRequired)}
        value={Math.min(confirmations, confirmationsRequired)}
        aria-label={text}
      />
      <ExpectedText order={order} />
    </section>
  );
}

/** Figures of the time still expected, mm:ss; nothing once it is over, and nothing that cannot tick. */
export function ExpectedClock({ order }: { order: Order }) {
  const hydrated = useHydrated();
  const seconds = useExpectedSeconds(order);
  if (!hydrated || seconds <= 0) return null;
  return (
    <span className="block font-semibold text-accent" role="timer">
      {clockTime(seconds)}
    </span>
  );
}

function ExpectedText({ order }: { order: Order }) {
  const t = useTranslations("payment");
  const hydrated = useHydrated();
  const duration = useDuration();
  const seconds = useExpectedSeconds(order);
  const known = hydrated ? t("expectSoon") : t("expectIn", { time: duration(seconds) });
  return (
    <p className="mt-2 text-sm text-soft" aria-live="polite">
      {seconds > 0 ? known : t("stillWaiting")}
    </p>
  );
}

/** Seconds until the needed confirmations are to be expected; negative when it takes longer. */
function useExpectedSeconds({ id, confirmations, confirmationsRequired, estimatedTime }: Order): number {
  const nowMs = useNowMs();
  const [sinceMs, setSinceMs] = useState<number | null>(null);
  useEffect(() => setSinceMs(countedSinceMs(id, confirmations)), [id, confirmations]);
  const open = Math.max(0, confirmationsRequired - confirmations) / Math.max(1, confirmationsRequired);
  return estimatedTime * open - (sinceMs === null ? 0 : (nowMs - sinceMs) / 1000);
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
