import type { CreateExchangeBody, Currency } from "@sotto/openapi";
import { type AddressType, isAddressType } from "@sotto/openapi/address-types";
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

/** Reads the type of the deposit address; unset where it is none. */
export function readAddressType(text: string | undefined): AddressType | "" {
  return text !== undefined && isAddressType(text) ? text : "";
}

/** The type of the deposit address as an order takes it: left out where none was chosen. */
export const addressTypeInput = ({
  depositAddressType,
}: {
  depositAddressType: AddressType | "";
}): Pick<CreateExchangeBody, "depositAddressType"> =>
  depositAddressType === "" ? {} : { depositAddressType };

/** The values, without a type of address that the sent currency does not have. */
export function withOwnType<Values extends { sendCurrency: string; depositAddressType: AddressType | "" }>(
  values: Values,
  currencies: readonly Currency[],
): Values {
  const types = currencies.find(({ id }) => id === values.sendCurrency)?.depositAddressTypes ?? [];
  const isOwn = types.some((type) => type === values.depositAddressType);
  return isOwn ? values : { ...values, depositAddressType: "" };
}

/** A change of the form, without the type of an address of a currency that is no longer sent. */
export const withoutOtherType = <Values extends { sendCurrency: string }>(
  { sendCurrency }: { sendCurrency: string },
  changed: Partial<Values>,
): Partial<Values> =>
  changed.sendCurrency === undefined || changed.sendCurrency === sendCurrency
    ? changed
    : { ...changed, depositAddressType: "" };

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
