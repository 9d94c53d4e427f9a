import type { CreateExchangeBody, PrivacyCalculateBody, PrivacyCalculation } from "@sotto/openapi";
import type { ApiResult } from "../../lib/api";
import type { Language } from "../../lib/languages";
import { useAppContext, usePage } from "../../lib/page-context";
import type { OrderFormKind } from "../order-form/kind";
import { useCalculation } from "../order-form/use-calculation";
import { focusFirst, useOrderForm } from "../order-form/use-order-form";
import { type SeenFigures, seenFigures } from "./seen";

interface MixData<Values> {
  values: Values;
  calculation: ApiResult<PrivacyCalculation> | null;
}

/** State and actions that the two mixer forms share; `inputFor` is what to calculate for the values entered. */
export function useMixForm<Values extends object>(
  kind: OrderFormKind<Values, SeenFigures>,
  data: MixData<Values>,
  inputFor: (values: Values, language: Language) => PrivacyCalculateBody | null,
) {
  const { api } = useAppContext();
  const { language } = usePage();
  const { createOrder, ...form } = useOrderForm(kind, data.values);
  const input = inputFor(form.values, language);
  const calculation = useCalculation({
    pair: input === null ? null : { from: input.fromCurrency, to: input.toCurrency },
    input,
    typed: JSON.stringify(input),
    ask: (asked) => api.calculateMix(asked),
    first: { input: inputFor(data.values, language), result: data.calculation },
  });
  const { result, isSettled } = calculation;
  /** The figures that the visitor sees for exactly what is entered. */
  const seen = isSettled && result?.ok === true ? seenFigures(result.data) : null;
  const createMix = async (order: CreateExchangeBody) => focusFirst(await createOrder(order));
  return { ...form, calculation, seen, createMix };
}
