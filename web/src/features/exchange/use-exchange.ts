import type { Currency } from "@sotto/openapi";
import { useRouter } from "@tanstack/react-router";
import { useRef } from "react";
import { useTranslations } from "use-intl";
import type { Language } from "../../lib/languages";
import { useAppContext, usePage } from "../../lib/page-context";
import { notify } from "../../ui/notices";
import { withoutOtherType } from "../order-form/fields";
import { useCalculation } from "../order-form/use-calculation";
import type { OrderSteps } from "../order-form/use-order-creation";
import { useOrderForm } from "../order-form/use-order-form";
import { appliedPayment } from "./apply-payment";
import { exchangeForm } from "./kind";
import type { ExchangeData } from "./load";
import type { PaymentRequest } from "./payment-uri";
import { seenFigures } from "./seen";
import {
  amountField,
  enteredAmount,
  type FormValues,
  missingFields,
  orderInput,
  quoteInput,
  swappedAmount,
  swappedValues,
} from "./values";

/** A fixed quote holds 10 minutes; a fresh one is taken before that is over. */
const FIXED_REFRESH_MS = 8 * 60_000;

function inputFor(values: FormValues, language: Language) {
  const amount = enteredAmount(values, language);
  return amount === null || amount === "0" ? null : quoteInput(values, amount);
}

/** The quote for what is entered. */
function useQuote(values: FormValues, data: ExchangeData) {
  const { api } = useAppContext();
  const { language } = usePage();
  return useCalculation({
    pair: { from: values.sendCurrency, to: values.receiveCurrency },
    input: inputFor(values, language),
    typed: `${values.direction} ${values[amountField(values)]}`,
    ask: (input) => api.calculate(input),
    first: { input: inputFor(data.values, language), result: data.quote },
    ...(values.orderType === "fixed" ? { refreshMs: FIXED_REFRESH_MS } : {}),
  });
}

function useSteps(refused: OrderSteps["refused"]): OrderSteps {
  const t = useTranslations("toast");
  const { api } = useAppContext();
  const router = useRouter();
  return {
    send: api.createOrder,
    created: ({ id }) => {
      // The time of the notice is used to load the page that follows.
      void router.preloadRoute({ to: "/payment/$id", params: { id } });
      return { title: t("created"), text: t("createdText") };
    },
    toPayment: (id) => router.navigate({ to: "/payment/$id", params: { id } }),
    refused,
  };
}

/** State and actions of the exchange form: the values, the live quote, the errors and the submission. */
export function useExchange(data: ExchangeData) {
  const t = useTranslations();
  const { language } = usePage();
  const calculateNow = useRef<OrderSteps["refused"]>(async () => {});
  const steps = useSteps(() => calculateNow.current());
  const { refuse, createOrder, ...form } = useOrderForm(exchangeForm, data.values, steps);
  const { values } = form;
  const change: typeof form.change = (changed, names) =>
    form.change(withoutOtherType(values, changed), names ?? Object.keys(changed));
  const quote = useQuote(values, data);
  calculateNow.current = quote.calculateNow;
  const calculation = quote.result?.ok === true ? quote.result.value : null;

  /** Exchanges the currencies; what was to arrive becomes the amount to send. */
  const swap = () => {
    const received = calculation === null ? null : swappedAmount(calculation);
    change(swappedValues(values, values.direction === "receive" ? values.receiveAmount : received));
  };
  const applyPayment = (found: PaymentRequest, currencies: readonly Currency[]) =>
    change(appliedPayment(values, found, currencies));
  const submit = async () => {
    const missing = missingFields(values, language);
    if (missing.length > 0) return refuse(exchangeForm.missingErrors((name) => t(name), missing));
    const seen = quote.isSettled ? calculation : null;
    // The amount to send, or the rate that is to be fixed, comes with the quote.
    if (seen === null && (values.direction === "receive" || values.orderType === "fixed")) {
      const refusal = quote.isSettled && quote.result?.ok === false ? quote.result.error.message : "";
      return notify({ title: t("toast.failed"), text: refusal || t("form.quoteAwaited"), tone: "bad" });
    }
    const shown = seen === null ? null : { ...seenFigures(seen), quoteId: seen.quoteId };
    await createOrder(orderInput(values, language, shown));
  };
  return { ...form, change, quote, calculation, swap, applyPayment, submit };
}

export type Exchange = ReturnType<typeof useExchange>;
