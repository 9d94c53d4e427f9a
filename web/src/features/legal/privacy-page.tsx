import { useTranslations } from "use-intl";
import { usePage } from "../../lib/page-context";
import { LegalPage } from "./legal-page";
import { usePrivacySections } from "./privacy-sections";

/** The privacy policy: what the program stores, and what becomes of it. */
export function PrivacyPage() {
  const t = useTranslations("privacy");
  const { site } = usePage();
  const sections = usePrivacySections();
  return (
    <LegalPage
      title={t("title")}
      lead={t("lead")}
      contents={t("contents")}
      changed={(date) => t("changed", { date })}
      readouts={{
        label: t("readouts"),
        items: [
          { label: t("accountLabel"), value: t("accountValue"), note: t("accountNote") },
          { label: t("addressLabel"), value: t("addressValue"), note: t("addressNote") },
          {
            label: t("deletionLabel"),
            value: t("deletionValue", { days: site.retentionDays }),
            note: t("deletionNote"),
          },
          site.analyticsUrl === null
            ? { label: t("thirdLabel"), value: t("thirdValue"), note: t("thirdNote") }
            : { label: t("thirdLabel"), value: t("thirdValueAnalytics"), note: t("thirdNoteAnalytics") },
        ],
      }}
      sections={sections}
    />
  );
}
