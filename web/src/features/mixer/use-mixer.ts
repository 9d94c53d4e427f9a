import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { parseAmount } from "../../lib/decimal";
import type { Language } from "../../lib/languages";
import { useAppContext, usePage, useSubmitted } from "../../lib/page-context";
import { notify } from "../../ui/notices";
import { type FieldErrors, withoutChanged } from "../order-form/errors";
import { addressName } from "../order-form/fields";
import type { MixerData } from "./load";
import { seenFigures } from "./seen";
import { useCalculation } from "./use-calculation";
import { refuse, useOrderCreation } from "./use-order-creation";
import { calculateInput, type MixerValues, missingMixerFields, mixerFieldNames, mixerOrder } from "./values";

/** A session lasts two hours; a page that stays open longer opens another one. */
const sessionFreshMs = 90 * 60_000;

/** The anonymous session: opened by the browser on load, quietly given up where that fails. */
function useSessionId(posted: string): string {
  const { api } = useAppContext();
  const { data } = useQuery({
    queryKey: ["privacy-session"],
    queryFn: () => api.openPrivacySession(),
    enabled: posted === "",
    staleTime: sessionFreshMs,
  });
  if (posted !== "") return posted;
  return data?.ok === true ? data.data.sessionId : "";
}

function inputFor(values: MixerValues, language: Language) {
  const amount = parseAmount(values.sendAmount, language);
  return amount === null || amount === "0" ? null : calculateInput(values, amount);
}

/** State and actions of the mixer page's form: values, live calculation, session, errors and submission. */
export function useMixer(data: MixerData) {
  const t = useTranslations("mixer");
  const { language } = usePage();
  const submitted = useSubmitted("mixer");
  const [values, setValues] = useState(data.values);
  const [errors, setErrors] = useState<FieldErrors>(submitted?.errors ?? {});
  const calculation = useCalculation(inputFor(values, language), {
    input: inputFor(data.values, language),
    result: data.calculation,
  });
  const sessionId = useSessionId(data.values.sessionId);
  const failed = t("createFailed");
  const { isBusy, renew, create } = useOrderCreation(mixerFieldNames, {
    title: failed,
    text: t("createFailedText"),
  });

  const change = (changed: Partial<MixerValues>) => {
    renew();
    setValues((known) => ({ ...known, ...changed }));
    const names = [
      ...Object.keys(changed),
      ...(changed.receiveAddresses?.map((_, at) => addressName(at)) ?? []),
    ];
    setErrors((known) => withoutChanged(known, names));
  };
  /** Calculates at once what is calculated by itself a moment later, and says where that fails. */
  const calculate = async () => {
    const title = t("calculationFailed");
    if (missingMixerFields(values, language).includes("sendAmount"))
      return setErrors(refuse({ sendAmount: t("amountRequired") }, title));
    const result = await calculation.calculateNow();
    if (result?.ok === false)
      notify({ title, text: result.problem.message || t("calculationFailedText"), tone: "bad" });
  };
  const submit = async () => {
    const [missing] = missingMixerFields(values, language);
    if (missing !== undefined) {
      const texts = { sendAmount: t("amountRequired"), receiveAddress: t("addressRequired") };
      return setErrors(refuse({ [missing]: texts[missing] }, failed));
    }
    const { result, isSettled } = calculation;
    const seen = isSettled && result?.ok === true ? seenFigures(result.data) : null;
    setErrors((await create(mixerOrder({ ...values, sessionId }, language, seen))) ?? {});
  };
  return { values, errors, isBusy, calculation, sessionId, change, calculate, submit };
}

export type Mixer = ReturnType<typeof useMixer>;
