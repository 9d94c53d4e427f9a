import type { Currency } from "@sotto/openapi";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { usePage } from "../../lib/page-context";
import { Hero } from "../../ui/hero";
import { ServiceFailure } from "../order-form/form-notice";
import { ExchangeForm } from "./exchange-form";
import type { ExchangeData } from "./load";
import { PairChips } from "./pair-chips";
import { RateChart } from "./rate-chart";
import { useExchange } from "./use-exchange";

const route = getRouteApi("/exchange");

const FACTS = [
  ["rateTitle", "rateText"],
  ["limitsTitle", "limitsText"],
  ["differsTitle", "differsText"],
] as const;

/** The exchange form with what to know before; also where the plain form comes back to with its errors. */
export function ExchangePage() {
  const t = useTranslations();
  const data = route.useLoaderData();
  return (
    <>
      {data.currencies.ok ? (
        <Live data={data} currencies={data.currencies.value} />
      ) : (
        <div className="mx-auto max-w-[72.5rem] px-4 pt-10 sm:px-5">
          <h1 className="display mb-4 text-5xl">{t("form.legend")}</h1>
          <ServiceFailure message={data.currencies.error.message} />
        </div>
      )}
      <section className="mx-auto max-w-[72.5rem] px-4 sm:px-5">
        <h2 className="display mt-18 text-[2.25rem]/11">{t("exchangePage.goodToKnow")}</h2>
        <div className="mt-5 grid gap-6 border-t pt-5 md:grid-cols-3">
          {FACTS.map(([title, text]) => (
            <div key={title}>
              <h3 className="font-semibold">{t(`exchangePage.${title}`)}</h3>
              <p className="mt-1 text-soft">{t(`exchangePage.${text}`)}</p>
            </div>
          ))}
        </div>
      </section>
    </>
  );
}

function Live({ data, currencies }: { data: ExchangeData; currencies: Currency[] }) {
  const t = useTranslations();
  const { language } = usePage();
  const exchange = useExchange(data);
  const { values, change } = exchange;
  const currency = (id: string) => currencies.find((known) => known.id === id);
  const [send, receive] = [currency(values.sendCurrency), currency(values.receiveCurrency)];
  return (
    <>
      <Hero title={t("form.legend")} subtitle={t("exchangePage.text")}>
        <PairChips
          currencies={currencies}
          chosen={values}
          onChoose={change}
          other={{ href: `/${language}/privacy-mixer`, label: t("home.mixerTab") }}
        />
        <ExchangeForm data={data} exchange={exchange} currencies={currencies} />
      </Hero>
      {send === undefined || receive === undefined ? null : (
        <div className="mx-auto mt-18 max-w-[72.5rem] px-4 sm:px-5">
          <RateChart send={send} receive={receive} first={data.history} />
        </div>
      )}
    </>
  );
}
