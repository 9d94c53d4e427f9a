import { getRouteApi } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { ExchangeForm } from "./exchange-form";

const route = getRouteApi("/exchange");

/** The exchange form alone; also where the plain form comes back to with its errors. */
export function ExchangePage() {
  const t = useTranslations();
  return (
    <section className="mx-auto max-w-6xl px-4 pt-5 sm:px-6 sm:pt-10">
      <h1 className="mb-4 text-2xl font-semibold tracking-tight sm:text-3xl">{t("form.legend")}</h1>
      <ExchangeForm data={route.useLoaderData()} />
    </section>
  );
}
