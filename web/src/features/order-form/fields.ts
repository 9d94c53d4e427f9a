import type { CreateExchangeBody } from "@sotto/openapi";
import { parseAmount } from "../../lib/decimal";
import type { Language } from "../../lib/languages";

/** Reads a form's field by its name; empty where there is none. */
export type ReadField = (name: string) => string;

const FIELD_LENGTH_MAX = 300;

/** The same fields, each cut to the length that a form takes. */
export const boundedText =
  (field: ReadField): ReadField =>
  (name) =>
    field(name).slice(0, FIELD_LENGTH_MAX);

/** The form's name of the n-th receiving address, counted from 0. */
export const addressName = (index: number): string =>
  index === 0 ? "receiveAddress" : `receiveAddress${index + 1}`;

/** Whether a typed amount is none, or zero. */
export function isAmountMissing(typed: string, language: Language): boolean {
  const amount = parseAmount(typed, language);
  return amount === null || amount === "0";
}

/** What every order form asks for. */
interface CommonValues {
  sendCurrency: string;
  receiveCurrency: string;
  sendAmount: string;
}

/** The parts of an order that every form fills in. */
export const orderBase = (
  values: CommonValues,
  receiveAddress: string,
  language: Language,
): Pick<CreateExchangeBody, "sendCurrency" | "receiveCurrency" | "sendAmount" | "receiveAddress"> => ({
  sendCurrency: values.sendCurrency,
  receiveCurrency: values.receiveCurrency,
  sendAmount: parseAmount(values.sendAmount, language) ?? values.sendAmount,
  receiveAddress: receiveAddress.trim(),
});

/** The fields that were filled in, trimmed; an order leaves the others out. */
export function filledIn<Name extends string>(
  values: Record<Name, string>,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const filled: Partial<Record<Name, string>> = {};
  for (const name of names) if (values[name].trim() !== "") filled[name] = values[name].trim();
  return filled;
}
