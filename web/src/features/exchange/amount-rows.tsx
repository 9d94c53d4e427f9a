import type { Calculation, Currency } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import { formatDecimal, formatRate, parseAmount } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { CurrencySelect } from "../../ui/currency-select";
import { FieldMessage } from "../../ui/field";
import { AmountInput } from "../order-form/amount-input";
import { Limits, Worth } from "../order-form/amount-notes";
import type { Prices } from "../order-form/prices";
import { followingAmount } from "./seen";
import type { Exchange } from "./use-exchange";
import { amountField } from "./values";

/** Both amounts in one size, that of the longer one: long figures are set smaller, so that they stay in sight. */
export function amountSize(texts: readonly string[]): string {
  const length = Math.max(...texts.map((text) => text.length));
  if (length > 17) return "text-sm sm:text-base";
  if (length > 13) return "text-base sm:text-xl";
  if (length > 11) return "text-xl sm:text-[1.75rem]";
  if (length > 9) return "text-2xl sm:text-[2.125rem]";
  return "text-[2rem] sm:text-[2.5rem]";
}

interface RowProps {
  exchange: Exchange;
  currencies: Currency[];
  calculation: Calculation | null;
  /** What one whole of a currency is worth in US dollars, by its code. */
  prices: Prices;
}

/** What is sent: amount, currency, and the limits before they could be missed. */
export function SendRow({
  exchange,
  currencies,
  currency,
  calculation,
  prices,
}: RowProps & { currency: Currency | undefined }) {
  const t = useTranslations("form");
  const { language } = usePage();
  const { values, errors } = exchange;
  const refused = refusal(exchange, "sendAmount");
  const symbol = currency?.symbol ?? "";
  const understood = understoodAmount(values.direction === "send" ? values.sendAmount : "", language);
  return (
    <div>
      <label htmlFor="sendAmount" className="eyebrow">
        {t("send")}
      </label>
      <div className="flex items-center gap-3">
        <AmountField name="sendAmount" exchange={exchange} calculation={calculation} refused={refused} />
        <CurrencyField name="sendCurrency" exchange={exchange} currencies={currencies} />
      </div>
      <FieldMessage
        name="sendAmount"
        error={errors.sendAmount ?? refused}
        beside={
          <Limits
            limits={calculation ?? currency}
            onChoose={(sendAmount) => exchange.change({ sendAmount, direction: "send" })}
          />
        }
      >
        {understood !== null ? (
          t("understood", { amount: understood, symbol })
        ) : (
          <Worth amount={sentAmount(exchange, language)} price={prices[values.sendCurrency]} />
        )}
      </FieldMessage>
    </div>
  );
}

/** What arrives, with the rate it comes from; an amount typed here decides what has to be sent. */
export function ReceiveRow({ exchange, currencies, calculation, prices }: RowProps) {
  const t = useTranslations("form");
  const { language } = usePage();
  const { values, errors } = exchange;
  const receiveAbout = useTranslations("receipt")("receiveAbout");
  const symbol = (id: string) => currencies.find((currency) => currency.id === id)?.symbol ?? id;
  const refused = refusal(exchange, "receiveAmount");
  const understood = understoodAmount(values.direction === "receive" ? values.receiveAmount : "", language);
  return (
    <div>
      <label htmlFor="receiveAmount" className="eyebrow">
        {values.orderType === "fixed" ? t("receive") : receiveAbout}
      </label>
      <div className="flex items-center gap-3">
        <AmountField name="receiveAmount" exchange={exchange} calculation={calculation} refused={refused} />
        <CurrencyField name="receiveCurrency" exchange={exchange} currencies={currencies} />
      </div>
      <FieldMessage
        name="receiveAmount"
        error={errors.receiveAmount ?? errors.receiveCurrency ?? errors.sendCurrency ?? refused}
      >
        {understood !== null ? (
          t("understood", { amount: understood, symbol: symbol(values.receiveCurrency) })
        ) : calculation === null ? null : (
          <span className="flex flex-col sm:flex-row sm:flex-wrap sm:justify-between sm:gap-x-4">
            <Worth amount={calculation.netReceiveAmount} price={prices[values.receiveCurrency]} />
            <span>{`1 ${symbol(values.sendCurrency)} = ${formatRate(calculation.exchangeRate, language)} ${symbol(values.receiveCurrency)}`}</span>
          </span>
        )}
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

/** What is sent, entered or calculated; null where it is none. */
const sentAmount = ({ values, calculation }: Exchange, language: Parameters<typeof formatDecimal>[1]) =>
  values.direction === "send" ? parseAmount(values.sendAmount, language) : (calculation?.sendAmount ?? null);

const exactAmount = (calculation: Calculation, name: "sendAmount" | "receiveAmount"): string =>
  name === "sendAmount" ? calculation.sendAmount : calculation.netReceiveAmount;

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
  const following = followingAmount(values, calculation, language);
  const text = isEntered ? values[name] : following;
  const exact =
    isEntered || calculation === null ? undefined : formatDecimal(exactAmount(calculation, name), language);
  return (
    <AmountInput
      name={name}
      value={text}
      onChange={(typed) => change({ [name]: typed, direction: name === "sendAmount" ? "send" : "receive" })}
      isWrong={errors[name] !== undefined || refused !== undefined}
      placeholder={isEntered ? "0" : "–"}
      exact={exact}
      className={`amount ${amountSize([values[amountField(values)], following])} ${isEntered || quote.isSettled ? "" : "text-soft"}`}
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
