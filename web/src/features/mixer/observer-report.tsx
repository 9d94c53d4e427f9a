import type { ObserverReport as Observer } from "@sotto/openapi";
import { unreachable } from "@sotto/openapi/unreachable";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { multiplyDecimals } from "../../lib/cost-figures";
import { formatDecimal, formatPercent } from "../../lib/decimal";
import { usePage, useSentenceGap } from "../../lib/page-context";
import { Disc } from "../../ui/disc";
import { Icon } from "../../ui/icon";
import { useDuration } from "../../ui/time";
import { Line } from "../order-form/cost-lines";
import { isLinkable } from "./linkable";
import { isLongestDelay } from "./settings";

interface ObserverReportProps {
  observer: Observer;
  /** Of the sent currency. */
  symbol: string;
  /** How to take a common amount close by, a wire decimal; null where no amount can be chosen any more. */
  takeNearby: ((amount: string) => ReactNode) | null;
  /** Whether the customer may still pay later. */
  canWait: boolean;
  /** Whether a longer delay can be chosen now. */
  canDelay: boolean;
  /** The size of the sentence. */
  className?: string;
}

/** What an observer of the chain could still link: one sentence, what would improve it, and the figures for those who want them. */
export function ObserverReport(props: ObserverReportProps) {
  const { observer, symbol, takeNearby, canWait, canDelay, className = "text-2xl/8" } = props;
  const t = useTranslations("mixerReport");
  const gap = useSentenceGap();
  const { candidateSet: count, shortfall, weakestPoint } = observer;
  // Without a delay the payout waits for no other mix, however many there are.
  const choices = choicesText({ canWait: canWait && weakestPoint.code !== "no_delay", canDelay });
  const nearby = takeNearby === null ? null : weakestPoint.nearby;
  return (
    <>
      <p className={`display ${className}`}>
        {isLinkable(observer) ? t("linkable") : t("hidden", { count })}
      </p>
      <Candidates count={count} />
      <p className="mt-3 text-soft">
        <WeakestPoint observer={observer} symbol={symbol} />
        {nearby === null ? null : (
          <>
            {gap}
            <Nearby nearby={nearby} symbol={symbol} />
          </>
        )}
        {shortfall > 0 ? gap + t("needed", { count: shortfall }) : null}
        {shortfall > 0 && choices !== null ? gap + t(choices) : null}
      </p>
      {nearby === null ? null : takeNearby?.(nearby.amount)}
      <Figures observer={observer} />
    </>
  );
}

/** What can be done for more mixes; null where nothing can. */
function choicesText({ canWait, canDelay }: { canWait: boolean; canDelay: boolean }) {
  if (canWait) return canDelay ? "waitOrDelay" : "waitOnly";
  return canDelay ? "delayOnly" : null;
}

/** More discs than these would be a pattern, not a number. */
const DISCS_MAX = 8;

/** The mixes that could be this one, each a disc filled to its chance. */
function Candidates({ count }: { count: number }) {
  const t = useTranslations("mixerReport");
  if (count <= 1) return null;
  const shown = Math.min(count, DISCS_MAX);
  return (
    <>
      <div className="mt-5 flex flex-wrap items-center gap-3 sm:gap-5">
        {Array.from({ length: shown }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the discs are alike
          <Disc key={index} level={1 / count} className="size-9 sm:size-12" />
        ))}
        {count > shown ? <span className="text-soft">{t("discsMore", { count: count - shown })}</span> : null}
      </div>
      <p className="mt-3 text-soft">{t("discs")}</p>
    </>
  );
}

function Figures({ observer }: { observer: Observer }) {
  const t = useTranslations("mixerReport");
  const { language } = usePage();
  const duration = useDuration();
  const { candidateSet, bestGuess, candidatesWanted, shortfall, windowMinutes } = observer;
  return (
    <details className="group mt-3 border-t">
      <summary className="flex min-h-11 items-center gap-2 text-sm font-medium">
        <Icon name="chevron" className="size-4 text-soft group-open:rotate-180" />
        {t("figures")}
      </summary>
      <dl className="pb-2 text-sm">
        <Line name={t("candidates")}>{t("candidatesValue", { count: candidateSet })}</Line>
        <Line name={t("guess")}>{formatPercent(multiplyDecimals(bestGuess, "100"), language, 1)}</Line>
        <Line name={t("wanted")}>
          {shortfall > 0
            ? t("wantedShort", { count: candidatesWanted - 1, short: shortfall })
            : t("wantedMet", { count: candidatesWanted - 1 })}
        </Line>
      </dl>
      {windowMinutes > 0 ? (
        <p className="pb-2 text-xs text-soft">{t("window", { time: duration(windowMinutes * 60) })}</p>
      ) : null}
    </details>
  );
}

/** The weakest point in words. */
function WeakestPoint({ observer, symbol }: { observer: Observer; symbol: string }) {
  const t = useTranslations("mixerReport");
  const { language } = usePage();
  const duration = useDuration();
  const { code, amount, candidates, windowMinutes } = observer.weakestPoint;
  const shown = amount === null ? "" : formatDecimal(amount, language);
  switch (code) {
    case "no_company":
      return t(code, { time: duration((windowMinutes ?? observer.windowMinutes) * 60) });
    case "amount_unique":
      return t(code, { amount: shown, symbol });
    case "amount_rare":
      return t(code, { amount: shown, symbol, count: candidates ?? observer.candidateSet });
    case "no_delay":
      return t(code);
    case "time_short":
      return t(isLongestDelay(observer.windowMinutes) ? "time_longest" : code);
    default:
      return unreachable(code);
  }
}

/** A common amount close by that would hide better. */
function Nearby({ nearby, symbol }: { nearby: { amount: string; candidates: number }; symbol: string }) {
  const t = useTranslations("mixerReport");
  const { language } = usePage();
  return t("nearby", {
    amount: formatDecimal(nearby.amount, language),
    symbol,
    count: nearby.candidates,
  });
}
