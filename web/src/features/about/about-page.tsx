import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { usePage } from "../../lib/page-context";
import { Icon } from "../../ui/icon";
import { OperatorStatement, PageHead, Readouts, Remark } from "../../ui/prose";
import { useFeeFigures, useRuleFigures } from "../legal/figures";

const route = getRouteApi("/about");

/** What Sotto is, what it values, how it is built, and who runs this instance. */
export function AboutPage() {
  const t = useTranslations("about");
  const { network } = usePage();
  return (
    <div className="mx-auto max-w-[73rem] px-4 pt-5 sm:px-6 sm:pt-12">
      <PageHead title={t("title")} lead={t("lead")} />
      <Figures />
      <section className="mt-12 grid gap-4 sm:mt-16 lg:grid-cols-[1fr_2fr] lg:gap-14" aria-labelledby="intro">
        <h2 id="intro" className={HEADING_STYLE}>
          {t("introTitle")}
        </h2>
        <div className="grid max-w-[64ch] gap-3 leading-relaxed text-pretty sm:text-lg">
          <p>{t("intro1")}</p>
          <p>{t("intro2")}</p>
          {network === "mainnet" || network === "simnet" ? null : <Remark>{t("testNetwork")}</Remark>}
        </div>
      </section>
      <Values />
      <Craft />
      <LookAndOperator />
    </div>
  );
}

const HEADING_STYLE = "text-xl font-semibold tracking-tight sm:text-2xl";

function Figures() {
  const t = useTranslations("about");
  const data = route.useLoaderData();
  const { window, days } = useRuleFigures();
  const fees = useFeeFigures(data.fees);
  const active = data.currencies.ok ? data.currencies.value.filter(({ isActive }) => isActive).length : null;
  return (
    <Readouts
      label={t("readouts")}
      items={[
        {
          label: t("feeLabel"),
          value: fees === null ? t("unknown") : fees.fee,
          note: t("feeNote"),
        },
        { label: t("currenciesLabel"), value: active ?? t("unknown"), note: t("currenciesNote") },
        { label: t("windowLabel"), value: window, note: t("windowNote") },
        { label: t("daysLabel"), value: t("days", { days }), note: t("daysNote") },
      ]}
    />
  );
}

function Values() {
  const t = useTranslations("about");
  const values = [
    ["value1Title", "value1Text"],
    ["value2Title", "value2Text"],
    ["value3Title", "value3Text"],
    ["value4Title", "value4Text"],
  ] as const;
  return (
    <section className="mt-12 sm:mt-20" aria-labelledby="values">
      <h2 id="values" className={HEADING_STYLE}>
        {t("valuesTitle")}
      </h2>
      <div className="mt-5 grid gap-px border-y bg-line md:grid-cols-2">
        {values.map(([title, text]) => (
          <div key={title} className="bg-paper py-6 md:odd:pr-10 md:even:pl-10">
            <h3 className="text-lg font-semibold">{t(title)}</h3>
            <p className="mt-1.5 max-w-[54ch] leading-relaxed text-pretty text-soft">{t(text)}</p>
          </div>
        ))}
      </div>
    </section>
  );
}

function Craft() {
  const t = useTranslations("about");
  const items = [
    ["craft1Title", "craft1Text"],
    ["craft2Title", "craft2Text"],
    ["craft3Title", "craft3Text"],
    ["craft4Title", "craft4Text"],
    ["craft5Title", "craft5Text"],
    ["craft6Title", "craft6Text"],
  ] as const;
  return (
    <section className="mt-12 sm:mt-20" aria-labelledby="craft">
      <h2 id="craft" className={HEADING_STYLE}>
        {t("craftTitle")}
      </h2>
      <p className="mt-1 text-soft">{t("craftLead")}</p>
      <ol className="mt-6 grid gap-x-14 gap-y-8 md:grid-cols-2 lg:grid-cols-3">
        {items.map(([title, text], index) => (
          <li key={title}>
            <span className="block border-b pb-2 font-mono text-sm text-accent" aria-hidden="true">
              {String(index + 1).padStart(2, "0")}
            </span>
            <h3 className="mt-3 font-semibold">{t(title)}</h3>
            <p className="mt-1 leading-relaxed text-pretty text-soft">{t(text)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const LOOK_LINKS = [
  ["/api/fees", "lookFees"],
  ["/api/reserves", "lookReserves"],
  ["/api/currencies", "lookCurrencies"],
  ["/api/health", "lookHealth"],
] as const;

function LookAndOperator() {
  const t = useTranslations("about");
  const { operatorStatement } = usePage().site;
  return (
    <div className="mt-12 grid gap-10 sm:mt-20 md:grid-cols-2 md:gap-14">
      <section className="min-w-0" aria-labelledby="look">
        <h2 id="look" className={HEADING_STYLE}>
          {t("lookTitle")}
        </h2>
        <p className="mt-1 text-soft">{t("lookText")}</p>
        <ul className="mt-4 border-b">
          {LOOK_LINKS.map(([href, name]) => (
            <li key={href} className="border-t">
              <a
                href={href}
                className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 hover:text-accent"
              >
                <span className="font-medium">{t(name)}</span>
                <code className="font-mono text-sm text-soft">{href}</code>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="operator">
        <h2 id="operator" className={HEADING_STYLE}>
          {t("operatorTitle")}
        </h2>
        <div className="mt-3 grid max-w-[60ch] gap-3 leading-relaxed text-pretty">
          <p className={operatorStatement === null ? "" : "text-soft"}>
            {operatorStatement === null ? t("operatorNone") : t("operatorIntro")}
          </p>
          {operatorStatement === null ? null : <OperatorStatement text={operatorStatement} />}
        </div>
        <div className="mt-6 flex flex-wrap gap-3">
          <Link to="/exchange" className="button button-primary">
            {t("start")}
            <Icon name="arrow" className="size-4" />
          </Link>
          <Link to="/faq" className="button">
            {t("questions")}
          </Link>
        </div>
      </section>
    </div>
  );
}
