import type { Currency } from "@sotto/openapi";
import { getRouteApi } from "@tanstack/react-router";
import { type ComponentType, Suspense, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { recentOrders } from "../../lib/browser";
import { Below } from "../../ui/below";
import { Hero } from "../../ui/hero";
import { ServiceFailure } from "../order-form/form-notice";
import { assurances, market } from "./below";
import { ExchangeStart } from "./exchange-start";
import { HomeMixer } from "./home-mixer";
import { PairChips } from "./pair-chips";

const route = getRouteApi("/");

/** Home: a form first, then the market, and what a visitor may rely on. */
export function HomePage() {
  const t = useTranslations("home");
  const headline = { title: t("title"), subtitle: t("subtitle") };
  const { exchange, currencies, stats, day, reserves } = route.useLoaderData();
  const known = currencies.ok ? currencies.value : [];
  return (
    <>
      {exchange === null ? (
        <MixerStart currencies={known} headline={headline} />
      ) : currencies.ok ? (
        <ExchangeStart data={exchange} currencies={known} headline={headline}>
          {(pair) => (
            <>
              <RecentOrders />
              {pair === null ? null : (
                <Below part={market} props={{ ...pair, data: exchange, currencies: known, day, reserves }} />
              )}
            </>
          )}
        </ExchangeStart>
      ) : (
        <Failed message={currencies.error.message} headline={headline} />
      )}
      <Below part={assurances} props={{ stats }} />
    </>
  );
}

interface Headline {
  headline: { title: string; subtitle: string };
}

function MixerStart({ currencies, headline }: Headline & { currencies: Currency[] }) {
  return (
    <>
      <Hero {...headline}>
        <PairChips currencies={currencies} chosen={null} />
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
    void import("../recent/recent-orders").then((loaded) => setList(() => loaded.RecentOrders));
  }, []);
  return List === null ? null : (
    <div className="mx-auto max-w-[72.5rem] px-4 sm:px-5">
      <List />
    </div>
  );
}
