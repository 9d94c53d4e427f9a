import { getRouteApi, Link } from "@tanstack/react-router";
import { Suspense } from "react";
import { useTranslations } from "use-intl";
import { ExchangeForm } from "./exchange-form";
import { HomeMixer } from "./home-mixer";
import { RecentOrders } from "./recent-orders";
import { StatsStrip } from "./stats-strip";

const route = getRouteApi("/");

/** Home: a form first, then what a visitor may rely on. */
export function HomePage() {
  const t = useTranslations("home");
  const { exchange, stats } = route.useLoaderData();
  return (
    <>
      <section className="mx-auto max-w-6xl px-4 pt-2 sm:px-6 sm:pt-12">
        <h1 className="text-xl font-semibold tracking-tight text-balance sm:text-5xl">{t("title")}</h1>
        <p className="text-sm text-soft sm:mt-3 sm:text-lg">{t("subtitle")}</p>
        <Tabs isMixer={exchange === null} />
        {exchange === null ? (
          <Suspense fallback={null}>
            <HomeMixer />
          </Suspense>
        ) : (
          <ExchangeForm data={exchange} />
        )}
        <RecentOrders />
      </section>
      {stats.ok ? <StatsStrip stats={stats.value} /> : null}
      <Facts />
      <Steps />
    </>
  );
}

/** The two forms, each with an address of its own. */
function Tabs({ isMixer }: { isMixer: boolean }) {
  const t = useTranslations("home");
  const tab = (isCurrent: boolean) =>
    `-mb-px flex min-h-10 items-center border-b-2 px-1 text-sm sm:min-h-11 sm:text-base ${isCurrent ? "border-accent font-semibold" : "border-transparent text-soft hover:text-ink"}`;
  return (
    <nav aria-label={t("forms")} className="mb-3 flex gap-5 border-b sm:mt-6 sm:mb-6">
      <Link to="/" search={{}} aria-current={isMixer ? undefined : "page"} className={tab(!isMixer)}>
        {t("exchangeTab")}
      </Link>
      <Link
        to="/"
        search={{ form: "mixer" }}
        aria-current={isMixer ? "page" : undefined}
        className={tab(isMixer)}
      >
        {t("mixerTab")}
      </Link>
    </nav>
  );
}

function Facts() {
  const t = useTranslations("home");
  const facts = [
    ["secureTitle", "secureText"],
    ["fastTitle", "fastText"],
    ["anonymousTitle", "anonymousText"],
  ] as const;
  return (
    <section className="mx-auto mt-14 max-w-6xl px-4 sm:mt-20 sm:px-6" aria-labelledby="facts">
      <h2 id="facts" className="text-xl font-semibold tracking-tight">
        {t("factsTitle")}
      </h2>
      <div className="mt-5 grid gap-3 md:grid-cols-3 md:gap-6">
        {facts.map(([title, text]) => (
          <div key={title} className="panel p-5 sm:p-6">
            <h3 className="font-semibold">{t(title)}</h3>
            <p className="mt-1 text-soft">{t(text)}</p>
          </div>
        ))}
      </div>
    </section>
  );
}

function Steps() {
  const t = useTranslations("home");
  const steps = [
    ["step1Title", "step1Text"],
    ["step2Title", "step2Text"],
    ["step3Title", "step3Text"],
  ] as const;
  return (
    <section className="mx-auto mt-12 max-w-6xl px-4 sm:mt-20 sm:px-6" aria-labelledby="steps">
      <h2 id="steps" className="text-xl font-semibold tracking-tight">
        {t("stepsTitle")}
      </h2>
      <ol className="mt-5 grid gap-6 md:grid-cols-3">
        {steps.map(([title, text], index) => (
          <li key={title} className="flex gap-4 md:pr-6">
            <span className="grid size-9 shrink-0 place-items-center rounded-full border border-edge font-semibold text-accent">
              {index + 1}
            </span>
            <div>
              <h3 className="font-semibold">{t(title)}</h3>
              <p className="mt-1 text-soft">{t(text)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
