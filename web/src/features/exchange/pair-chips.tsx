import type { Currency } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import { usePage } from "../../lib/page-context";
import { CoinPair } from "../../ui/coin-icon";
import { FormTabs } from "./form-tabs";

/** What visitors swap most; each only while both of its currencies are active. */
const PAIRS = [
  ["BTC", "USDT-TRC20"],
  ["ETH", "BTC"],
  ["USDT-TRC20", "XMR"],
] as const;

export interface PairChoice {
  sendCurrency: string;
  receiveCurrency: string;
}

/** Popular pairs, one press away, and on a phone, where the card has no tabs, first the two forms; links without JavaScript. */
export function PairChips({
  currencies,
  chosen,
  onChoose,
}: {
  currencies: readonly Currency[];
  /** Null beside the mixer's form. */
  chosen: PairChoice | null;
  onChoose?: (pair: PairChoice) => void;
}) {
  const t = useTranslations("form");
  const { language } = usePage();
  const symbol = (id: string) => currencies.find((known) => known.id === id && known.isActive)?.symbol;
  return (
    <div className="hero-chips -mx-4 flex gap-2 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0">
      <FormTabs current={chosen === null ? "mixer" : "exchange"} place="chips" />
      <nav aria-label={t("pairs")} className="flex gap-2 sm:flex-wrap">
        {PAIRS.map(([from, to]) => {
          const [send, receive] = [symbol(from), symbol(to)];
          if (send === undefined || receive === undefined) return null;
          const isChosen = chosen?.sendCurrency === from && chosen.receiveCurrency === to;
          return (
            <a
              key={from}
              href={`/${language}?from=${from}&to=${to}`}
              aria-current={isChosen ? "true" : undefined}
              onClick={(event) => {
                if (onChoose === undefined) return;
                event.preventDefault();
                onChoose({ sendCurrency: from, receiveCurrency: to });
              }}
              className="chip max-lg:border-transparent max-lg:not-aria-current:bg-panel max-lg:not-aria-current:text-(--on-paper)"
            >
              <span className="-ml-1.5">
                <CoinPair send={from} receive={to} />
              </span>
              {t("pair", { send, receive })}
            </a>
          );
        })}
      </nav>
    </div>
  );
}
