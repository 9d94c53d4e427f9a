import type { ObserverReport as Observer } from "@sotto/openapi";
import { unreachable } from "@sotto/openapi/unreachable";
import type { ReactNode } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { useDuration } from "../../ui/time";
import { Line } from "../order-form/cost-lines";

interface ObserverReportProps {
  observer: Observer;
  /** Of the sent currency. */
  symbol: string;
  /** How to take a common amount close by, a wire decimal; null where no amount can be chosen any more. */
  takeNearby: ((amount: string) => ReactNode) | null;
}

/** What an observer of the chain could really infer of a mix: its anonymity set, their best guess, the weakest point. */
export function ObserverReport({ observer, symbol, takeNearby }: ObserverReportProps) {
  const t = useTranslations("mixerReport");
  const format = useFormatter();
  const duration = useDuration();
  const { candidateSet, bestGuess, candidatesWanted, shortfall, windowMinutes } = observer;
  const guess = format.number(Number(bestGuess), { style: "percent", maximumFractionDigits: 1 });
  return (
    <>
      <dl className="mt-2 text-sm">
        <Line name={t("candidates")}>{t("candidatesValue", { count: candidateSet })}</Line>
        <Line name={t("guess")}>{guess}</Line>
        <Line name={t("wanted")}>
          {shortfall > 0
            ? t("wantedShort", { count: candidatesWanted, short: shortfall })
            : t("wantedMet", { count: candidatesWanted })}
        </Line>
      </dl>
      <div className="mt-2 rounded-md bg-well p-3 text-sm">
        <p className="eyebrow">{t("weakest")}</p>
        <p className="mt-1">
          <WeakestPoint observer={observer} symbol={symbol} />
        </p>
        <NearbyAmount observer={observer} symbol={symbol} takeNearby={takeNearby} />
      </div>
      {windowMinutes > 0 ? (
        <p className="mt-2 text-xs text-soft">{t("window", { time: duration(windowMinutes * 60) })}</p>
      ) : null}
    </>
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
    case "time_short":
      return t(code);
    default:
      return unreachable(code);
  }
}

/** A common amount close by that would hide better. */
function NearbyAmount({ observer, symbol, takeNearby }: ObserverReportProps) {
  const t = useTranslations("mixerReport");
  const { language } = usePage();
  const { nearby } = observer.weakestPoint;
  if (nearby === null || takeNearby === null) return null;
  const amount = formatDecimal(nearby.amount, language);
  return (
    <>
      <p className="mt-1">{t("nearby", { amount, symbol, count: nearby.candidates })}</p>
      {takeNearby(nearby.amount)}
    </>
  );
}
