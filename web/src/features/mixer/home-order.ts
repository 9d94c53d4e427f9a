import type { CreateExchangeBody } from "@sotto/openapi";
import type { Language } from "../../lib/languages";
import { isAmountMissing, orderBase } from "../order-form/fields";
import type { OrderFormKind } from "../order-form/kind";
import { type HomeMixerValues, homeMixerStart, readHomeValues } from "./home-values";
import type { SeenFigures } from "./seen";

/** The required fields that are not filled in, by the form's names and in its order. */
export function missingHomeFields(values: HomeMixerValues, language: Language): string[] {
  const isMissing: Record<keyof Omit<HomeMixerValues, "privacyLevel">, boolean> = {
    sourceChain: values.sourceChain === "",
    sendCurrency: values.sendCurrency === "",
    sendAmount: isAmountMissing(values.sendAmount, language),
    targetCurrency: values.targetCurrency === "",
    receiveCurrency: values.receiveCurrency === "",
    receiveAddress: values.receiveAddress.trim() === "",
  };
  return Object.entries(isMissing).flatMap(([name, isEmpty]) => (isEmpty ? [name] : []));
}

/** The order the form asks for. */
export const homeMixOrder = (
  values: HomeMixerValues,
  language: Language,
  seen: SeenFigures | null,
): CreateExchangeBody => ({
  ...orderBase(values, values.receiveAddress, language),
  privacySettings: { preset: values.privacyLevel },
  ...seen,
});

/** What a calculation's figures belong to. */
export const homeShownFor = (values: HomeMixerValues): string[] => [
  values.sendCurrency,
  values.receiveCurrency,
  values.sendAmount,
  values.privacyLevel,
];

/** The names of the form's fields. */
const homeFieldNames: readonly string[] = Object.keys(readHomeValues(() => ""));

/** The mixer form of the home page's second tab: it marks what is missing and says it once for all. */
export const homeMixerForm: OrderFormKind<HomeMixerValues, SeenFigures> = {
  ...homeMixerStart,
  fieldNames: homeFieldNames,
  write: (values) => ({ ...values }),
  missing: missingHomeFields,
  missingErrors: (t, missing) => ({
    ...Object.fromEntries(missing.map((name) => [name, ""])),
    title: t("mixerHome.missingTitle"),
    form: t("mixerHome.missingText"),
  }),
  shownFor: homeShownFor,
  order: homeMixOrder,
  failed: { title: "mixerHome.failed", text: "mixerHome.failedText" },
};
