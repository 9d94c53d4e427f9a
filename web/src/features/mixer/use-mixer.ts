import type { Currency } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import { usePage } from "../../lib/page-context";
import { notify } from "../../ui/notices";
import { addressName, withoutOtherType } from "../order-form/fields";
import type { MixerData } from "./load";
import { missingMixerFields, mixerForm, mixerOrder } from "./mixer-order";
import { useSessionId } from "./session";
import { useMixForm } from "./use-mix-form";
import { type MixerValues, mixerInput } from "./values";

/** State and actions of the mixer page's form: values, live calculation, session, errors and submission. */
export function useMixer(data: MixerData) {
  const t = useTranslations();
  const { language } = usePage();
  const { refuse, createMix, seen, ...form } = useMixForm(mixerForm, data, mixerInput);
  const { values, calculation } = form;
  const sessionId = useSessionId(data.values.sessionId);

  const change = (changed: Partial<MixerValues>) => {
    const addresses = changed.receiveAddresses?.map((_, at) => addressName(at)) ?? [];
    form.change(withoutOtherType(form.values, changed), [...Object.keys(changed), ...addresses]);
  };
  const refuseMissing = (name: string, title?: string) =>
    refuse(
      mixerForm.missingErrors((key) => t(key), [name]),
      title,
    );
  /** Calculates at once what is calculated by itself a moment later, and says where that fails. */
  const calculate = async () => {
    const title = t("mixer.calculationFailed");
    if (missingMixerFields(values, language).includes("sendAmount"))
      return refuseMissing("sendAmount", title);
    const result = await calculation.calculateNow();
    if (result?.ok === false)
      notify({ title, text: result.error.message || t("mixer.calculationFailedText"), tone: "bad" });
  };
  const submit = async () => {
    const [missing] = missingMixerFields(values, language);
    if (missing !== undefined) return refuseMissing(missing);
    await createMix(mixerOrder({ ...values, sessionId }, language, seen));
  };
  return { ...form, sessionId, change, calculate, submit };
}

export type Mixer = ReturnType<typeof useMixer>;

/** The form with the two currencies chosen. */
export interface MixerParts {
  mixer: Mixer;
  send: Currency | undefined;
  receive: Currency | undefined;
}
