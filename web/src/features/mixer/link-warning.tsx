import type { ObserverReport, PrivacyCalculation } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import { formatPercent } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { isLinkable } from "./linkable";
import { isLongestDelay } from "./settings";
import { Warning } from "./warning";

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
    <Warning
      title={t("linkTitle", { rate: formatPercent(calculation.totalFeeRate, language) })}
      text={t(hasDelayField ? helpText(calculation.observer) : "linkHome")}
    />
  );
}

/** What would help; without a delay nothing but a delay does. */
function helpText({ weakestPoint, windowMinutes }: ObserverReport) {
  if (weakestPoint.code === "no_delay") return "linkNoDelay";
  return isLongestDelay(windowMinutes) ? "linkLongest" : "linkText";
}
