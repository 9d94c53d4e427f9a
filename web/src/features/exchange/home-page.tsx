import { getRouteApi } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { ExchangeForm } from "./exchange-form";

const route = getRouteApi("/");

/** Home: the exchange form first, then what a visitor may rely on. */
export function HomePage() {
  const t = useTranslations("home");
  const data = route.useLoaderData();
  return (
    <>
      <section className="mx-auto max-w-6xl px-4 pt-3 sm:px-6 sm:pt-12">
        <h1 className="text-2xl font-semibold tracking-tight text-balance sm:text-5xl">{t("title")}</h1>
        <p className="mb-3 text-sm text-soft sm:mt-3 sm:mb-8 sm:text-lg">{t("subtitle")}</p>
        <ExchangeForm data={data} />
      </section>
      <Facts />
      <Steps />
    </>
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
    <section className="mx-auto mt-16 max-w-6xl px-4 sm:mt-24 sm:px-6" aria-labelledby="facts">
      <h2 id="facts" className="text-xl font-semibold tracking-tight">
        {t("factsTitle")}
      </h2>
      <div className="mt-5 grid border-t md:grid-cols-3">
        {facts.map(([title, text]) => (
          <div
            key={title}
            className="border-b py-5 md:border-b-0 md:not-first:border-l md:not-first:pl-6 md:not-last:pr-6"
          >
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
