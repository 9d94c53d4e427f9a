import type { PrivacyCalculation } from "@sotto/openapi";
import { useFormatter, useTranslations } from "use-intl";
import { formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { useDuration } from "../../ui/time";
import { Line } from "./costs";
import type { MixerParts } from "./mixer-form";
import { scoreMax } from "./settings";
import type { Mixer } from "./use-mixer";

type Observer = PrivacyCalculation["observer"];

/** The settings score, and beside it what an observer of the chain could really infer. */
export function Report({ mixer, send }: MixerParts) {
  const t = useTranslations("mixerReport");
  const { result } = mixer.calculation;
  return (
    <section className="panel p-4 sm:p-6" aria-labelledby="report">
      <h2 id="report" className="font-semibold tracking-tight">
        {t("title")}
      </h2>
      {result?.ok === true ? (
        <>
          <Score calculation={result.data} />
          <ObserverReport observer={result.data.observer} symbol={send?.symbol ?? ""} mixer={mixer} />
        </>
      ) : (
        <p className="mt-3 text-soft">{t("empty")}</p>
      )}
      <p className="mt-4 border-t pt-3 text-sm font-medium">{t("operator")}</p>
    </section>
  );
}

function Score({ calculation }: { calculation: PrivacyCalculation }) {
  const t = useTranslations("mixerReport");
  const { privacyScore, scoreLabel } = calculation;
  return (
    <>
      <div className="mt-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="text-sm text-soft">{t("score")}</p>
        <p>
          <strong className="text-lg font-semibold">{t(scoreLabel)}</strong>{" "}
          <span className="text-sm text-soft">{t("scoreOf", { score: privacyScore, max: scoreMax })}</span>
        </p>
      </div>
      <progress className="confirmations mt-1" value={privacyScore} max={scoreMax} aria-label={t("score")} />
      <p className="mt-2 text-sm text-soft">{t("scoreNote")}</p>
    </>
  );
}

function ObserverReport({ observer, symbol, mixer }: { observer: Observer; symbol: string; mixer: Mixer }) {
  const t = useTranslations("mixerReport");
  const format = useFormatter();
  const duration = useDuration();
  const { candidateSet, bestGuess, candidatesWanted, shortfall, windowMinutes } = observer;
  const guess = format.number(Number(bestGuess), { style: "percent", maximumFractionDigits: 1 });
  return (
    <>
      <h3 className="mt-4 border-t pt-4 font-semibold tracking-tight">{t("observer")}</h3>
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
        <NearbyAmount observer={observer} symbol={symbol} mixer={mixer} />
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
  }
}

/** A common amount close by, which the visitor may take instead. */
function NearbyAmount({ observer, symbol, mixer }: { observer: Observer; symbol: string; mixer: Mixer }) {
  const t = useTranslations("mixerReport");
  const { language } = usePage();
  const { nearby } = observer.weakestPoint;
  if (nearby === null) return null;
  const amount = formatDecimal(nearby.amount, language);
  return (
    <>
      <p className="mt-1">{t("nearby", { amount, symbol, count: nearby.candidates })}</p>
      <button
        type="submit"
        name="intent"
        value={`amount:${nearby.amount}`}
        onClick={(event) => {
          event.preventDefault();
          mixer.change({ sendAmount: amount });
        }}
        className="button mt-2 text-sm"
      >
        {t("nearbyUse", { amount, symbol })}
      </button>
    </>
  );
}
