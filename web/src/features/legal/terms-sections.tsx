import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { usePage } from "../../lib/page-context";
import type { PageState } from "../../lib/page-state";
import { OperatorStatement, Remark, Rows } from "../../ui/prose";
import type { FeeFigures, RuleFigures } from "./figures";
import type { LegalSection } from "./legal-page";

type Translate = ReturnType<typeof useTranslations<"terms">>;

/** The sections of the terms, with the figures and the words of this instance. */
export function useTermsSections(fees: FeeFigures, figures: RuleFigures): LegalSection[] {
  const t = useTranslations("terms");
  const page = usePage();
  return [
    ...serviceSections(t, page),
    feesSection(t, fees),
    ...exchangeSections(t, figures),
    differsSection(t, figures),
    ...moneySections(t),
    ...closingSections(t, figures),
  ];
}

function serviceSections(t: Translate, { site, network }: PageState): LegalSection[] {
  const { operatorStatement } = site;
  return [
    {
      id: "service",
      title: t("service.title"),
      body: (
        <>
          {network === "mainnet" ? null : <Remark>{t("service.simulation")}</Remark>}
          <p>{operatorStatement === null ? t("service.p1None") : t("service.p1")}</p>
          {operatorStatement === null ? null : <OperatorStatement text={operatorStatement} />}
          <p>{t("service.p2")}</p>
        </>
      ),
    },
    {
      id: "use",
      title: t("use.title"),
      body: (
        <>
          <p>{t("use.p1")}</p>
          <p>{t("use.p2")}</p>
        </>
      ),
    },
  ];
}

function feesSection(t: Translate, fees: FeeFigures): LegalSection {
  const table =
    fees === null ? (
      <Remark>{t("feesUnavailable")}</Remark>
    ) : (
      <Rows
        items={[
          { name: t("fees.service"), value: t("fees.serviceValue", fees) },
          { name: t("fees.fixed"), value: t("fees.fixedValue", fees) },
          { name: t("fees.homeMixer"), value: t("fees.homeMixerValue", fees) },
          { name: t("fees.mixer"), value: t("fees.mixerValue", fees) },
          { name: t("fees.network"), value: t("fees.networkValue") },
        ]}
      />
    );
  return {
    id: "fees",
    title: t("fees.title"),
    body: (
      <>
        <p>{t("fees.p1")}</p>
        {table}
        <p>{t("fees.p2")}</p>
      </>
    ),
  };
}

function exchangeSections(t: Translate, figures: RuleFigures): LegalSection[] {
  return [
    {
      id: "rates",
      title: t("rates.title"),
      body: (
        <>
          <p>{t("rates.p1")}</p>
          <p>{t("rates.p2", figures)}</p>
          <p>{t("rates.p3")}</p>
        </>
      ),
    },
    {
      id: "limits",
      title: t("limits.title"),
      body: (
        <>
          <p>{t("limits.p1")}</p>
          <p>
            <Link to="/currencies" className="link">
              {t("limits.link")}
            </Link>
          </p>
          <p>{t("limits.p2")}</p>
        </>
      ),
    },
    {
      id: "paying",
      title: t("paying.title"),
      body: (
        <>
          <p>{t("paying.p1", figures)}</p>
          <p>{t("paying.p2")}</p>
          <p>{t("paying.p3")}</p>
          <Remark>{t("paying.p4")}</Remark>
        </>
      ),
    },
  ];
}

function differsSection(t: Translate, figures: RuleFigures): LegalSection {
  return {
    id: "differs",
    title: t("differs.title"),
    body: (
      <>
        <p>{t("differs.p1")}</p>
        <Rows
          items={[
            { name: t("differs.amount"), value: t("differs.amountText", figures) },
            { name: t("differs.limit"), value: t("differs.limitText") },
            { name: t("differs.late"), value: t("differs.lateText", figures) },
            { name: t("differs.repeat"), value: t("differs.repeatText") },
            { name: t("differs.asset"), value: t("differs.assetText") },
            { name: t("differs.market"), value: t("differs.marketText") },
          ]}
        />
        <p>{t("differs.p2", figures)}</p>
        <p>{t("differs.p3")}</p>
      </>
    ),
  };
}

function moneySections(t: Translate): LegalSection[] {
  return [
    plainSection("refunds", t("refunds.title"), [t("refunds.p1"), t("refunds.p2"), t("refunds.p3")]),
    plainSection("screening", t("screening.title"), [
      t("screening.p1"),
      t("screening.p2"),
      t("screening.p3"),
    ]),
    plainSection("mixing", t("mixing.title"), [t("mixing.p1"), t("mixing.p2"), t("mixing.p3")]),
    plainSection("link", t("link.title"), [t("link.p1"), t("link.p2")]),
    plainSection("duration", t("duration.title"), [t("duration.p1"), t("duration.p2")]),
    plainSection("warranty", t("warranty.title"), [t("warranty.p1"), t("warranty.p2"), t("warranty.p3")]),
  ];
}

function closingSections(t: Translate, figures: RuleFigures): LegalSection[] {
  return [
    {
      id: "data",
      title: t("data.title"),
      body: (
        <>
          <p>{t("data.p1", figures)}</p>
          <p>
            <Link to="/privacy" className="link">
              {t("data.link")}
            </Link>
          </p>
        </>
      ),
    },
    {
      id: "changes",
      title: t("changes.title"),
      body: (
        <>
          <p>{t("changes.p1")}</p>
          <p>{t("changes.p2")}</p>
          <p>
            <Link to="/contact" className="link">
              {t("changes.link")}
            </Link>
          </p>
        </>
      ),
    },
  ];
}

function plainSection(id: string, title: string, texts: readonly string[]): LegalSection {
  return {
    id,
    title,
    body: texts.map((text) => <p key={text}>{text}</p>),
  };
}
