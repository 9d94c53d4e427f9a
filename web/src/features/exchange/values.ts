import type { Calculation, CreateExchangeBody, Currency } from "@sotto/openapi";
import type { AddressType } from "@sotto/openapi/address-types";
import type { CalculateInput, Choice, Direction, OrderType } from "../../lib/api";
import { compareDecimals, cutDecimals, parseAmount } from "../../lib/decimal";
import type { Language } from "../../lib/languages";
import { findCurrency, type PairLink, startAmount } from "../order-form/currencies";
import {
  addressTypeInput,
  boundedText,
  filledIn,
  isAmountMissing,
  orderBase,
  type ReadField,
  readAddressType,
} from "../order-form/fields";
import type { FormStart } from "../order-form/kind";

/** The exchange form, by the API's names; all text, as a form sends it. */
export interface FormValues {
  sendCurrency: string;
  receiveCurrency: string;
  sendAmount: string;
  /** The amount to receive, where `direction` says that this side was entered. */
  receiveAmount: string;
  /** Which of the two amounts was entered; the other one follows from the rate. */
  direction: Direction;
  receiveAddress: string;
  receiveMemo: string;
  refundAddress: string;
  /** Where the sent currency has several. */
  depositAddressType: AddressType | "";
  orderType: OrderType;
  less: Choice | "";
  more: Choice | "";
  late: Choice | "";
}
type FieldName = keyof FormValues;

/** The values a visitor starts with: those of the link, else one coin of the usual pair. */
export function startValues(currencies: readonly Currency[], search: PairLink): FormValues {
  const send = findCurrency(currencies, search.from)?.id ?? "BTC";
  const wanted = findCurrency(currencies, search.to)?.id ?? "USDT-TRC20";
  return {
    ...readValues(() => ""),
    sendCurrency: send,
    receiveCurrency: wanted === send ? (send === "BTC" ? "USDT-TRC20" : "BTC") : wanted,
    sendAmount: search.amount ?? startAmount(currencies.find(({ id }) => id === send)),
    depositAddressType: readAddressType(search.addressType),
  };
}

/** Reads the form's fields from any source of text; unknown choices read as unset. */
function readValues(field: ReadField): FormValues {
  const text = boundedText(field);
  const choice = (name: FieldName): Choice | "" => {
    const value = field(name);
    return value === "exchange" || value === "refund" ? value : "";
  };
  return {
    sendCurrency: text("sendCurrency"),
    receiveCurrency: text("receiveCurrency"),
    sendAmount: text("sendAmount"),
    receiveAmount: text("receiveAmount"),
    direction: field("direction") === "receive" ? "receive" : "send",
    receiveAddress: text("receiveAddress"),
    receiveMemo: text("receiveMemo"),
    refundAddress: text("refundAddress"),
    depositAddressType: readAddressType(field("depositAddressType")),
    orderType: field("orderType") === "fixed" ? "fixed" : "floating",
    less: choice("less"),
    more: choice("more"),
    late: choice("late"),
  };
}

/** The field of the amount that was entered. */
export function amountField(values: FormValues): "sendAmount" | "receiveAmount" {
  return values.direction === "receive" ? "receiveAmount" : "sendAmount";
}

/** The entered amount as a wire decimal; null where it is none. */
export function enteredAmount(values: FormValues, language: Language): string | null {
  return parseAmount(values[amountField(values)], language);
}

/** What to ask the service for these values. */
export function quoteInput(values: FormValues, amount: string): CalculateInput {
  return {
    fromCurrency: values.sendCurrency,
    toCurrency: values.receiveCurrency,
    amount,
    direction: values.direction,
    orderType: values.orderType,
  };
}

/** A swapped amount is one to look at: no more decimals than Bitcoin has. */
const SWAPPED_DECIMALS = 8;

/** The receive amount of a quote as the amount to send after a swap. */
export function swappedAmount(calculation: Calculation): string {
  const cut = cutDecimals(calculation.netReceiveAmount, SWAPPED_DECIMALS);
  return compareDecimals(cut, "0") === 0 ? calculation.netReceiveAmount : cut;
}

/** The two currencies exchanged, the amount that arrived (or 1) as the new amount. */
export function swappedValues(values: FormValues, received: string | null): FormValues {
  return {
    ...values,
    sendCurrency: values.receiveCurrency,
    receiveCurrency: values.sendCurrency,
    sendAmount: received ?? "1",
    receiveAmount: "",
    direction: "send",
    receiveAddress: "",
    refundAddress: "",
    depositAddressType: "",
  };
}

/** What an order cannot do without: an amount above zero, and a receiving address. */
export function missingFields(
  values: FormValues,
  language: Language,
): ("sendAmount" | "receiveAmount" | "receiveAddress")[] {
  const entered = amountField(values);
  return [
    ...(isAmountMissing(values[entered], language) ? [entered] : []),
    ...(values.receiveAddress.trim() === "" ? (["receiveAddress"] as const) : []),
  ];
}

/** What the visitor was shown for exactly these values, as an order takes it. */
export interface SeenQuote {
  sendAmount: string;
  receiveAmount: string;
  /** Of a fixed rate; null where it floats. */
  quoteId: string | null;
}

/** The order the form asks for; the amount to send comes from the quote where the other one was entered. */
export function orderInput(
  values: FormValues,
  language: Language,
  seen: SeenQuote | null,
): CreateExchangeBody {
  const mismatch = {
    ...(values.less === "" ? {} : { less: values.less }),
    ...(values.more === "" ? {} : { more: values.more }),
    ...(values.late === "" ? {} : { late: values.late }),
  };
  return {
    ...orderBase(values, values.receiveAddress, language),
    orderType: values.orderType,
    ...filledIn(values, ["receiveMemo", "refundAddress"]),
    ...addressTypeInput(values),
    ...(Object.keys(mismatch).length === 0 ? {} : { mismatch }),
    ...(seen === null ? {} : seenInput(values, seen)),
  };
}

const seenInput = (values: FormValues, { sendAmount, receiveAmount, quoteId }: SeenQuote) => ({
  receiveAmount,
  ...(values.direction === "receive" ? { sendAmount } : {}),
  ...(quoteId && values.orderType === "fixed" ? { quoteId } : {}),
});

/** The names of the form's fields. */
export const exchangeFieldNames: readonly string[] = Object.keys(readValues(() => ""));

/** How the exchange form's values come about. */
export const exchangeStart: FormStart<FormValues> = {
  name: "exchange",
  read: readValues,
  start: startValues,
};
