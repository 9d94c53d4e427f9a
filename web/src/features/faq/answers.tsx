import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { usePage } from "../../lib/page-context";
import { Remark, Rows } from "../../ui/prose";
import { useFeeFigures, useRuleFigures } from "../legal/figures";
import { CurrencyList, MinimumTable, TimeTable } from "./figures";
import type { FaqData } from "./load";
import type { QuestionId } from "./questions";

/** The answer to each question, with the figures that were read for it. */
export const answers: Readonly<Record<QuestionId, (props: { data: FaqData }) => ReactNode>> = {
  what: WhatAnswer,
  security: SecurityAnswer,
  currencies: CurrenciesAnswer,
  time: TimeAnswer,
  fees: FeesAnswer,
  privacy: PrivacyAnswer,
  track: TrackAnswer,
  minimum: MinimumAnswer,
  support: SupportAnswer,
  refund: RefundAnswer,
};

function WhatAnswer() {
  const t = useTranslations("faq.what");
  return (
    <>
      <p>{t("p1")}</p>
      <p>{t("p2")}</p>
    </>
  );
}

function SecurityAnswer() {
  const t = useTranslations("faq.security");
  return (
    <>
      <p>{t("p1")}</p>
      <p>{t("p2")}</p>
      <p>{t("p3")}</p>
    </>
  );
}

function CurrenciesAnswer({ data }: { data: FaqData }) {
  const t = useTranslations("faq.currencies");
  return (
    <>
      <CurrencyList currencies={data.currencies} />
      <p>{t("p2")}</p>
      <More to="/currencies">{t("link")}</More>
    </>
  );
}

function TimeAnswer({ data }: { data: FaqData }) {
  const t = useTranslations("faq.time");
  return (
    <>
      <p>{t("p1")}</p>
      <TimeTable data={data} />
      <p>{t("p2")}</p>
      <p>{t("p3", useRuleFigures())}</p>
    </>
  );
}

function FeesAnswer({ data }: { data: FaqData }) {
  const t = useTranslations("faq");
  const fees = useFeeFigures(data.fees);
  return (
    <>
      {fees === null ? (
        <Remark>{t("noFigure")}</Remark>
      ) : (
        <Rows
          figures
          items={[
            { name: t("fees.service"), value: fees.fee },
            { name: t("fees.fixed"), value: fees.surcharge },
            { name: t("fees.mixer"), value: fees.homeMixer },
            {
              name: t("fees.mixerPage"),
              value: t("fees.range", { from: fees.mixerMin, to: fees.mixerMax }),
            },
            { name: t("fees.network"), value: t("fees.atCost") },
          ]}
        />
      )}
      <p>{t("fees.p1")}</p>
      <p>
        {t("fees.p2")} {fees === null ? null : t("fees.mixerTime", fees)}
      </p>
      <p>{t("fees.p3")}</p>
    </>
  );
}

function PrivacyAnswer() {
  const t = useTranslations("faq.privacy");
  return (
    <>
      <p>{t("p1")}</p>
      <p>{t("p2", useRuleFigures())}</p>
      <p>{t("p3")}</p>
      <More to="/privacy">{t("link")}</More>
    </>
  );
}

function TrackAnswer() {
  const t = useTranslations("faq.track");
  return (
    <>
      <p>{t("p1")}</p>
      <p>{t("p2")}</p>
      <p>{t("p3")}</p>
      <More to="/track">{t("link")}</More>
    </>
  );
}

function MinimumAnswer({ data }: { data: FaqData }) {
  const t = useTranslations("faq.minimum");
  return (
    <>
      <p>{t("p1")}</p>
      <MinimumTable currencies={data.currencies} />
      <p>{t("p2")}</p>
      <More to="/currencies">{t("link")}</More>
    </>
  );
}

function SupportAnswer() {
  const t = useTranslations("faq.support");
  const { supportEmail, supportHandle } = usePage().site;
  if (supportEmail === null && supportHandle === null) return <p>{t("p2")}</p>;
  return (
    <>
      <p>{t("p1")}</p>
      <More to="/contact">{t("link")}</More>
    </>
  );
}

function RefundAnswer() {
  const t = useTranslations("faq.refund");
  const figures = useRuleFigures();
  return (
    <>
      <p>{t("p1")}</p>
      <p>{t("p2", figures)}</p>
      <p>{t("p3", figures)}</p>
      <p>{t("p4")}</p>
    </>
  );
}

function More({
  to,
  children,
}: {
  to: "/currencies" | "/privacy" | "/track" | "/contact";
  children: string;
}) {
  return (
    <p>
      <Link to={to} className="link">
        {children}
      </Link>
    </p>
  );
}
