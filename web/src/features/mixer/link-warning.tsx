import type { ObserverReport, PrivacyCalculation } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import { formatPercent } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { isLinkable } from "./linkable";
import { isLongestDelay } from "./settings";

interface LinkWarningProps {
  calculation: PrivacyCalculation | null;
  /** Whether the form has a field for the delay. */
  hasDelayField: boolean;
}

/** Said before a fee is paid for a mix that an observer could link all the same. */
export function LinkWarning({ calculation, hasDelayField }: LinkWarningProps) {
  const t = useTranslations("mixer");
  const { language } = usePage();
  if (calculation === null || !isLinkable(calculation.observer)) return null;
  return (
    <div role="status" className="my-3 rounded-md border border-warn p-3 text-sm">
      <p className="font-semibold text-warn">
        {t("linkTitle", { rate: formatPercent(calculation.totalFeeRate, language) })}
      </p>
      <p className="mt-1">{t(hasDelayField ? helpText(calculation.observer) : "linkHome")}</p>
    </div>
  );
}

/** What would help; without a delay nothing but a delay does. */
function helpText({ weakestPoint, windowMinutes }: ObserverReport) {
  if (weakestPoint.code === "no_delay") return "linkNoDelay";
  return isLongestDelay(windowMinutes) ? "linkLongest" : "linkText";
}
