import type { Currency } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import { formatDecimal, parseAmount } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { CurrencySelect } from "../../ui/currency-select";
import { FieldMessage } from "../../ui/field";
import { amountSize } from "../exchange/amount-rows";
import { AmountInput, amountRefusal } from "../order-form/amount-input";
import { Limits, Worth } from "../order-form/amount-notes";
import type { Prices } from "../order-form/prices";
import type { Mixer, MixerParts } from "./use-mixer";

/** Decimals of the mixer's net amount. */
const RECEIVE_DECIMALS = 8;

type RowProps = MixerParts & {
  currencies: Currency[];
  /** What one whole of a currency is worth in US dollars, by its code. */
  prices: Prices;
};

/** What is sent, with the limits before they could be missed. */
export function SendRow({ mixer, send, currencies, prices }: RowProps) {
  const t = useTranslations();
  const { language } = usePage();
  const { values, errors, change, calculation } = mixer;
  const { result } = calculation;
  const error = errors.sendAmount ?? amountRefusal(result);
  const size = amountSize([values.sendAmount, useReceived(mixer)]);
  return (
    <div>
      <label htmlFor="sendAmount" className="eyebrow">
        {t("mixer.send")}
      </label>
      <div className="flex items-center gap-3">
        <AmountInput
          name="sendAmount"
          value={values.sendAmount}
          onChange={(sendAmount) => change({ sendAmount })}
          isWrong={error !== undefined}
          className={`amount ${size}`}
        />
        <CurrencySelect
          name="sendCurrency"
          label={t("mixer.sendCurrency")}
          value={values.sendCurrency}
          currencies={currencies}
          onChoose={(sendCurrency) => change({ sendCurrency })}
        />
      </div>
      <FieldMessage
        name="sendAmount"
        error={error ?? errors.sendCurrency}
        beside={
          <Limits
            limits={result?.ok === true ? result.value : send}
            onChoose={(sendAmount) => change({ sendAmount })}
          />
        }
      >
        <Worth amount={parseAmount(values.sendAmount, language)} price={prices[values.sendCurrency]} />
      </FieldMessage>
    </div>
  );
}

/** What arrives, in which currency and on which chain. */
export function ReceiveRow({ mixer, receive, currencies, prices }: RowProps) {
  const t = useTranslations("mixer");
  const { values, errors, change, calculation } = mixer;
  const { isSettled } = calculation;
  const received = useReceived(mixer);
  const size = amountSize([values.sendAmount, received]);
  const isOneOfMany = currencies.filter(({ symbol }) => symbol === receive?.symbol).length > 1;
  return (
    <div className="mt-3 border-t pt-4">
      <label htmlFor="netReceiveAmount" className="eyebrow">
        {t("receive")}
      </label>
      <div className="flex items-center gap-3">
        <output
          id="netReceiveAmount"
          htmlFor="sendAmount sendCurrency receiveCurrency"
          className={`amount ${size} flex items-center wrap-anywhere ${isSettled ? "" : "text-soft"}`}
        >
          {received}
        </output>
        <CurrencySelect
          name="receiveCurrency"
          label={t("receiveCurrency")}
          value={values.receiveCurrency}
          currencies={currencies}
          onChoose={(receiveCurrency) => change({ receiveCurrency })}
        />
      </div>
      <FieldMessage name="receiveCurrency" error={errors.receiveCurrency}>
        <span className="flex flex-wrap justify-between gap-x-4">
          <Worth amount={netAmount(mixer)} price={prices[values.receiveCurrency]} />
          <span>
            {receive === undefined ? null : t("receiveChain", { network: receive.networkDisplayName })}
          </span>
        </span>
      </FieldMessage>
      {isOneOfMany ? (
        <p className="mt-1 text-sm text-warn">{t("networkWarning", { symbol: receive?.symbol ?? "" })}</p>
      ) : null}
    </div>
  );
}

/** What arrives, as the form shows it. */
function useReceived(mixer: Mixer): string {
  const { language } = usePage();
  const amount = netAmount(mixer);
  return amount === null ? "–" : formatDecimal(amount, language, RECEIVE_DECIMALS);
}

const netAmount = ({ calculation: { result } }: Mixer): string | null =>
  result?.ok === true ? result.value.netReceiveAmount : null;
