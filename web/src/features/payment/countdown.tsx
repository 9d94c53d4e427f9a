import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { useNowMs } from "../../lib/page-context";
import { type CountdownBand, clockTime, countdownBand, useDuration } from "../../ui/time";
import { RULES } from "../legal/rules";

const LOOKS: Readonly<Record<CountdownBand, { text: string; bar: string }>> = {
  calm: { text: "text-good", bar: "[&::-webkit-progress-value]:bg-good [&::-moz-progress-bar]:bg-good" },
  soon: { text: "text-warn", bar: "[&::-webkit-progress-value]:bg-warn [&::-moz-progress-bar]:bg-warn" },
  last: { text: "text-bad", bar: "[&::-webkit-progress-value]:bg-bad [&::-moz-progress-bar]:bg-bad" },
  over: { text: "text-bad", bar: "[&::-webkit-progress-value]:bg-bad [&::-moz-progress-bar]:bg-bad" },
};

const LABELS = { calm: "timeLeft", soon: "timeSoon", last: "timeLast", over: "expiredAt" } as const;

/**
 * The time left to pay, in figures, in words and as a bar. Only the words are announced, when they change: a clock
 * that speaks each second would drown the page.
 */
export function Countdown({ order }: { order: Order }) {
  const t = useTranslations("payment");
  const duration = useDuration();
  const nowMs = useNowMs();
  const untilMs = Date.parse(order.expiresAt);
  const seconds = Math.max(0, (untilMs - nowMs) / 1000);
  const windowSeconds = Math.max(1, (untilMs - Date.parse(order.createdAt)) / 1000);
  const band = countdownBand(seconds);
  return (
    <div>
      <p className={`flex items-baseline justify-between gap-4 ${LOOKS[band].text}`}>
        <span className={band === "calm" ? "text-soft" : "font-medium"} aria-live="polite">
          {t(LABELS[band])}
        </span>
        <span className="text-xl font-semibold" role="timer">
          {clockTime(seconds)}
        </span>
      </p>
      <progress
        className={`confirmations mt-2 ${LOOKS[band].bar}`}
        max={Math.round(windowSeconds)}
        value={Math.floor(seconds)}
        aria-hidden="true"
      />
      <p className="mt-2 text-xs text-soft">{t("lateNote", { late: duration(RULES.lateRefundSeconds) })}</p>
    </div>
  );
}
