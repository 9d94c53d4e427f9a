import type { Calculation } from "@sotto/openapi";
import { formatDecimal, parseAmount } from "../../lib/decimal";
import type { Language } from "../../lib/languages";
import { readSeen } from "../order-form/seen";
import { amountField, type FormValues } from "./values";

/** Decimals of the receive amount on the page. */
const RECEIVE_DECIMALS = 6;
/** Ether has 18 of them, which no field has room for; the itemised costs show the exact amount. */
const SEND_DECIMALS = 8;

/** The amount that follows from the entered one, as its field shows it; empty while none is known. */
export function followingAmount(
  values: FormValues,
  calculation: Pick<Calculation, "sendAmount" | "netReceiveAmount"> | null,
  language: Language,
): string {
  if (calculation === null) return "";
  return values.direction === "receive"
    ? formatDecimal(calculation.sendAmount, language, SEND_DECIMALS)
    : formatDecimal(calculation.netReceiveAmount, language, RECEIVE_DECIMALS);
}

/** What a quote's figures belong to. */
export const shownFor = (values: FormValues): string[] => [
  values.sendCurrency,
  values.receiveCurrency,
  values.direction,
  values[amountField(values)],
  values.orderType,
];
const SHOWN_NAMES = ["sendCurrency", "receiveCurrency", "direction", "amount", "orderType"] as const;

/** The exact figures of a quote, as an order takes them. */
export const FIGURE_NAMES = ["sendAmount", "receiveAmount"] as const;

/** The figures of a quote as an order takes them. */
export const seenFigures = (calculation: Calculation) => ({
  sendAmount: calculation.sendAmount,
  receiveAmount: calculation.netReceiveAmount,
});

/**
 * Without JavaScript nothing notes which amount was typed last: it is the one that differs from what its field
 * showed, if the other one was left alone.
 */
export function withTypedDirection(values: FormValues, text: string, language: Language): FormValues {
  const seen = readSeen(text, [], [...SHOWN_NAMES, ...FIGURE_NAMES]);
  const shown =
    seen === null ? "" : followingAmount(values, { ...seen, netReceiveAmount: seen.receiveAmount }, language);
  const other = values.direction === "send" ? "receiveAmount" : "sendAmount";
  const typed = parseAmount(values[other], language);
  if (typed === null || typed === parseAmount(shown, language)) return values;
  if (seen !== null && seen.amount !== values[amountField(values)]) return values;
  if (seen === null && values[amountField(values)].trim() !== "") return values;
  return { ...values, direction: other === "sendAmount" ? "send" : "receive" };
}
