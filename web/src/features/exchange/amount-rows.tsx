import type { Calculation, Currency } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import { formatDecimal, formatRate, parseAmount } from "../../lib/decimal";
import { useHydrated, usePage } from "../../lib/page-context";
import { CoinIcon } from "../../ui/coin-icon";
import { FieldMessage, messageId } from "../../ui/field";
import type { Exchange } from "./exchange-form";

const receiveDecimals = 6;

/** Long figures are set smaller, so that they stay readable on a phone. */
function amountClass(text: string): string {
  const size =
    text.length > 12
      ? "text-base sm:text-2xl"
      : text.length > 9
        ? "text-lg sm:text-2xl"
        : "text-2xl sm:text-3xl";
  return `min-h-11 w-full min-w-0 rounded-sm bg-transparent font-semibold tracking-tight ${size}`;
}

interface RowProps {
  exchange: Exchange;
  currencies: Currency[];
  calculation: Calculation | null;
}

/** What is sent: amount, currency, and the limits before they could be missed. */
export function SendRow({
  exchange,
  currencies,
  currency,
  calculation,
}: RowProps & { currency: Currency | undefined }) {
  const t = useTranslations("form");
  const { language } = usePage();
  const { values, errors, change, quote } = exchange;
  const refused =
    quote.result?.ok === false && quote.result.problem.code.startsWith("amount/")
      ? quote.result.problem.message
      : undefined;
  const amount = parseAmount(values.sendAmount, language);
  const minAmount = calculation?.minAmount ?? currency?.minAmount;
  const maxAmount = calculation?.maxAmount ?? currency?.maxAmount;
  return (
    <div>
      <label htmlFor="sendAmount" className="eyebrow">
        {t("send")}
      </label>
      <div className="flex items-center gap-2">
        <input
          id="sendAmount"
          name="sendAmount"
          value={values.sendAmount}
          onChange={(event) => change({ sendAmount: event.target.value })}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          aria-invalid={errors.sendAmount !== undefined || refused !== undefined}
          aria-describedby={messageId("sendAmount")}
          className={amountClass(values.sendAmount)}
        />
        <CurrencySelect name="sendCurrency" exchange={exchange} currencies={currencies} />
      </div>
      <FieldMessage name="sendAmount" error={errors.sendAmount ?? refused}>
        {amount !== null &&
        amount !== values.sendAmount.trim() &&
        !/^0?\.|\.$|\.\d*0$/.test(values.sendAmount.trim())
          ? t("understood", { amount: formatDecimal(amount, language), symbol: currency?.symbol ?? "" })
          : minAmount && maxAmount
            ? t("limits", {
                min: formatDecimal(minAmount, language),
                max: formatDecimal(maxAmount, language, 6),
                symbol: currency?.symbol ?? "",
              })
            : null}
      </FieldMessage>
    </div>
  );
}

/** What arrives: read-only, with the rate it comes from. */
export function ReceiveRow({ exchange, currencies, calculation }: RowProps) {
  const t = useTranslations("form");
  const { language } = usePage();
  const { values, errors, quote } = exchange;
  const received =
    calculation === null ? "–" : formatDecimal(calculation.netReceiveAmount, language, receiveDecimals);
  const symbol = (id: string) => currencies.find((currency) => currency.id === id)?.symbol ?? id;
  const refused =
    quote.result?.ok === false && !quote.result.problem.code.startsWith("amount/")
      ? quote.result.problem.message
      : undefined;
  return (
    <div>
      <label htmlFor="receiveAmount" className="eyebrow">
        {t("receive")}
      </label>
      <div className="flex items-center gap-2">
        <output
          id="receiveAmount"
          htmlFor="sendAmount sendCurrency receiveCurrency"
          className={`${amountClass(received)} flex items-center overflow-x-auto ${quote.isSettled ? "" : "text-soft"}`}
        >
          {received}
        </output>
        <CurrencySelect name="receiveCurrency" exchange={exchange} currencies={currencies} />
      </div>
      <FieldMessage name="receiveCurrency" error={errors.receiveCurrency ?? errors.sendCurrency ?? refused}>
        {calculation === null
          ? null
          : `1 ${symbol(values.sendCurrency)} = ${formatRate(calculation.exchangeRate, language)} ${symbol(values.receiveCurrency)}`}
      </FieldMessage>
    </div>
  );
}

function CurrencySelect({
  name,
  exchange,
  currencies,
}: {
  name: "sendCurrency" | "receiveCurrency";
  exchange: Exchange;
  currencies: Currency[];
}) {
  const t = useTranslations("form");
  const hydrated = useHydrated();
  const value = exchange.values[name];
  const label = (currency: Currency) => {
    const isCoin = currency.id === currency.symbol;
    const text = `${currency.symbol} · ${isCoin ? currency.name : currency.network}`;
    return currency.isActive ? text : t("paused", { name: text });
  };
  return (
    <div className="flex w-40 shrink-0 items-center gap-1 rounded-md border border-edge bg-panel pl-1.5 sm:w-60 sm:gap-2 sm:pl-2">
      <CoinIcon code={value} className={`size-5 sm:size-7 ${hydrated ? "" : "invisible"}`} />
      <select
        name={name}
        aria-label={t(name)}
        value={value}
        onChange={(event) => selectCurrency(exchange, name, event.target.value)}
        className="min-h-11 w-full min-w-0 truncate rounded-md bg-transparent text-sm sm:pr-1 font-medium sm:text-base"
      >
        {currencies.map((currency) => (
          <option key={currency.id} value={currency.id} disabled={!currency.isActive}>
            {label(currency)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Choosing the other side's currency exchanges the two, as no pair has one currency twice. */
function selectCurrency(exchange: Exchange, name: "sendCurrency" | "receiveCurrency", chosen: string): void {
  const other = name === "sendCurrency" ? "receiveCurrency" : "sendCurrency";
  const { values, change } = exchange;
  if (values[other] === chosen) change({ [name]: chosen, [other]: values[name] });
  else change({ [name]: chosen });
}
