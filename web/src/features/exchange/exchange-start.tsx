import type { Currency } from "@sotto/openapi";
import type { ReactNode } from "react";
import { Hero } from "../../ui/hero";
import { ExchangeForm } from "./exchange-form";
import type { ExchangeData } from "./load";
import { PairChips } from "./pair-chips";
import { useExchange } from "./use-exchange";

interface ExchangeStartProps {
  data: ExchangeData;
  currencies: Currency[];
  headline: { title: string; subtitle: string };
  /** What follows, for the chosen pair; null where a currency is unknown. */
  children: (pair: { send: Currency; receive: Currency } | null) => ReactNode;
}

/** The first screen with the exchange form, and below it what belongs to the chosen pair. */
export function ExchangeStart({ data, currencies, headline, children }: ExchangeStartProps) {
  const exchange = useExchange(data);
  const { values, change } = exchange;
  const currency = (id: string) => currencies.find((known) => known.id === id);
  const [send, receive] = [currency(values.sendCurrency), currency(values.receiveCurrency)];
  return (
    <>
      <Hero {...headline}>
        <PairChips currencies={currencies} chosen={values} onChoose={change} />
        <ExchangeForm data={data} exchange={exchange} currencies={currencies} />
      </Hero>
      {children(send === undefined || receive === undefined ? null : { send, receive })}
    </>
  );
}
