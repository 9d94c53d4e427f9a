import type { Calculation } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import { useNowMs, useSentenceGap } from "../../lib/page-context";
import { clockTime } from "../../ui/time";
import type { Exchange } from "./use-exchange";

/** Floating or fixed; the meaning of each is shown under the two. */
export function RateType({ exchange, calculation }: { exchange: Exchange; calculation: Calculation | null }) {
  const t = useTranslations("form");
  const nowMs = useNowMs();
  const gap = useSentenceGap();
  const { values, change } = exchange;
  const expiresAt = values.orderType === "fixed" ? calculation?.expiresAt : null;
  return (
    <fieldset className="mt-1 border-t pt-3">
      <legend className="sr-only">{t("rateType")}</legend>
      <div className="grid grid-cols-2 rounded-md border border-edge bg-well p-0.5">
        {(["floating", "fixed"] as const).map((type) => (
          <label
            key={type}
            className="flex min-h-9 cursor-pointer items-center justify-center rounded-[0.4rem] border border-transparent text-sm font-medium text-soft has-checked:border-edge has-checked:bg-panel has-checked:text-ink has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="orderType"
              value={type}
              checked={values.orderType === type}
              onChange={() => change({ orderType: type })}
              className="sr-only"
            />
            {t(type)}
          </label>
        ))}
      </div>
      <p className="mt-1 mb-0.5 text-sm text-soft sm:mb-1">
        {values.orderType === "fixed" ? t("fixedHint") : t("floatingHint")}
        {gap}
        {expiresAt ? (
          <strong className="font-semibold text-ink">
            {t("fixedUntil", { time: clockTime((Date.parse(expiresAt) - nowMs) / 1000) })}
          </strong>
        ) : null}
      </p>
    </fieldset>
  );
}
