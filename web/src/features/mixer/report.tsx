import type { PrivacyCalculation } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import { formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { ObserverReport } from "./observer-report";
import { SCORE_MAX } from "./settings";
import type { Mixer, MixerParts } from "./use-mixer";

/** The settings score, and beside it what an observer of the chain could really infer. */
export function Report({ mixer, send }: MixerParts) {
  const t = useTranslations("mixerReport");
  const { result } = mixer.calculation;
  return (
    <section className="panel p-4 sm:p-6" aria-labelledby="report">
      <h2 id="report" className="display">
        {t("title")}
      </h2>
      {result?.ok === true ? (
        <>
          <Score calculation={result.value} />
          <h3 className="mt-4 border-t pt-4 font-semibold tracking-tight">{t("observer")}</h3>
          <ObserverReport
            observer={result.value.observer}
            symbol={send?.symbol ?? ""}
            takeNearby={(amount) => <TakeNearby amount={amount} symbol={send?.symbol ?? ""} mixer={mixer} />}
          />
        </>
      ) : (
        <p className="mt-3 text-soft">{mixer.calculation.isSettled ? t("empty") : "…"}</p>
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
          <span className="text-sm text-soft">{t("scoreOf", { score: privacyScore, max: SCORE_MAX })}</span>
        </p>
      </div>
      <progress className="confirmations mt-1" value={privacyScore} max={SCORE_MAX} aria-label={t("score")} />
      <p className="mt-2 text-sm text-soft">{t("scoreNote")}</p>
    </>
  );
}

/** Takes a common amount close by instead of the entered one. */
function TakeNearby({ amount, symbol, mixer }: { amount: string; symbol: string; mixer: Mixer }) {
  const t = useTranslations("mixerReport");
  const { language } = usePage();
  const shown = formatDecimal(amount, language);
  return (
    <button
      type="submit"
      name="intent"
      value={`amount:${amount}`}
      onClick={(event) => {
        event.preventDefault();
        mixer.change({ sendAmount: shown });
      }}
      className="button mt-2 text-sm"
    >
      {t("nearbyUse", { amount: shown, symbol })}
    </button>
  );
}
