import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { usePage } from "../../lib/page-context";
import type { SiteSettings } from "../../lib/page-state";
import { OperatorStatement, Points } from "../../ui/prose";
import { type RuleFigures, useRuleFigures } from "./figures";
import type { LegalSection } from "./legal-page";

type Translate = ReturnType<typeof useTranslations<"privacy">>;

/** The sections of the privacy policy, with the figures and the words of this instance. */
export function usePrivacySections(): LegalSection[] {
  const t = useTranslations("privacy");
  const { site } = usePage();
  const figures = useRuleFigures();
  return [
    ...storedSections(t, site),
    ...keptSections(t, figures),
    ...otherSections(t, figures),
    ...closingSections(t, site),
  ];
}

function storedSections(t: Translate, site: SiteSettings): LegalSection[] {
  const { operatorStatement, analyticsUrl } = site;
  const pages =
    analyticsUrl === null
      ? t("never.item3")
      : t("never.item3Analytics", { host: new URL(analyticsUrl).host });
  return [
    {
      id: "responsible",
      title: t("responsible.title"),
      body: (
        <>
          <p>{operatorStatement === null ? t("responsible.p1None") : t("responsible.p1")}</p>
          {operatorStatement === null ? null : <OperatorStatement text={operatorStatement} />}
          <p>{t("responsible.p2")}</p>
        </>
      ),
    },
    {
      id: "order",
      title: t("order.title"),
      body: (
        <>
          <p>{t("order.p1")}</p>
          <Points items={[t("order.item1"), t("order.item2"), t("order.item3"), t("order.item4")]} />
          <p>{t("order.p2")}</p>
        </>
      ),
    },
    {
      id: "never",
      title: t("never.title"),
      body: (
        <>
          <Points items={[t("never.item1"), t("never.item2"), pages, t("never.item4")]} />
          <p>{t("never.p1")}</p>
        </>
      ),
    },
  ];
}

function keptSections(t: Translate, figures: RuleFigures): LegalSection[] {
  return [
    {
      id: "requests",
      title: t("requests.title"),
      body: (
        <>
          <p>{t("requests.p1", figures)}</p>
          <p>{t("requests.p2", figures)}</p>
          <p>{t("requests.p3", figures)}</p>
        </>
      ),
    },
    {
      id: "browser",
      title: t("browser.title"),
      body: (
        <>
          <p>{t("browser.p1")}</p>
          <p>{t("browser.p2")}</p>
          <p>{t("browser.p3")}</p>
          <p>
            <Link to="/track" hash="recent" className="link">
              {t("browser.link")}
            </Link>
          </p>
        </>
      ),
    },
    {
      id: "deletion",
      title: t("deletion.title"),
      body: (
        <>
          <p>{t("deletion.p1", figures)}</p>
          <p>{t("deletion.p2")}</p>
          <p>{t("deletion.kept")}</p>
          <p>{t("deletion.p3")}</p>
          <p>{t("deletion.disk")}</p>
          <p>{t("deletion.p4")}</p>
        </>
      ),
    },
  ];
}

function otherSections(t: Translate, figures: RuleFigures): LegalSection[] {
  return [
    {
      id: "others",
      title: t("others.title"),
      body: (
        <Points items={[t("others.p1"), t("others.p2"), t("others.p3"), t("others.p4"), t("others.p5")]} />
      ),
    },
    {
      id: "mixing",
      title: t("mixing.title"),
      body: (
        <>
          <p>{t("mixing.p1")}</p>
          <p>{t("mixing.p2")}</p>
          <p>{t("mixing.p3", figures)}</p>
        </>
      ),
    },
    {
      id: "screening",
      title: t("screening.title"),
      body: (
        <>
          <p>{t("screening.p1")}</p>
          <p>{t("screening.p2")}</p>
        </>
      ),
    },
  ];
}

function closingSections(t: Translate, site: SiteSettings): LegalSection[] {
  const hasContact = site.supportEmail !== null || site.supportHandle !== null;
  return [
    {
      id: "disclosure",
      title: t("disclosure.title"),
      body: (
        <>
          <p>{t("disclosure.p1")}</p>
          <p>{t("disclosure.p2")}</p>
          <p>{t("disclosure.p3")}</p>
        </>
      ),
    },
    {
      id: "rights",
      title: t("rights.title"),
      body: (
        <>
          <p>{t("rights.p1")}</p>
          <p>{hasContact ? t("rights.p2") : t("rights.p2None")}</p>
          {hasContact ? (
            <p>
              <Link to="/contact" className="link">
                {t("rights.link")}
              </Link>
            </p>
          ) : null}
        </>
      ),
    },
    { id: "changes", title: t("changes.title"), body: <p>{t("changes.p1")}</p> },
  ];
}
