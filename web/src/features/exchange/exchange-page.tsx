import { getRouteApi } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { ExchangeForm } from "./exchange-form";

const route = getRouteApi("/exchange");

const FACTS = [
  ["rateTitle", "rateText"],
  ["limitsTitle", "limitsText"],
  ["differsTitle", "differsText"],
] as const;

/** The exchange form with what to know before; also where the plain form comes back to with its errors. */
export function ExchangePage() {
  const t = useTranslations();
  return (
    <section className="mx-auto max-w-6xl px-4 pt-4 sm:px-6 sm:pt-10">
      <h1 className="text-2xl font-semibold tracking-tight sm:text-4xl">{t("form.legend")}</h1>
      <p className="mt-1 mb-4 max-w-prose text-sm text-soft sm:mt-2 sm:mb-6 sm:text-base">
        {t("exchangePage.text")}
      </p>
      <ExchangeForm data={route.useLoaderData()} />
      <h2 className="mt-14 text-xl font-semibold tracking-tight">{t("exchangePage.goodToKnow")}</h2>
      <div className="mt-5 grid gap-6 border-t pt-5 md:grid-cols-3">
        {FACTS.map(([title, text]) => (
          <div key={title}>
            <h3 className="font-semibold">{t(`exchangePage.${title}`)}</h3>
            <p className="mt-1 text-soft">{t(`exchangePage.${text}`)}</p>
          </div>
        ))}
      </div>
    </section>
  );
}
