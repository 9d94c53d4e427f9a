import type { Calculation } from "@sotto/openapi";
import { formatDecimal, parseAmount } from "../../lib/decimal";
import type { Language } from "../../lib/languages";
import { amountField, type FormValues } from "./values";

/** Decimals of the receive amount on the page (specification, section 5). */
const receiveDecimals = 6;
/** Ether has 18 of them, which no field has room for; the itemised costs show the exact amount. */
const sendDecimals = 8;

/** The amount that follows from the entered one, as its field shows it; empty while none is known. */
export function followingAmount(
  values: FormValues,
  calculation: Pick<Calculation, "sendAmount" | "netReceiveAmount"> | null,
  language: Language,
): string {
  if (calculation === null) return "";
  return values.direction === "receive"
    ? formatDecimal(calculation.sendAmount, language, sendDecimals)
    : formatDecimal(calculation.netReceiveAmount, language, receiveDecimals);
}

/** What a plain form was shown, and for which values. */
interface Seen {
  sendCurrency: string;
  receiveCurrency: string;
  direction: string;
  /** As entered. */
  amount: string;
  orderType: string;
  /** Exact figures of the quote. */
  sendAmount: string;
  netReceiveAmount: string;
}

const mark = "|";

/** Writes what the visitor is shown into the plain form, which sends it back with the order. */
export function seenText(values: FormValues, calculation: Calculation | null): string {
  if (calculation === null) return "";
  return [
    values.sendCurrency,
    values.receiveCurrency,
    values.direction,
    values[amountField(values)],
    values.orderType,
    calculation.sendAmount,
    calculation.netReceiveAmount,
  ].join(mark);
}

function readSeen(text: string): Seen | null {
  const [sendCurrency, receiveCurrency, direction, amount, orderType, sendAmount, netReceiveAmount, ...rest] =
    text.split(mark);
  if (sendCurrency === undefined || receiveCurrency === undefined || direction === undefined) return null;
  if (amount === undefined || orderType === undefined || sendAmount === undefined) return null;
  if (!netReceiveAmount || rest.length > 0) return null;
  return { sendCurrency, receiveCurrency, direction, amount, orderType, sendAmount, netReceiveAmount };
}

/** The figures the visitor was shown for exactly these values; null when something was changed since. */
export function seenFigures(
  text: string,
  values: FormValues,
): { sendAmount: string; receiveAmount: string } | null {
  const seen = readSeen(text);
  if (seen === null) return null;
  const isSame =
    seen.sendCurrency === values.sendCurrency &&
    seen.receiveCurrency === values.receiveCurrency &&
    seen.direction === values.direction &&
    seen.amount === values[amountField(values)] &&
    seen.orderType === values.orderType;
  return isSame ? { sendAmount: seen.sendAmount, receiveAmount: seen.netReceiveAmount } : null;
}

/**
 * Without JavaScript nothing notes which amount was typed last: it is the one that differs from what its field
 * showed, if the other one was left alone.
 */
export function withTypedDirection(values: FormValues, text: string, language: Language): FormValues {
  const seen = readSeen(text);
  const shown = seen === null ? "" : followingAmount(values, seen, language);
  const other = values.direction === "send" ? "receiveAmount" : "sendAmount";
  const typed = parseAmount(values[other], language);
  if (typed === null || typed === parseAmount(shown, language)) return values;
  if (seen !== null && seen.amount !== values[amountField(values)]) return values;
  if (seen === null && values[amountField(values)].trim() !== "") return values;
  return { ...values, direction: other === "sendAmount" ? "send" : "receive" };
}
