import type { CreateExchangeBody } from "@sotto/openapi";
import type { Language } from "../../lib/languages";
import { addressName, addressTypeInput, filledIn, isAmountMissing, orderBase } from "../order-form/fields";
import type { OrderFormKind } from "../order-form/kind";
import type { SeenFigures } from "./seen";
import { addressNames, type MixerValues, mixerStart, privacySettings, readMixerValues } from "./values";

/** The values as a form's fields, so that a refused form can be shown again. */
export function mixerFields(values: MixerValues): Record<string, string> {
  const flag = (isOn: boolean) => (isOn ? "on" : "");
  const { receiveAddresses, ...others } = values;
  return {
    ...others,
    mixingRounds: String(values.mixingRounds),
    delayMinutes: String(values.delayMinutes),
    useRandomDelay: flag(values.useRandomDelay),
    useRandomAmounts: flag(values.useRandomAmounts),
    enableTorIntegration: flag(values.enableTorIntegration),
    addressCount: String(receiveAddresses.length),
    ...Object.fromEntries(receiveAddresses.map((address, index) => [addressName(index), address])),
  };
}

/** What an order cannot do without: an amount above zero, and a receiving address. */
export function missingMixerFields(
  values: MixerValues,
  language: Language,
): ("sendAmount" | "receiveAddress")[] {
  const missing: ("sendAmount" | "receiveAddress")[] = [];
  if (isAmountMissing(values.sendAmount, language)) missing.push("sendAmount");
  if (givenAddresses(values).length === 0) missing.push("receiveAddress");
  return missing;
}

const isGiven = (address: string): boolean => address.trim() !== "";

const givenAddresses = (values: MixerValues): string[] =>
  values.receiveAddresses.filter(isGiven).map((address) => address.trim());

/** The place in the form of the order's address of this number. */
const addressAt = ({ receiveAddresses }: MixerValues, given: number): number =>
  receiveAddresses.flatMap((address, at) => (isGiven(address) ? [at] : []))[given] ?? given;

/** The order the form asks for; `seen` is what the visitor was shown for exactly these values. */
export function mixerOrder(
  values: MixerValues,
  language: Language,
  seen: SeenFigures | null,
): CreateExchangeBody {
  const [receiveAddress = "", ...others] = givenAddresses(values);
  return {
    ...orderBase(values, receiveAddress, language),
    ...(others.length === 0 ? {} : { receiveAddresses: [receiveAddress, ...others] }),
    ...filledIn(values, ["receiveMemo", "refundAddress", "sessionId"]),
    ...addressTypeInput(values),
    privacySettings: privacySettings(values),
    ...seen,
  };
}

/** What a calculation's figures belong to. */
export const shownFor = (values: MixerValues): string[] => [
  values.sendCurrency,
  values.receiveCurrency,
  values.sendAmount,
  ...Object.values(privacySettings(values)).map(String),
];

/** The names of the form's fields. */
export const mixerFieldNames: readonly string[] = [
  ...addressNames,
  ...Object.keys(mixerFields(readMixerValues(() => ""))),
];

/** The mixer page's form. */
export const mixerForm: OrderFormKind<MixerValues, SeenFigures> = {
  ...mixerStart,
  fieldNames: mixerFieldNames,
  write: mixerFields,
  missing: missingMixerFields,
  missingErrors: (t, missing) =>
    Object.fromEntries(
      missing.map((name) => [
        name,
        t(name === "receiveAddress" ? "mixer.addressRequired" : "mixer.amountRequired"),
      ]),
    ),
  shownFor,
  addressAt,
  order: mixerOrder,
  failed: { title: "mixer.createFailed", text: "mixer.createFailedText" },
};
