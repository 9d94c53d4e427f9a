import { getRouteApi } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { useFeeFigures, useRuleFigures } from "./figures";
import { LegalPage } from "./legal-page";
import { useTermsSections } from "./terms-sections";

const route = getRouteApi("/terms");

/** The terms of service: the rules of the engine, with the figures of this instance. */
export function TermsPage() {
  const t = useTranslations("terms");
  const fees = useFeeFigures(route.useLoaderData().fees);
  const figures = useRuleFigures();
  const sections = useTermsSections(fees, figures);
  return (
    <LegalPage
      title={t("title")}
      lead={t("lead")}
      contents={t("contents")}
      changed={(date) => t("changed", { date })}
      readouts={{
        label: t("readouts"),
        items: [
          {
            label: t("feeLabel"),
            value: fees === null ? t("feeUnknown") : fees.fee,
            note: t("feeNote"),
          },
          { label: t("windowLabel"), value: figures.window, note: t("windowNote") },
          { label: t("decisionLabel"), value: figures.decision, note: t("decisionNote") },
          { label: t("refundLabel"), value: t("refundValue"), note: t("refundNote") },
        ],
      }}
      sections={sections}
    />
  );
}
