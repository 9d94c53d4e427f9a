import type { Currency } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import { formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { CurrencySelect } from "../../ui/currency-select";
import { FieldMessage } from "../../ui/field";
import { AmountInput, amountRefusal, useLimitsText } from "../order-form/amount-input";
import type { MixerParts } from "./use-mixer";

/** Decimals of the mixer's net amount. */
const RECEIVE_DECIMALS = 8;

const FIGURE = "min-h-11 w-full min-w-0 rounded-sm bg-transparent font-semibold tracking-tight";
/** Long figures are set smaller, so that they stay in one line on most phones. */
function sizeOf(text: string): string {
  if (text.length > 15) return "text-sm sm:text-lg";
  return text.length > 10 ? "text-base sm:text-2xl" : "text-2xl sm:text-3xl";
}

type RowProps = MixerParts & { currencies: Currency[] };

/** What is sent, with the limits before they could be missed. */
export function SendRow({ mixer, send, currencies }: RowProps) {
  const t = useTranslations();
  const { values, errors, change, calculation } = mixer;
  const { result } = calculation;
  const limits = useLimitsText(result?.ok === true ? result.value : send, send?.symbol ?? "");
  const error = errors.sendAmount ?? amountRefusal(result);
  return (
    <div>
      <label htmlFor="sendAmount" className="eyebrow">
        {t("mixer.send")}
      </label>
      <div className="flex items-center gap-2">
        <AmountInput
          name="sendAmount"
          value={values.sendAmount}
          onChange={(sendAmount) => change({ sendAmount })}
          isWrong={error !== undefined}
          className={`${FIGURE} ${sizeOf(values.sendAmount)}`}
        />
        <CurrencySelect
          name="sendCurrency"
          label={t("mixer.sendCurrency")}
          value={values.sendCurrency}
          currencies={currencies}
          onChoose={(sendCurrency) => change({ sendCurrency })}
        />
      </div>
      <FieldMessage name="sendAmount" error={error ?? errors.sendCurrency}>
        {limits}
      </FieldMessage>
    </div>
  );
}

/** What arrives, in which currency and on which chain. */
export function ReceiveRow({ mixer, receive, currencies }: RowProps) {
  const t = useTranslations("mixer");
  const { language } = usePage();
  const { values, errors, change, calculation } = mixer;
  const { result, isSettled } = calculation;
  const received =
    result?.ok === true ? formatDecimal(result.value.netReceiveAmount, language, RECEIVE_DECIMALS) : "–";
  const isOneOfMany = currencies.filter(({ symbol }) => symbol === receive?.symbol).length > 1;
  return (
    <div className="mt-2 border-t pt-3">
      <label htmlFor="netReceiveAmount" className="eyebrow">
        {t("receive")}
      </label>
      <div className="flex items-center gap-2">
        <output
          id="netReceiveAmount"
          htmlFor="sendAmount sendCurrency receiveCurrency"
          className={`${FIGURE} ${sizeOf(received)} flex items-center wrap-anywhere ${isSettled ? "" : "text-soft"}`}
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
        {receive === undefined ? null : t("receiveChain", { network: receive.networkDisplayName })}
      </FieldMessage>
      {isOneOfMany ? (
        <p className="mt-1 text-sm text-warn">{t("networkWarning", { symbol: receive?.symbol ?? "" })}</p>
      ) : null}
    </div>
  );
}
