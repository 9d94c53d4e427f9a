import { useTranslations } from "use-intl";
import { formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { ObserverReport } from "./observer-report";
import { OperatorNote } from "./operator-note";
import { isLongestDelay } from "./settings";
import type { Mixer, MixerParts } from "./use-mixer";

/** What an observer of the chain could still link, and until when we can ourselves. */
export function Report({ mixer, send }: MixerParts) {
  const t = useTranslations("mixerReport");
  const { result, isSettled } = mixer.calculation;
  const symbol = send?.symbol ?? "";
  return (
    <section aria-labelledby="report">
      <h2 id="report" className="eyebrow">
        {t("observer")}
      </h2>
      {result?.ok === true ? (
        <div className="mt-3">
          <ObserverReport
            observer={result.value.observer}
            symbol={symbol}
            canWait
            canDelay={!isLongestDelay(result.value.observer.windowMinutes)}
            takeNearby={(amount) => <TakeNearby amount={amount} symbol={symbol} mixer={mixer} />}
            className="text-[1.75rem]/9 sm:text-4xl/11"
          />
        </div>
      ) : (
        <p className="mt-3 text-soft">{isSettled ? t("empty") : "…"}</p>
      )}
      <OperatorNote className="mt-3" />
    </section>
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
      className="button mt-3 text-sm"
    >
      {t("nearbyUse", { amount: shown, symbol })}
    </button>
  );
}
