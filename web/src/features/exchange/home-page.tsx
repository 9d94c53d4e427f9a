import type { Currency } from "@sotto/openapi";
import { getRouteApi } from "@tanstack/react-router";
import { type ComponentType, Suspense, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { recentOrders } from "../../lib/browser";
import { usePage } from "../../lib/page-context";
import { Hero } from "../../ui/hero";
import { ServiceFailure } from "../order-form/form-notice";
import { ExchangeStart } from "./exchange-start";
import { HomeMixer } from "./home-mixer";
import type { ExchangeData, Reserves } from "./load";
import { MarketTable } from "./market";
import { PairChips } from "./pair-chips";
import { Promises } from "./promises";
import { RateChart } from "./rate-chart";
import { StatsStrip } from "./stats-strip";
import { Steps } from "./steps";

const route = getRouteApi("/");

/** Home: a form first, then the market, and what a visitor may rely on. */
export function HomePage() {
  const t = useTranslations("home");
  const { language } = usePage();
  const headline = { title: t("title"), subtitle: t("subtitle") };
  const { exchange, currencies, stats, reserves } = route.useLoaderData();
  const known = currencies.ok ? currencies.value : [];
  return (
    <>
      {exchange === null ? (
        <MixerStart currencies={known} headline={headline} />
      ) : currencies.ok ? (
        <ExchangeStart
          data={exchange}
          currencies={known}
          headline={headline}
          other={{ href: `/${language}?form=mixer`, label: t("mixerTab") }}
        >
          {(pair) => (
            <>
              <RecentOrders />
              {pair === null ? null : (
                <Market {...pair} data={exchange} currencies={known} reserves={reserves} />
              )}
            </>
          )}
        </ExchangeStart>
      ) : (
        <Failed message={currencies.error.message} headline={headline} />
      )}
      {stats.ok ? <StatsStrip stats={stats.value} /> : null}
      <Steps />
      <Promises />
    </>
  );
}

/** The pair's past rates beside what coins are worth and what can be paid out. */
function Market({
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

interface Headline {
  headline: { title: string; subtitle: string };
}

function MixerStart({ currencies, headline }: Headline & { currencies: Currency[] }) {
  const t = useTranslations("home");
  const { language } = usePage();
  return (
    <>
      <Hero {...headline}>
        <PairChips
          currencies={currencies}
          chosen={null}
          other={{ href: `/${language}`, label: t("exchangeTab") }}
        />
        <Suspense fallback={null}>
          <HomeMixer />
        </Suspense>
      </Hero>
      <RecentOrders />
    </>
  );
}

function Failed({ message, headline }: Headline & { message: string }) {
  return (
    <Hero {...headline}>
      <div className="hero-card">
        <div className="hero-part">
          <ServiceFailure message={message} />
        </div>
      </div>
    </Hero>
  );
}

/** Loaded only where this browser remembers an order. */
function RecentOrders() {
  const [List, setList] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (recentOrders().length === 0) return;
    void import("../../ui/recent-orders").then((loaded) => setList(() => loaded.RecentOrders));
  }, []);
  return List === null ? null : (
    <div className="mx-auto max-w-[72.5rem] px-4 sm:px-5">
      <List />
    </div>
  );
}
