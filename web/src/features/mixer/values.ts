import type { CreateExchangeBody, Currency, PrivacyCalculateBody } from "@sotto/openapi";
import type { Language } from "../../lib/languages";
import { findCurrency, type PairLink, startAmount } from "../order-form/currencies";
import {
  addressName,
  boundedText,
  filledIn,
  isAmountMissing,
  orderBase,
  type ReadField,
} from "../order-form/fields";
import type { SeenFigures } from "./seen";
import {
  delayRange,
  initialLevel,
  type PrivacyLevel,
  readLevel,
  readStep,
  receiveAddressesMax,
  roundsRange,
} from "./settings";

/** The mixer page's form, by the API's names where it has them. */
export interface MixerValues {
  sendCurrency: string;
  receiveCurrency: string;
  sendAmount: string;
  /** One to five; empty ones beyond the first are left out of the order. */
  receiveAddresses: readonly string[];
  receiveMemo: string;
  refundAddress: string;
  mixingRounds: number;
  delayMinutes: number;
  privacyLevel: PrivacyLevel;
  useRandomDelay: boolean;
  useRandomAmounts: boolean;
  enableTorIntegration: boolean;
  /** Empty until a session was opened. */
  sessionId: string;
}

const addressNames = Array.from({ length: receiveAddressesMax }, (_, index) => addressName(index));

/** Reads the form's fields from any source of text; settings out of their bounds read as their defaults. */
export function readMixerValues(field: ReadField): MixerValues {
  const text = boundedText(field);
  const addresses = addressNames.map(text);
  const used = addresses.findLastIndex((address) => address.trim() !== "") + 1;
  const asked = Number(field("addressCount").slice(0, 1));
  const count = Math.min(Math.max(1, used, Number.isInteger(asked) ? asked : 1), receiveAddressesMax);
  return {
    sendCurrency: text("sendCurrency"),
    receiveCurrency: text("receiveCurrency"),
    sendAmount: text("sendAmount"),
    receiveAddresses: addresses.slice(0, count),
    receiveMemo: text("receiveMemo"),
    refundAddress: text("refundAddress"),
    mixingRounds: readStep(field("mixingRounds"), roundsRange),
    delayMinutes: readStep(field("delayMinutes"), delayRange),
    privacyLevel: readLevel(field("privacyLevel")),
    useRandomDelay: field("useRandomDelay") === "on",
    useRandomAmounts: field("useRandomAmounts") === "on",
    enableTorIntegration: field("enableTorIntegration") === "on",
    sessionId: text("sessionId"),
  };
}

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

/** The values a visitor starts with: those of the link, else one coin of the usual pair. */
export function startMixerValues(currencies: readonly Currency[], search: PairLink): MixerValues {
  const send = findCurrency(currencies, search.from) ?? currencies.find(({ id }) => id === "BTC");
  const receive = findCurrency(currencies, search.to);
  return {
    ...readMixerValues(() => ""),
    sendCurrency: send?.id ?? "BTC",
    receiveCurrency: receive?.id ?? "USDT-TRC20",
    sendAmount: search.amount ?? startAmount(send),
    privacyLevel: initialLevel,
    useRandomDelay: true,
    useRandomAmounts: true,
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

const givenAddresses = (values: MixerValues): string[] =>
  values.receiveAddresses.map((address) => address.trim()).filter((address) => address !== "");

/** The settings as the API takes them. */
export const privacySettings = (values: MixerValues) => ({
  mixingRounds: values.mixingRounds,
  delayMinutes: values.delayMinutes,
  useRandomDelay: values.useRandomDelay,
  useRandomAmounts: values.useRandomAmounts,
  enableTorIntegration: values.enableTorIntegration,
  privacyLevel: values.privacyLevel,
});

/** What to calculate; `amount` is a wire decimal. */
export const calculateInput = (values: MixerValues, amount: string): PrivacyCalculateBody => ({
  fromCurrency: values.sendCurrency,
  toCurrency: values.receiveCurrency,
  amount,
  privacySettings: privacySettings(values),
});

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
