import { getRouteApi } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { ServiceFailure } from "../order-form/form-notice";
import { ExchangeStart } from "./exchange-start";
import { RateChart } from "./rate-chart";

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
        <ExchangeStart
          data={data}
          currencies={data.currencies.value}
          headline={{ title: t("form.legend"), subtitle: t("exchangePage.text") }}
        >
          {(pair) =>
            pair === null ? null : (
              <div className="mx-auto mt-18 max-w-[72.5rem] px-4 sm:px-5">
                <RateChart {...pair} first={data.history} />
              </div>
            )
          }
        </ExchangeStart>
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
