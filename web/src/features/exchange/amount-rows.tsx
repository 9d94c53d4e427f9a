import type { Calculation, Currency } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import { formatDecimal, formatRate, parseAmount } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { CurrencySelect } from "../../ui/currency-select";
import { FieldMessage } from "../../ui/field";
import { AmountInput, useLimitsText } from "../order-form/amount-input";
import { followingAmount } from "./seen";
import type { Exchange } from "./use-exchange";
import { amountField } from "./values";

/** Long figures are set smaller, so that they stay readable on a phone. */
function amountClass(text: string): string {
  const size =
    text.length > 15
      ? "text-xs sm:text-xl"
      : text.length > 12
        ? "text-sm sm:text-2xl"
        : text.length > 9
          ? "text-lg sm:text-2xl"
          : "text-2xl sm:text-3xl";
  return `min-h-11 w-full min-w-0 -mx-1 rounded-sm bg-transparent px-1 font-semibold hover:bg-well focus:bg-well tracking-tight ${size}`;
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
  const { values, errors } = exchange;
  const refused = refusal(exchange, "sendAmount");
  const symbol = currency?.symbol ?? "";
  const understood = understoodAmount(values.direction === "send" ? values.sendAmount : "", language);
  const limits = useLimitsText(calculation ?? currency, symbol);
  return (
    <div>
      <label htmlFor="sendAmount" className="eyebrow">
        {t("send")}
      </label>
      <div className="flex items-center gap-2">
        <AmountField name="sendAmount" exchange={exchange} calculation={calculation} refused={refused} />
        <CurrencyField name="sendCurrency" exchange={exchange} currencies={currencies} />
      </div>
      <FieldMessage name="sendAmount" error={errors.sendAmount ?? refused}>
        {understood !== null ? t("understood", { amount: understood, symbol }) : limits}
      </FieldMessage>
    </div>
  );
}

/** What arrives, with the rate it comes from; an amount typed here decides what has to be sent. */
export function ReceiveRow({ exchange, currencies, calculation }: RowProps) {
  const t = useTranslations("form");
  const { language } = usePage();
  const { values, errors } = exchange;
  const symbol = (id: string) => currencies.find((currency) => currency.id === id)?.symbol ?? id;
  const refused = refusal(exchange, "receiveAmount");
  const understood = understoodAmount(values.direction === "receive" ? values.receiveAmount : "", language);
  return (
    <div>
      <label htmlFor="receiveAmount" className="eyebrow">
        {t("receive")}
      </label>
      <div className="flex items-center gap-2">
        <AmountField name="receiveAmount" exchange={exchange} calculation={calculation} refused={refused} />
        <CurrencyField name="receiveCurrency" exchange={exchange} currencies={currencies} />
      </div>
      <FieldMessage
        name="receiveAmount"
        error={errors.receiveAmount ?? errors.receiveCurrency ?? errors.sendCurrency ?? refused}
      >
        {understood !== null
          ? t("understood", { amount: understood, symbol: symbol(values.receiveCurrency) })
          : calculation === null
            ? null
            : `1 ${symbol(values.sendCurrency)} = ${formatRate(calculation.exchangeRate, language)} ${symbol(values.receiveCurrency)}`}
      </FieldMessage>
    </div>
  );
}

/** What was understood of an amount that was not typed as the page would write it; null where it is plain. */
function understoodAmount(typed: string, language: Parameters<typeof formatDecimal>[1]): string | null {
  const text = typed.trim();
  const amount = parseAmount(text, language);
  const isPlain = amount === null || amount === text || /^0?\.|\.$|\.\d*0$/.test(text);
  return isPlain || formatDecimal(amount, language) === text ? null : formatDecimal(amount, language);
}

/** The service's refusal that concerns this amount; what is said about the pair is shown at the received one. */
function refusal(exchange: Exchange, name: "sendAmount" | "receiveAmount"): string | undefined {
  const { values, quote } = exchange;
  if (quote.result?.ok !== false) return undefined;
  const { code, message } = quote.result.error;
  const isOfAmount = code.startsWith("amount/");
  // Limits are those of the sent amount, whichever was entered.
  const isLimit = code === "amount/min" || code === "amount/max";
  const field = !isOfAmount ? "receiveAmount" : isLimit ? "sendAmount" : amountField(values);
  return field === name && message !== "" ? message : undefined;
}

/** One of the two amounts: the entered one as it was typed, the other as it follows. */
function AmountField({
  name,
  exchange,
  calculation,
  refused,
}: {
  name: "sendAmount" | "receiveAmount";
  exchange: Exchange;
  calculation: Calculation | null;
  refused: string | undefined;
}) {
  const { language } = usePage();
  const { values, errors, change, quote } = exchange;
  const isEntered = amountField(values) === name;
  const text = isEntered ? values[name] : followingAmount(values, calculation, language);
  return (
    <AmountInput
      name={name}
      value={text}
      onChange={(typed) => change({ [name]: typed, direction: name === "sendAmount" ? "send" : "receive" })}
      isWrong={errors[name] !== undefined || refused !== undefined}
      placeholder={isEntered ? "0" : "–"}
      className={`${amountClass(text)} ${isEntered || quote.isSettled ? "" : "text-soft"}`}
    />
  );
}

function CurrencyField({
  name,
  exchange,
  currencies,
}: {
  name: "sendCurrency" | "receiveCurrency";
  exchange: Exchange;
  currencies: Currency[];
}) {
  const t = useTranslations("form");
  return (
    <CurrencySelect
      name={name}
      label={t(name)}
      value={exchange.values[name]}
      currencies={currencies}
      onChoose={(chosen) => chooseCurrency(exchange, name, chosen)}
    />
  );
}

/** Choosing the other side's currency exchanges the two, as no pair has one currency twice. */
function chooseCurrency(exchange: Exchange, name: "sendCurrency" | "receiveCurrency", chosen: string): void {
  const other = name === "sendCurrency" ? "receiveCurrency" : "sendCurrency";
  const { values, change } = exchange;
  if (values[other] === chosen) change({ [name]: chosen, [other]: values[name] });
  else change({ [name]: chosen });
}
