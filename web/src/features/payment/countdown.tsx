import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { useNowMs } from "../../lib/page-context";
import { type CountdownBand, clockTime, countdownBand } from "../../ui/time";

const LOOKS: Readonly<Record<CountdownBand, string>> = {
  calm: "text-good",
  soon: "text-warn",
  last: "text-bad",
  over: "text-bad",
};

const LABELS = { calm: "timeLeft", soon: "timeSoon", last: "timeLast", over: "expiredAt" } as const;

/**
 * The time left to pay, in figures and in words. Only the words are announced, when they change: a clock that speaks each
 * second would drown the page. In the strip the words are for screen readers, and the figures stand on paper.
 */
export function Countdown({ order, isStrip = false }: { order: Order; isStrip?: boolean }) {
  const t = useTranslations("payment");
  const nowMs = useNowMs();
  const seconds = Math.max(0, (Date.parse(order.expiresAt) - nowMs) / 1000);
  const band = countdownBand(seconds);
  return (
    <p className={`flex items-baseline gap-2 ${LOOKS[band]}`}>
      <span
        className={isStrip ? "sr-only" : band === "calm" ? "text-soft" : "font-medium"}
        aria-live="polite"
      >
        {t(LABELS[band])}
      </span>
      <span
        className={`font-semibold tabular-nums ${isStrip ? "rounded-sm bg-panel px-1.5" : ""}`}
        role="timer"
      >
        {clockTime(seconds)}
      </span>
    </p>
  );
}
