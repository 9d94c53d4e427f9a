import { useTranslations } from "use-intl";
import { useAppContext, usePage } from "../../lib/page-context";
import { usePolled } from "../../lib/use-polled";
import { RATES_REFRESH_MS } from "../order-form/use-calculation";
import { homeMixerForm, homeMixOrder, missingHomeFields } from "./home-order";
import { chosenPair, type HomeMixerValues, homeInput } from "./home-values";
import type { HomeMixerData } from "./load";
import { useMixForm } from "./use-mix-form";

/** The rate of the chosen pair, from the moment that both sides are chosen. */
function useRate(values: HomeMixerValues, data: HomeMixerData): string | null {
  const { api } = useAppContext();
  const pair = chosenPair(values);
  const first = chosenPair(data.values);
  const isFirst = data.rate !== null && pair?.from === first?.from && pair?.to === first?.to;
  const rate = usePolled({
    key: pair === null ? null : `${pair.from} ${pair.to}`,
    ask: async () => (pair === null ? null : api.pairRate(pair.from, pair.to)),
    first: isFirst ? data.rate : null,
    everyMs: RATES_REFRESH_MS,
  });
  return rate?.ok === true ? rate.value.rate : null;
}

/** State and actions of the home page's mixer form. */
export function useHomeMixer(data: HomeMixerData) {
  const t = useTranslations();
  const { language } = usePage();
  const { refuse, createMix, seen, ...form } = useMixForm(homeMixerForm, data, homeInput);
  const { values } = form;
  const rate = useRate(values, data);

  const submit = async () => {
    const missing = missingHomeFields(values, language);
    if (missing.length > 0) return refuse(homeMixerForm.missingErrors((key) => t(key), missing));
    await createMix(homeMixOrder(values, language, seen));
  };
  return { ...form, rate, submit };
}

export type HomeMixer = ReturnType<typeof useHomeMixer>;
