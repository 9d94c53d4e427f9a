import type { CreateExchangeBody, PrivacyCalculateBody, PrivacyCalculation } from "@sotto/openapi";
import { useRouter } from "@tanstack/react-router";
import { useRef } from "react";
import { useTranslations } from "use-intl";
import type { ApiResult } from "../../lib/api";
import type { Language } from "../../lib/languages";
import { useAppContext, usePage } from "../../lib/page-context";
import { createOrder } from "../order-form/create-order";
import type { OrderFormKind } from "../order-form/kind";
import { useCalculation } from "../order-form/use-calculation";
import type { OrderSteps } from "../order-form/use-order-creation";
import { focusFirst, useOrderForm } from "../order-form/use-order-form";
import { type SeenFigures, seenFigures } from "./seen";
import { keepSession } from "./session";

interface MixData<Values> {
  values: Values;
  calculation: ApiResult<PrivacyCalculation> | null;
}

/** A mix goes on in a session of its own; one that ended is replaced. */
function useSteps(refused: OrderSteps["refused"]): OrderSteps {
  const t = useTranslations("mixer");
  const { api } = useAppContext();
  const router = useRouter();
  return {
    send: async (order, key) => {
      const { result, session } = await createOrder(api, order, key);
      if (session !== null) keepSession(session);
      return result;
    },
    created: ({ trackingCode }) => {
      // The next mix has a session of its own.
      keepSession(null);
      return { title: t("created"), text: t("createdText", { id: trackingCode }) };
    },
    toPayment: (id) => router.navigate({ to: "/payment", search: { id } }),
    refused,
  };
}

/** State and actions that the two mixer forms share; `inputFor` is what to calculate for the values entered. */
export function useMixForm<Values extends object>(
  kind: OrderFormKind<Values, SeenFigures>,
  data: MixData<Values>,
  inputFor: (values: Values, language: Language) => PrivacyCalculateBody | null,
) {
  const { api } = useAppContext();
  const { language } = usePage();
  const calculateNow = useRef<OrderSteps["refused"]>(async () => {});
  const steps = useSteps(() => calculateNow.current());
  const { createOrder: create, ...form } = useOrderForm(kind, data.values, steps);
  const input = inputFor(form.values, language);
  const calculation = useCalculation({
    pair: input === null ? null : { from: input.fromCurrency, to: input.toCurrency },
    input,
    typed: JSON.stringify(input),
    ask: (asked) => api.calculateMix(asked),
    first: { input: inputFor(data.values, language), result: data.calculation },
  });
  calculateNow.current = calculation.calculateNow;
  const { result, isSettled } = calculation;
  /** The figures that the visitor sees for exactly what is entered. */
  const seen = isSettled && result?.ok === true ? seenFigures(result.value) : null;
  const createMix = async (order: CreateExchangeBody) => focusFirst(await create(order));
  return { ...form, calculation, seen, createMix };
}
