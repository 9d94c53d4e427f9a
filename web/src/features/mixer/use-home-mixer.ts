import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { parseAmount } from "../../lib/decimal";
import type { Language } from "../../lib/languages";
import { useAppContext, usePage, useSubmitted } from "../../lib/page-context";
import { type FieldErrors, withoutChanged } from "../order-form/errors";
import {
  chosenPair,
  type HomeMixerValues,
  homeFieldNames,
  homeMixInput,
  homeMixOrder,
  missingHomeFields,
} from "./home-values";
import type { HomeMixerData } from "./load";
import { seenFigures } from "./seen";
import { ratesRefreshMs, useCalculation } from "./use-calculation";
import { refuse, useOrderCreation } from "./use-order-creation";

/** The rate of the chosen pair, from the moment that both sides are chosen (specification, section 4). */
function useRate(values: HomeMixerValues, data: HomeMixerData): string | null {
  const { api } = useAppContext();
  const { renderedAtMs } = usePage();
  const pair = chosenPair(values);
  const first = chosenPair(data.values);
  const isFirst = data.rate !== null && pair?.from === first?.from && pair?.to === first?.to;
  const { data: rate } = useQuery({
    queryKey: ["pair-rate", pair?.from, pair?.to],
    queryFn: () => (pair === null ? null : api.pairRate(pair.from, pair.to)),
    enabled: pair !== null,
    refetchInterval: ratesRefreshMs,
    ...(isFirst ? { initialData: data.rate, initialDataUpdatedAt: renderedAtMs } : {}),
  });
  return rate?.ok === true ? rate.data.rate : null;
}

function inputFor(values: HomeMixerValues, language: Language) {
  const pair = chosenPair(values);
  const amount = parseAmount(values.sendAmount, language);
  return pair === null || amount === null || amount === "0" ? null : homeMixInput(pair, amount, values);
}

/** State and actions of the home page's mixer form. */
export function useHomeMixer(data: HomeMixerData) {
  const t = useTranslations("mixerHome");
  const { language } = usePage();
  const submitted = useSubmitted("home-mixer");
  const [values, setValues] = useState(data.values);
  const [errors, setErrors] = useState<FieldErrors>(submitted?.errors ?? {});
  const calculation = useCalculation(inputFor(values, language), {
    input: inputFor(data.values, language),
    result: data.calculation,
  });
  const rate = useRate(values, data);
  const { isBusy, renew, create } = useOrderCreation(homeFieldNames, {
    title: t("failed"),
    text: t("failedText"),
  });

  const change = (changed: Partial<HomeMixerValues>) => {
    renew();
    setValues((known) => ({ ...known, ...changed }));
    setErrors((known) => withoutChanged(known, Object.keys(changed)));
  };
  const submit = async () => {
    const missing = missingHomeFields(values, language);
    if (missing.length > 0) {
      const marks = Object.fromEntries(missing.map((name) => [name, ""]));
      const found = { ...marks, title: t("missingTitle"), form: t("missingText") };
      refuse({ [missing[0] ?? ""]: found.form }, found.title);
      return setErrors(found);
    }
    const { result, isSettled } = calculation;
    const seen = isSettled && result?.ok === true ? seenFigures(result.data) : null;
    setErrors((await create(homeMixOrder(values, language, seen))) ?? {});
  };
  return { values, errors, isBusy, calculation, rate, change, submit };
}

export type HomeMixer = ReturnType<typeof useHomeMixer>;
