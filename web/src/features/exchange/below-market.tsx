import type { Currency } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import type { ExchangeData, Reserves } from "./load";
import { MarketTable } from "./market";
import { RateChart } from "./rate-chart";

/** The pair's past rates beside what coins are worth and what can be paid out. */
export function MarketSection({
  data,
  currencies,
  reserves,
  send,
  receive,
}: {
  data: ExchangeData;
  currencies: Currency[];
  reserves: Reserves;
  send: Currency;
  receive: Currency;
}) {
  const t = useTranslations("home");
  return (
    <section className="mx-auto mt-18 max-w-[72.5rem] px-4 sm:mt-24 sm:px-5" aria-labelledby="market">
      <h2 id="market" className="display text-[2.25rem]/11 sm:text-[2.75rem]/13">
        {t("ratesTitle")}
      </h2>
      <div className="mt-6 grid gap-x-12 gap-y-12 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        <RateChart send={send} receive={receive} first={data.history} />
        <div>
          <MarketTable currencies={currencies} prices={data.prices} reserves={reserves} />
          <p className="mt-3 text-[0.8125rem]/5 text-soft">{t("marketNote")}</p>
        </div>
      </div>
    </section>
  );
}
