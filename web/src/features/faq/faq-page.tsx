import { getRouteApi, Link, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { useHydrated } from "../../lib/page-context";
import { Icon } from "../../ui/icon";
import { PageHead } from "../../ui/prose";
import { useFeeFigures, useRuleFigures } from "../legal/figures";
import { answers } from "./answers";
import type { FaqData } from "./load";
import { QUESTION_IDS, type QuestionId } from "./questions";

const route = getRouteApi("/faq");

/** Ten questions, each under an address of its own; several may be open at once. */
export function FaqPage() {
  const t = useTranslations("faq");
  const data = route.useLoaderData();
  const hydrated = useHydrated();
  const list = useRef<HTMLDivElement>(null);
  useOpenedByAddress();
  const setAll = (open: boolean) => {
    for (const details of list.current?.querySelectorAll("details") ?? []) details.open = open;
  };
  return (
    <div className="mx-auto max-w-[73rem] px-4 pt-5 sm:px-6 sm:pt-12">
      <PageHead title={t("title")} lead={t("lead")} />
      <div className="mt-6 grid grid-cols-1 gap-10 lg:grid-cols-[1fr_18rem] lg:gap-16">
        <section aria-label={t("list")} className="min-w-0">
          <div className={`flex flex-wrap justify-end gap-1 ${hydrated ? "" : "invisible"}`}>
            <button type="button" onClick={() => setAll(true)} className={QUIET_BUTTON}>
              {t("expandAll")}
            </button>
            <button type="button" onClick={() => setAll(false)} className={QUIET_BUTTON}>
              {t("collapseAll")}
            </button>
          </div>
          <div ref={list} className="border-t">
            {QUESTION_IDS.map((id) => (
              <Question key={id} id={id} data={data} />
            ))}
          </div>
        </section>
        <Aside data={data} />
      </div>
    </div>
  );
}

const QUIET_BUTTON = "min-h-11 rounded-md px-3 text-sm font-medium text-accent hover:bg-well";

/** Opens the answer that the address names: on arrival, and when a link of the page leads to it. */
function useOpenedByAddress(): void {
  const hash = useRouterState({ select: (state) => state.location.hash });
  useEffect(() => {
    if (!QUESTION_IDS.some((id) => id === hash)) return;
    const details = document.getElementById(hash)?.closest("details");
    if (details === null || details === undefined) return;
    details.open = true;
    details.scrollIntoView({ block: "start" });
  }, [hash]);
}

function Question({ id, data }: { id: QuestionId; data: FaqData }) {
  const t = useTranslations("faq");
  const Answer = answers[id];
  return (
    <details className="group scroll-mt-4 border-b">
      <summary className="flex min-h-14 items-center justify-between gap-4 py-3 font-medium sm:text-lg hover:text-accent">
        <h2>{t(`${id}.question`)}</h2>
        <Icon name="chevron" className="size-5 text-soft group-open:rotate-180" />
      </summary>
      {/* The address lies on the answer, so that a browser without scripts opens it by itself. */}
      <div id={id} className="grid max-w-[64ch] scroll-mt-20 gap-3 pb-6 leading-relaxed text-pretty">
        <Answer data={data} />
      </div>
    </details>
  );
}

function Aside({ data }: { data: FaqData }) {
  const t = useTranslations("faq");
  return (
    <aside className="grid grid-cols-1 content-start gap-8 lg:pt-11">
      <FiguresPanel data={data} />
      <div>
        <h2 className="font-semibold">{t("elseTitle")}</h2>
        <p className="mt-1 text-soft">{t("elseText")}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Link to="/track" className="button">
            {t("elseTrack")}
          </Link>
          <Link to="/contact" className="button">
            {t("elseContact")}
          </Link>
        </div>
      </div>
    </aside>
  );
}

function FiguresPanel({ data }: { data: FaqData }) {
  const t = useTranslations("faq");
  const { window, days } = useRuleFigures();
  const fees = useFeeFigures(data.fees);
  const active = data.currencies.ok ? data.currencies.value.filter(({ isActive }) => isActive).length : null;
  const figures = [
    ...(fees === null
      ? []
      : [[t("figureFee"), fees.fee] as const, [t("figureFixed"), fees.surcharge] as const]),
    ...(active === null ? [] : [[t("figureCurrencies"), String(active)] as const]),
    [t("figureWindow"), window] as const,
    [t("figureDays"), t("days", { days })] as const,
  ];
  return (
    <section className="panel px-5 py-4" aria-labelledby="figures">
      <h2 id="figures" className="font-semibold">
        {t("figures")}
      </h2>
      <dl className="mt-2">
        {figures.map(([name, value]) => (
          <div
            key={name}
            className="flex items-baseline justify-between gap-4 border-t py-2 first:border-t-0"
          >
            <dt className="text-sm text-soft">{name}</dt>
            <dd className="text-right font-semibold whitespace-nowrap">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
