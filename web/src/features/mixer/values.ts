import type { Currency, PrivacyCalculateBody } from "@sotto/openapi";
import type { AddressType } from "@sotto/openapi/address-types";
import { parseAmount } from "../../lib/decimal";
import type { Language } from "../../lib/languages";
import { findCurrency, type PairLink, startAmount } from "../order-form/currencies";
import { addressName, boundedText, type ReadField, readAddressType } from "../order-form/fields";
import type { FormStart } from "../order-form/kind";
import {
  DELAY_RANGE,
  INITIAL_LEVEL,
  type PrivacyLevel,
  RECEIVE_ADDRESSES_MAX,
  ROUNDS_RANGE,
  readLevel,
  readStep,
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
  /** Where the sent currency has several. */
  depositAddressType: AddressType | "";
  mixingRounds: number;
  delayMinutes: number;
  privacyLevel: PrivacyLevel;
  useRandomDelay: boolean;
  useRandomAmounts: boolean;
  enableTorIntegration: boolean;
  /** Empty until a session was opened. */
  sessionId: string;
}

export const addressNames = Array.from({ length: RECEIVE_ADDRESSES_MAX }, (_, index) => addressName(index));

/** Reads the form's fields from any source of text; settings out of their bounds read as their defaults. */
export function readMixerValues(field: ReadField): MixerValues {
  const text = boundedText(field);
  const addresses = addressNames.map(text);
  const used = addresses.findLastIndex((address) => address.trim() !== "") + 1;
  const asked = Number(field("addressCount").slice(0, 1));
  const count = Math.min(Math.max(1, used, Number.isInteger(asked) ? asked : 1), RECEIVE_ADDRESSES_MAX);
  return {
    sendCurrency: text("sendCurrency"),
    receiveCurrency: text("receiveCurrency"),
    sendAmount: text("sendAmount"),
    receiveAddresses: addresses.slice(0, count),
    receiveMemo: text("receiveMemo"),
    refundAddress: text("refundAddress"),
    depositAddressType: readAddressType(field("depositAddressType")),
    mixingRounds: readStep(field("mixingRounds"), ROUNDS_RANGE),
    delayMinutes: readStep(field("delayMinutes"), DELAY_RANGE),
    privacyLevel: readLevel(field("privacyLevel")),
    useRandomDelay: field("useRandomDelay") === "on",
    useRandomAmounts: field("useRandomAmounts") === "on",
    enableTorIntegration: field("enableTorIntegration") === "on",
    sessionId: text("sessionId"),
  };
}

/** The values a visitor starts with: those of the link, else one coin of the usual pair. */
function startMixerValues(currencies: readonly Currency[], search: PairLink): MixerValues {
  const send = findCurrency(currencies, search.from) ?? currencies.find(({ id }) => id === "BTC");
  const receive = findCurrency(currencies, search.to);
  return {
    ...readMixerValues(() => ""),
    sendCurrency: send?.id ?? "BTC",
    receiveCurrency: receive?.id ?? "USDT-TRC20",
    sendAmount: search.amount ?? startAmount(send),
    privacyLevel: INITIAL_LEVEL,
    useRandomDelay: true,
    useRandomAmounts: true,
  };
}

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
const calculateInput = (values: MixerValues, amount: string): PrivacyCalculateBody => ({
  fromCurrency: values.sendCurrency,
  toCurrency: values.receiveCurrency,
  amount,
  privacySettings: privacySettings(values),
  receiveAddressCount: addressCount(values),
});

/** What to calculate for what was entered; null as long as there is no amount above zero. */
export function mixerInput(values: MixerValues, language: Language): PrivacyCalculateBody | null {
  const amount = parseAmount(values.sendAmount, language);
  return amount === null || amount === "0" ? null : calculateInput(values, amount);
}

/** How many addresses the order will have: empty ones are left out. */
const addressCount = ({ receiveAddresses }: MixerValues): number =>
  Math.max(receiveAddresses.filter((address) => address.trim() !== "").length, 1);

/** How the mixer page's values come about. */
export const mixerStart: FormStart<MixerValues> = {
  name: "mixer",
  read: readMixerValues,
  start: startMixerValues,
};
