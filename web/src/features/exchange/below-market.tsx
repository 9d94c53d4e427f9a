import type { Currency } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import { useAppContext } from "../../lib/page-context";
import { usePolled } from "../../lib/use-polled";
import { Moment } from "../../ui/time";
import { type Day, packDay } from "./day";
import type { ExchangeData, Reserves } from "./load";
import { MarketTable } from "./market";
import { PRICES_EVERY_MS, RateChart } from "./rate-chart";
import { ReserveDiscs } from "./reserves";

/** The pair's past rates beside what coins are worth, and what can be paid out. */
export function MarketSection({
  data,
  currencies,
  day,
  reserves,
  send,
  receive,
}: {
  data: ExchangeData;
  currencies: Currency[];
  day: Day | null;
  reserves: Reserves;
  send: Currency;
  receive: Currency;
}) {
  const t = useTranslations("market");
  return (
    <div className="mx-auto max-w-[72.5rem] px-4 sm:px-5">
      <section className="mt-18 sm:mt-24" aria-labelledby="market">
        <h2 id="market" className="display text-[2.25rem]/11 sm:text-[2.75rem]/13">
          {t("ratesTitle")}
        </h2>
        <div className="mt-6 grid grid-cols-1 gap-x-12 gap-y-12 lg:grid-cols-2">
          <RateChart send={send} receive={receive} first={data.history} />
          <LiveMarket currencies={currencies} first={day} />
        </div>
      </section>
      {reserves.length === 0 ? null : <ReserveDiscs currencies={currencies} reserves={reserves} />}
    </div>
  );
}

/** The last day's prices, read again while the page is looked at. */
function LiveMarket({ currencies, first }: { currencies: Currency[]; first: Day | null }) {
  const t = useTranslations("market");
  const { api } = useAppContext();
  const day = usePolled({
    key: "market",
    ask: async () => {
      const prices = await api.dayPrices();
      return prices.ok ? packDay(prices.value) : null;
    },
    first,
    everyMs: PRICES_EVERY_MS,
  });
  const shown = day ?? first;
  if (shown === null) return null;
  return (
    <div>
      <MarketTable currencies={currencies} day={shown} />
      <p className="mt-3 text-[0.8125rem]/5 text-soft">
        {t.rich("marketNote", { time: () => <Moment at={shown.at} /> })}
      </p>
    </div>
  );
}
