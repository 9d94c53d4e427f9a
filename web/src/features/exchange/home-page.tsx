import type { Currency } from "@sotto/openapi";
import { getRouteApi } from "@tanstack/react-router";
import { type ComponentType, Suspense, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { recentOrders } from "../../lib/browser";
import { usePage } from "../../lib/page-context";
import { Below } from "../../ui/below";
import { Hero } from "../../ui/hero";
import { ServiceFailure } from "../order-form/form-notice";
import { assurances, market } from "./below";
import { ExchangeForm } from "./exchange-form";
import { HomeMixer } from "./home-mixer";
import type { ExchangeData } from "./load";
import { PairChips } from "./pair-chips";
import { useExchange } from "./use-exchange";

const route = getRouteApi("/");

/** Home: a form first, then the market, and what a visitor may rely on. */
export function HomePage() {
  const { exchange, currencies, stats } = route.useLoaderData();
  const known = currencies.ok ? currencies.value : [];
  return (
    <>
      {exchange === null ? (
        <MixerStart currencies={known} />
      ) : currencies.ok ? (
        <ExchangeStart data={exchange} currencies={known} />
      ) : (
        <Failed message={currencies.error.message} />
      )}
      <Below part={assurances} props={{ stats }} />
    </>
  );
}

function useHeadline() {
  const t = useTranslations("home");
  return { title: t("title"), subtitle: t("subtitle") };
}

function ExchangeStart({ data, currencies }: { data: ExchangeData; currencies: Currency[] }) {
  const t = useTranslations("home");
  const { language } = usePage();
  const exchange = useExchange(data);
  const { values, change } = exchange;
  const currency = (id: string) => currencies.find((known) => known.id === id);
  const [send, receive] = [currency(values.sendCurrency), currency(values.receiveCurrency)];
  return (
    <>
      <Hero {...useHeadline()}>
        <PairChips
          currencies={currencies}
          chosen={values}
          onChoose={change}
          other={{ href: `/${language}?form=mixer`, label: t("mixerTab") }}
        />
        <ExchangeForm data={data} exchange={exchange} currencies={currencies} />
      </Hero>
      <RecentOrders />
      {send === undefined || receive === undefined ? null : (
        <Below part={market} props={{ data, currencies, send, receive }} />
      )}
    </>
  );
}

function MixerStart({ currencies }: { currencies: Currency[] }) {
  const t = useTranslations("home");
  const { language } = usePage();
  return (
    <>
      <Hero {...useHeadline()}>
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

function Failed({ message }: { message: string }) {
  return (
    <Hero {...useHeadline()}>
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
