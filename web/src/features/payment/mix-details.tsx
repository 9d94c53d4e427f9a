import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { addDecimals, formatDecimal, formatPercent } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { FEE_PARTS } from "../mixer/fee-parts";
import { Row } from "./detail-row";

/** What a mix's fee is made of; the parts add up to it. */
export function MixFeeParts({ order }: { order: Order }) {
  const t = useTranslations("mixerCosts");
  const { language } = usePage();
  const { feeBreakdown, feeRate, sendCurrency } = order;
  if (feeBreakdown === null) return null;
  const total = FEE_PARTS.map((part) => feeBreakdown[part]).reduce(addDecimals);
  return (
    <ul className="mt-0.5 text-soft">
      <li className="flex flex-wrap justify-between gap-x-4 text-ink">
        <span>{formatPercent(feeRate, language)}</span>
        <span>
          {formatDecimal(total, language)} {sendCurrency}
        </span>
      </li>
      {FEE_PARTS.map((part) => (
        <li key={part} className="flex flex-wrap justify-between gap-x-4">
          <span>{t(part)}</span>
          <span>
            {formatDecimal(feeBreakdown[part], language)} {sendCurrency}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** How a mix was set, its delay as it was extended. */
export function MixSettings({ order }: { order: Order }) {
  const t = useTranslations("mixerSettings");
  const value = useTranslations("mixProgress");
  const { privacySettings: settings } = order;
  if (settings === null) return null;
  const flag = (isOn: boolean) => value(isOn ? "on" : "off");
  return (
    <>
      <Row name={t("rounds")}>{t("roundsValue", { count: settings.mixingRounds })}</Row>
      <Row name={t("delay")}>{t("delayValue", { count: settings.delayMinutes })}</Row>
      <Row name={t("level")}>{t(settings.privacyLevel)}</Row>
      <Row name={t("randomDelay")}>{flag(settings.useRandomDelay)}</Row>
      <Row name={t("randomAmounts")}>{flag(settings.useRandomAmounts)}</Row>
      <Row name={t("tor")}>{flag(settings.enableTorIntegration)}</Row>
    </>
  );
}
